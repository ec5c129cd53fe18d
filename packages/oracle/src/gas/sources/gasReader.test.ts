import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { chains, createProviderPool } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createPublicClient, createTestClient, custom, http, numberToHex, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ImplausibleFeesError, UnreadableChainError } from '../gasErrors.ts'
import type { FeeBlock } from '../gasSample.ts'
import { getGasPrice } from '../getGasPrice.ts'
import { createGasReader } from './gasReader.ts'
import { getPendingTips } from './pendingTips.ts'

type Answer = Readonly<Record<string, unknown>>
type Change = (answer: Answer) => Answer

const head = 70
const most = numberToHex(2n ** 256n - 1n)
let anvil: Anvil
let honest: PublicClient
beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
  const transport = http(anvil.rpcUrl)
  await createTestClient({ mode: 'anvil', transport }).mine({ blocks: head })
  honest = createPublicClient({ chain: mainnet, transport })
})
afterAll(() => anvil.close())

/** A client of a node whose responses to some methods are modified. */
function lying(changes: Readonly<Record<string, Change>>): PublicClient {
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const answer = await honest.request({ method, params } as never)
    return changes[method]?.(answer as Answer) ?? answer
  }
  return createPublicClient({ chain: mainnet, transport: custom({ request }, { retryCount: 0 }) })
}

const repeat = (value: unknown, length: number) => Array.from({ length }, () => value)

describe('an impossible fee history is rejected', () => {
  test.each<[string, Change]>([
    ['ends far behind the head', (answer) => ({ ...answer, oldestBlock: numberToHex(1) })],
    ['ends far after the head', (answer) => ({ ...answer, oldestBlock: numberToHex(500) })],
    ['is longer than asked', () => ({ oldestBlock: '0x1', gasUsedRatio: repeat(0.5, 20_000) })],
    ['is empty', () => ({ oldestBlock: '0x47', gasUsedRatio: [] })],
    ['has too few base fees', (answer) => ({ ...answer, baseFeePerGas: ['0x1'] })],
    ['has too few rewards', (answer) => ({ ...answer, reward: repeat(repeat('0x1', 11), 3) })],
    ['has base fees of null', (answer) => ({ ...answer, baseFeePerGas: repeat(null, 61) })],
    ['has more than full blocks', (answer) => ({ ...answer, gasUsedRatio: repeat(1.5, 60) })],
    ['has an absurd base fee', (answer) => ({ ...answer, baseFeePerGas: repeat(most, 61) })],
    [
      'has absurd tips',
      (answer) => ({ ...answer, gasUsedRatio: repeat(0.5, 60), reward: repeat(repeat(most, 11), 60) }),
    ],
  ])('%s', async (_, change) => {
    await expect(getGasPrice(lying({ eth_feeHistory: change }))).rejects.toThrow(ImplausibleFeesError)
  })
})

describe('a fee history without tips', () => {
  const full = { gasUsedRatio: repeat(0.5, 60) }
  const forms: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['left out', undefined],
    ['no rows', []],
    ['rows of null', repeat(null, 60)],
    ['empty rows', repeat([], 60)],
    ['rows of nulls', repeat(repeat(null, 11), 60)],
    ['rows with other percentiles', repeat(['0x1', '0x2'], 60)],
  ]
  const priced = (reward: unknown, more: Readonly<Record<string, Change>> = {}, history: Answer = full) =>
    getGasPrice(lying({ eth_feeHistory: (answer) => ({ ...answer, ...history, reward }), ...more }))

  test.each(forms)('uses the tip that the node suggests: %s', async (_, reward) => {
    const { tiers, nextBaseFeePerGas } = await priced(reward, { eth_maxPriorityFeePerGas: () => '0x4d2' as never })
    const tips = Object.values(tiers).map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas)
    expect(tips).toEqual([1234n, 1234n, 1234n, 1234n])
    expect(tiers.fast.maxFeePerGas).toBe(nextBaseFeePerGas + 1234n)
  })

  test('throws if the node suggests none', async () => {
    const dead = { eth_maxPriorityFeePerGas: () => '0x' as never }
    await expect(priced(null, dead)).rejects.toThrow(/no tips.*does not answer eth_maxPriorityFeePerGas/)
    // Tips in another row are enough, and blocks without transactions need none.
    const row = repeat('0x5', 11)
    expect((await priced([...repeat(null, 59), row], dead)).tiers.slow.maxPriorityFeePerGas).toBe(5n)
    const empty = { gasUsedRatio: repeat(0, 60) }
    expect((await priced(repeat(null, 60), dead, empty)).tiers.slow.maxPriorityFeePerGas).toBe(1_000_000n)
  })

  test('is requested again without percentiles if the pool rejects it', async () => {
    const server = createServer(async (question, response) => {
      const { id, method, params } = (await json(question)) as { id: number; method: string; params: unknown }
      const answer = (await honest.request({ method, params } as never)) as Answer
      const result = { eth_maxPriorityFeePerGas: '0x4d2', eth_feeHistory: { ...answer, ...full, reward: null } }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: result[method as keyof typeof result] ?? answer }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const pool = createProviderPool({
      chain: chains.ethereum,
      endpoints: [{ url: `http://127.0.0.1:${port}`, wsUrl: false }],
    })
    const price = await getGasPrice(createPoolClient(pool))
    expect(price.tiers.standard.maxPriorityFeePerGas).toBe(1234n)
    await pool.close()
    server.close()
  })
})

