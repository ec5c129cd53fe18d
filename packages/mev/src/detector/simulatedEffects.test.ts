import { chains, createProviderPool, type ProviderPool, sleep } from '@outrigger/core'
import type { PoolState } from '@outrigger/defi/internal'
import { readAbi } from '@outrigger/devnet'
import { type Address, createPublicClient, custom, erc20Abi, type Hex, toHex, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMevDetector } from '../createMevDetector.ts'
import type { Finding } from '../finding.ts'
import { createWorld } from '../fixtures/world/createWorld.ts'
import { encode, type World, weth } from '../fixtures/world/worldTypes.ts'
import { getEmittedLogs } from '../simulate/getEmittedLogs.ts'
import { createBook, createWatcher, toPendingCall } from './fixtures/standIns.ts'

type Pair = Extract<PoolState, { readonly kind: 'pair' }>

let world: World
let pool: ProviderPool
let pairs: readonly Pair[]
let bought: Pair
let from: Address
beforeAll(async () => {
  world = await createWorld()
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [world.chain.rpcUrl] })
  pairs = (await world.read()).filter((state): state is Pair => state.kind === 'pair')
  const isTwin = (one: Pair) => pairs.some((two) => two.id !== one.id && two.tokens.join() === one.tokens.join())
  bought = pairs.find((pair) => pair.tokens.includes(weth) && isTwin(pair)) as Pair
  from = world.operators[0] as Address
})
afterAll(async () => {
  await pool?.close()
  await world?.close()
})

type Way = { readonly pool: Hex; readonly tokenIn: Address; readonly tokenOut: Address }

/** Returns the calldata of a call that swaps and that no decoder supports. */
function toRun(ways: readonly Way[], amountIn: bigint): Hex {
  const hops = ways.map((way) => ({ ...way, form: 1, fee: 0, tickSpacing: 0, id: zeroHash }))
  return encode(readAbi('searcher'), 'run', [hops, amountIn])
}

/** Returns a pending call that buys a token for a twentieth of the pair's ether reserve, with calldata from `toRun`. */
function toPurchase() {
  const [reserve, tokenOut] =
    bought.tokens[0] === weth ? [bought.reserve0, bought.tokens[1]] : [bought.reserve1, bought.tokens[0]]
  const input = toRun([{ pool: bought.id, tokenIn: weth, tokenOut: tokenOut as Address }], reserve / 20n)
  return toPendingCall({ from, to: world.searcher, input, gas: 500_000n })
}

async function watch(simulationsPerBlock: number) {
  const number = BigInt(await world.rpc.send<Hex>('eth_blockNumber'))
  const [book, { watcher, show }] = [createBook(pairs, number - 1n), createWatcher()]
  const detector = createMevDetector({ pool, watcher, book: book.book, simulationsPerBlock, isKnownToken: () => true })
  const reported: Finding[] = []
  detector.on('found', (finding) => reported.push(finding))
  book.mine([])
  async function mine(changed: readonly PoolState[]): Promise<void> {
    await world.rpc.send('anvil_mine', '0x1')
    book.mine(changed)
  }
  return { detector, reported, show, mine }
}

it('reports no backrun that fails only behind its transaction in the same block', async () => {
  const token = bought.tokens.find((one) => one !== weth) as Address
  const setGuard = (guard: number) =>
    world.transact({ from, to: token, data: encode(readAbi('taxedToken'), 'setGuard', [guard]) })
  const find = async () => {
    const { detector, reported, show, mine } = await watch(16)
    await show(toPurchase())
    for (let block = 0; block < 4; block++) {
      await sleep(100)
      await mine([])
    }
    await detector.close()
    return reported.map(({ type, basis }) => `${type} ${basis}`)
  }
  expect(await find()).toContain('backrun simulated')
  // The token lets two transfers a block through. The purchase is one, and the backrun needs two.
  await setGuard(2)
  expect(await find()).not.toContain('backrun simulated')
  await setGuard(0)
})

