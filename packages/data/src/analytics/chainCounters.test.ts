import { chains, createMemoryStore, createProviderPool, type ProviderPool, type Store } from '@outrigger/core'
import type { Anvil } from '@outrigger/devnet'
import { createUniform } from '@outrigger/devnet/random'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChainCounters } from './chainCounters.ts'
import { sketchError } from './compute/sketch.ts'
import { createNodeWithout, recount, sendRandom, startCountedChain } from './fixtures/countedChain.ts'

let anvil: Anvil
let pool: ProviderPool
let store: Store
const random = createUniform(18)

beforeAll(async () => {
  anvil = await startCountedChain()
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl], cache: false })
  store = createMemoryStore()
})
afterAll(async () => {
  await pool?.close()
  await anvil?.close()
})

const span = () => {
  const now = Math.floor(Date.now() / 1000)
  return { fromTime: now - 7 * 86_400, toTime: now + 30 * 86_400 }
}

async function expectExact(counters: ReturnType<typeof createChainCounters>) {
  const own = await recount(anvil.rpcUrl)
  for (const interval of ['1m', '1h', '1d', '1w', '1M'] as const) {
    const { bars, coverage } = await counters.bars({ ...span(), interval, withAddresses: true })
    const sum = <key extends 'blocks' | 'transactions'>(key: key) => bars.reduce((all, bar) => all + bar[key], 0)
    expect([sum('blocks'), sum('transactions')], interval).toEqual([own.blocks, own.transactions])
    expect(bars.reduce((all, { volume }) => all + volume, 0n)).toBe(own.volume)
    expect(bars.reduce((all, { gasUsed }) => all + (gasUsed ?? 0n), 0n)).toBe(own.gasUsed)
    expect(bars.reduce((all, { newWallets }) => all + (newWallets ?? 0), 0)).toBe(own.newWallets)
    expect(coverage.blocks).toBe(own.blocks)
    if (interval === '1M' && bars.length === 1) {
      const active = bars[0]?.activeAddresses ?? 0
      expect(Math.abs(active / own.addresses.size - 1)).toBeLessThan(3 * sketchError)
    }
  }
}

it('counts what a recount of the raw blocks counts, through reorganisations and a restart', async () => {
  const failures: unknown[] = []
  {
    await using counters = createChainCounters({ pool, store, onFailure: (error) => failures.push(error) })
    for (let block = 0; block < 150; block += 1) await sendRandom(anvil.rpcUrl, random)
    counters.follow()
    expect(await counters.backfill({ fromTime: 0, maxBlocks: 60 })).toMatchObject({ stopped: expect.any(String) })
    expect(await counters.backfill({ fromTime: 0 })).toMatchObject({ stopped: null })
    await expectExact(counters)
    for (const depth of [1, 3, 20]) {
      for (let block = 0; block < 10; block += 1) await sendRandom(anvil.rpcUrl, random)
      await pool.send({ method: 'anvil_reorg', params: [depth, []] })
      await sendRandom(anvil.rpcUrl, random)
      await expect.poll(() => isAtHead(counters), { timeout: 10_000 }).toBe(true)
      await expectExact(counters)
    }
  }
  // While no process counts, the chain is replaced below the counted blocks, and continues.
  await pool.send({ method: 'anvil_reorg', params: [12, []] })
  for (let block = 0; block < 5; block += 1) await sendRandom(anvil.rpcUrl, random)
  await using again = createChainCounters({ pool, store, onFailure: (error) => failures.push(error) })
  again.follow()
  await again.backfill({ fromTime: 0 })
  await expectExact(again)
  expect(failures).toEqual([])
}, 60_000)

it('begins anew where a chain is not the one that was counted', async () => {
  await using other = await startCountedChain()
  for (let block = 0; block < 30; block += 1) await sendRandom(other.rpcUrl, random)
  await using otherPool = createProviderPool({ chain: chains.ethereum, endpoints: [other.rpcUrl], cache: false })
  await using counters = createChainCounters({ pool: otherPool, store })
  counters.follow()
  await counters.backfill({ fromTime: 0 })
  await expect.poll(async () => (await counters.bars({ ...span(), interval: '1h' })).coverage.blocks).toBe(31)
  const { coverage } = await counters.bars({ ...span(), interval: '1h' })
  expect(coverage).toMatchObject({ fromBlock: 0, toBlock: 30 })
}, 30_000)

it('counts the same by a call a block where the node has Otterscan’s API, and by the standard calls where not', async () => {
  await using other = await startCountedChain()
  for (let block = 0; block < 40; block += 1) await sendRandom(other.rpcUrl, random)
  const own = await recount(other.rpcUrl)
  const answers: unknown[] = []
  for (const lacking of [/^nothing$/, /^ots_/, /^(?:ots_|eth_getBlockReceipts)/]) {
    await using node = await createNodeWithout(other.rpcUrl, lacking)
    await using plain = createProviderPool({ chain: chains.ethereum, endpoints: [node.url], cache: false })
    await using counters = createChainCounters({ pool: plain, store: createMemoryStore() })
    await counters.backfill({ fromTime: 0 })
    const { bars } = await counters.bars({ ...span(), interval: '1M' })
    const sum = (of: (bar: (typeof bars)[number]) => bigint | number) =>
      bars.reduce((all, bar) => all + BigInt(of(bar)), 0n)
    const asked = (method: RegExp) => node.asked.filter((one) => method.test(one)).length
    answers.push({
      transactions: sum((bar) => bar.transactions),
      isExact: sum((bar) => bar.volume) === own.volume,
      unverified: sum((bar) => bar.unverified) > 0n,
      whole: asked(/^ots_/),
      blocks: asked(/^eth_getBlockByNumber/),
    })
  }
  const transactions = BigInt(own.transactions)
  expect(answers).toMatchObject([
    { transactions, isExact: true, unverified: false, whole: own.blocks },
    { transactions, isExact: true, unverified: false },
    { transactions, isExact: false, unverified: true },
  ])
  const [whole, plain] = answers as readonly { readonly whole: number; readonly blocks: number }[]
  expect((plain?.blocks ?? 0) - (whole?.blocks ?? 0)).toBe(own.blocks)
  // Only the first batch of concurrent reads requests the missing method.
  expect(plain?.whole).toBeLessThanOrEqual(9)
}, 60_000)

async function isAtHead(counters: ReturnType<typeof createChainCounters>): Promise<boolean> {
  const { result } = await pool.send<string>({ method: 'eth_blockNumber', params: [] })
  const { coverage } = await counters.bars({ ...span(), interval: '1h' })
  return coverage.toBlock === Number(result) && coverage.blocks === Number(result) + 1
}