describe('a block without gas fields', () => {
  test.each(['gasLimit', 'gasUsed'])('throws without %s', async (field) => {
    for (const value of [undefined, null]) {
      const client = lying({ eth_getBlockByNumber: (answer) => ({ ...answer, [field]: value }) })
      await expect(getGasPrice(client)).rejects.toThrow(UnreadableChainError)
    }
  })

  test.each([{ gasLimit: undefined }, { gasLimit: '0x0', gasUsed: '0x0' }, { gasUsed: null }])(
    'is as if none were pending: %j',
    async (fields) => {
      const latest = await honest.getBlock()
      const pending = { number: numberToHex(latest.number + 1n), parentHash: latest.hash, transactions: [] }
      const full = { gasUsed: '0x5208', gasLimit: '0xa410' }
      const read = (change: object) =>
        getPendingTips(lying({ eth_getBlockByNumber: () => ({ ...pending, ...full, ...change }) }), {
          number: latest.number,
          hash: latest.hash,
        } as FeeBlock)
      expect(await read({})).toEqual({ gasUsedRatio: 0.5, tips: [] })
      expect(await read(fields)).toBeNull()
    },
  )
})

describe('an impossible row is skipped', () => {
  type List = readonly unknown[]
  const change =
    (field: string, index: number, value: (row: unknown) => unknown): Change =>
    (answer) => ({
      ...answer,
      [field]: (answer[field] as List).map((row, at) => (at === index ? value(row) : row)),
    })
  // A busy chain, so that its tips determine the price.
  const busy: Change = (answer) => ({
    ...answer,
    gasUsedRatio: repeat(0.5, 60),
    reward: repeat(repeat('0x3b9aca00', 11), 60),
  })
  test.each<[string, Change]>([
    ['a negative tip', change('reward', 3, (row) => ['-0xfd', ...(row as List).slice(1)])],
    ['tips of null', change('reward', 3, (row) => (row as List).map(() => null))],
    ['no tips', change('reward', 3, () => null)],
    ['fewer tips than asked', change('reward', 3, (row) => (row as List).slice(0, 3))],
    ['more tips than asked', change('reward', 3, (row) => [...(row as List), '0x1'])],
    ['tips out of order', change('reward', 3, (row) => ['0x77359400', ...(row as List).slice(1)])],
    ['more than a full block', change('gasUsedRatio', 3, () => 1.05)],
    ['no fullness', change('gasUsedRatio', 3, () => null)],
    ['no base fee', change('baseFeePerGas', 3, () => null)],
    ['no base fee of the next block', change('baseFeePerGas', 60, () => null)],
    ['the newest row', change('gasUsedRatio', 59, () => null)],
    [
      'a row more than asked',
      (answer) => ({
        oldestBlock: numberToHex(Number(answer['oldestBlock']) - 1),
        gasUsedRatio: [0.5, ...(answer['gasUsedRatio'] as List)],
        baseFeePerGas: ['0x1', ...(answer['baseFeePerGas'] as List)],
        reward: [(answer['reward'] as List)[0], ...(answer['reward'] as List)],
      }),
    ],
  ])('%s', async (_, change) => {
    const expected = await getGasPrice(lying({ eth_feeHistory: busy }))
    const { tiers, nextBaseFeePerGas } = await getGasPrice(lying({ eth_feeHistory: (answer) => change(busy(answer)) }))
    expect(nextBaseFeePerGas).toBe(expected.nextBaseFeePerGas)
    expect(tiers.fast.maxPriorityFeePerGas).toBe(expected.tiers.fast.maxPriorityFeePerGas)
    expect(tiers.fast.maxPriorityFeePerGas).toBeGreaterThanOrEqual(1_000_000_000n)
  })
})

describe('the head', () => {
  test('cuts off a history that is a block ahead, and takes the next base fee from it', async () => {
    const before = await honest.request({ method: 'eth_getBlockByNumber', params: [numberToHex(head - 1), false] })
    const client = lying({ eth_getBlockByNumber: () => before as unknown as Answer })
    const { baseFeePerGas } = await honest.getBlock()
    expect(await getGasPrice(client)).toMatchObject({
      blockNumber: BigInt(head - 1),
      nextBaseFeePerGas: baseFeePerGas,
      baseFeeMismatch: null,
    })
  })

  test('computes the next base fee if the history is a block behind', async () => {
    const behind: Change = (answer) => ({ ...answer, oldestBlock: numberToHex(Number(answer['oldestBlock']) - 1) })
    const { nextBaseFeePerGas } = await getGasPrice(honest)
    expect(await getGasPrice(lying({ eth_feeHistory: behind }))).toMatchObject({
      blockNumber: BigInt(head),
      nextBaseFeePerGas,
    })
  })

  test('is rejected with an absurd base fee', async () => {
    const client = lying({ eth_getBlockByNumber: (block) => ({ ...block, baseFeePerGas: most }) })
    await expect(getGasPrice(client)).rejects.toThrow(ImplausibleFeesError)
  })

  test.each([null, '0x', '0x12'])('is rejected with hash %s', async (hash) => {
    const client = lying({ eth_getBlockByNumber: (block) => ({ ...block, hash }) })
    await expect(getGasPrice(client)).rejects.toThrow(UnreadableChainError)
  })

  test('is read again if its number changes under the same hash', async () => {
    const hash = `0x${'11'.repeat(32)}`
    let number = head
    const client = lying({ eth_getBlockByNumber: (block) => ({ ...block, hash, number: numberToHex(number) }) })
    const read = createGasReader(chains.ethereum, { pendingPool: false })
    await read(client)
    number = head + 1
    expect((await read(client)).block.number).toBe(BigInt(head + 1))
  })
})