it('finds what follows a call whose calldata says nothing, as a node carries it out, and that comes true', async () => {
  const { detector, reported, show, mine } = await watch(16)
  const entry = toPurchase()
  expect(entry.classification.actions).toEqual([])
  expect(await show(entry)).toBeNull()
  await expect.poll(() => reported.map(({ type }) => type), { timeout: 10_000 }).toContain('backrun')
  const finding = reported.find(({ type }) => type === 'backrun') as Finding
  expect(finding).toMatchObject({ basis: 'simulated', transactions: [entry.transaction.hash], inputs: { gaps: 1 } })
  // A second query returns the finding at once. The finding remains while its pools do not change.
  expect(await show(entry)).toMatchObject({ type: 'backrun' })
  await mine([])
  expect(detector.findings().map(({ id }) => id)).toContain(finding.id)
  // After a change of its pools, the finding expires until a new simulation confirms it.
  const gone: string[] = []
  detector.on('gone', ({ finding: { id } }) => gone.push(id))
  await mine([{ ...bought, reserve0: bought.reserve0 + 1n }])
  await expect.poll(() => gone).toContain(finding.id)
  await expect.poll(() => detector.findings().map(({ id }) => id)).toContain(finding.id)
  await detector.close()

  await world.transact({ from, to: world.searcher, data: entry.transaction.input })
  const balanceOf = { to: weth, data: encode(erc20Abi, 'balanceOf', [world.searcher]) }
  const toBalance = async () => BigInt(await world.rpc.send<Hex>('eth_call', balanceOf, 'latest'))
  const before = await toBalance()
  const { hops = [], amountIn = 0n, amountOut = 0n } = finding.swaps[0] ?? {}
  await world.transact({ from, to: world.searcher, data: toRun(hops, amountIn) })
  expect((await toBalance()) - before).toBe(amountOut - amountIn)
})

it('asks for no simulation where none is allowed', async () => {
  const { detector, reported, show } = await watch(0)
  expect(await show(toPurchase())).toBeNull()
  expect([reported, detector.findings()]).toEqual([[], []])
  await detector.close()
})

describe.each(['eth_simulateV1', 'debug_traceCall'])('by %s', (only) => {
  const client = createPublicClient({
    transport: custom({
      async request({ method, params }) {
        if (method !== only) throw Object.assign(new RangeError('method not found'), { code: -32601 })
        return world.rpc.send(method, ...params)
      },
    }),
  })
  const emit = async (transaction = toPurchase().transaction) => {
    const blockNumber = BigInt(await world.rpc.send<Hex>('eth_blockNumber'))
    return getEmittedLogs(client, { transaction, blockNumber, gasPrice: 10n ** 10n })
  }

  it('tells the logs that the transaction then writes', async () => {
    const { transaction } = toPurchase()
    const emitted = await emit(transaction)
    const { logs } = await world.rpc.send<{ logs: readonly Log[] }>('eth_sendTransactionSync', {
      from,
      to: world.searcher,
      data: transaction.input,
      gas: toHex(transaction.gas),
    })
    expect(emitted?.logs.map(toPlain)).toEqual(logs.map(toPlain))
    expect(emitted?.reverts).toBe(false)
  })

  it('tells that it reverts', async () => {
    const { transaction } = toPurchase()
    expect(await emit({ ...transaction, input: `${transaction.input.slice(0, 10)}00` as Hex })).toEqual({
      reverts: true,
      logs: [],
    })
  })
})

it.each([
  { status: '0x1', logs: 5 },
  { status: '0x1', logs: [null] },
  { status: '0x1', logs: [{ address: '0x12', topics: ['0x34'], data: 'much' }] },
])('says nothing by the garbage of a provider: %j', async (garbage) => {
  const transport = custom({ request: async () => [{ calls: [garbage] }] })
  const { transaction } = toPurchase()
  const setting = { transaction, blockNumber: 1n, gasPrice: 1n }
  await expect(getEmittedLogs(createPublicClient({ transport }), setting)).rejects.toThrow()
})

type Log = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }
const toPlain = ({ address, topics, data }: Log) => ({ address: address.toLowerCase(), topics, data })
