import { chains, type ProviderPool } from '@outrigger/core'
import { InvalidBoundError } from '@outrigger/mempool'
import {
  type Address,
  custom,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  parseEther,
  toFunctionSelector,
  toHex,
} from 'viem'
import { expect, it, vi } from 'vitest'
import { createMevDetector } from './createMevDetector.ts'
import { createBook, createWatcher, silentPool, toPendingSwap } from './detector/fixtures/standIns.ts'
import type { Finding } from './finding.ts'
import { toAddress, toPair } from './fixtures/pools.ts'
import { scriptAbi } from './simulate/callScript.ts'

const weth = chains.ethereum.wrappedNative as Address
const token: Address = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const even = parseEther('1000')
const uniswap = toPair(1, [weth, token], [even, even])
const sushi = toPair(2, [weth, token], [even, even], { dex: 'sushiswap' })
const large = { from: toAddress(9), path: [weth, token], amountIn: parseEther('50'), amountOut: parseEther('44') }

function open() {
  const [book, mempool] = [createBook([uniswap, sushi]), createWatcher()]
  const detector = createMevDetector({ pool: silentPool, watcher: mempool.watcher, book: book.book })
  const [reported, gone] = [[] as Finding[], vi.fn()]
  detector.on('found', (finding) => reported.push(finding))
  detector.on('gone', gone)
  return { book, mempool, detector, reported, gone }
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

it('annotates a pending swap with its best opportunity before the swap is emitted', async () => {
  const { mempool, detector, reported } = open()
  const entry = toPendingSwap(large)
  const mev = await mempool.show(entry)
  expect(mev).toMatchObject({ type: 'sandwich', details: { victimValueEth: expect.closeTo(50, 3) } })
  await vi.waitFor(() => expect(reported.map(({ type }) => type).sort()).toEqual(['backrun', 'sandwich']))
  const backrun = reported.find(({ type }) => type === 'backrun')
  expect(backrun).toMatchObject({
    transactions: [entry.transaction.hash],
    basis: 'computed',
    details: { dexBuy: 'sushiswap', dexSell: 'uniswap_v2', token },
  })
  expect(detector.findings()[0]).toBe(detector.find(entry))
  await detector.close()
  expect(await mempool.show(toPendingSwap({ ...large, from: toAddress(8) }))).toBeNull()
})

it('finds opportunities around paths with many pools', async () => {
  const path = [weth, ...Array.from({ length: 7 }, (_, index) => toAddress(0x100 + index))]
  const pools = path.slice(1).map((next, index) => toPair(10 + index, [path[index] as Address, next], [even, even]))
  const [book, mempool] = [createBook([uniswap, ...pools]), createWatcher()]
  await using detector = createMevDetector({ pool: silentPool, watcher: mempool.watcher, book: book.book })
  const long = toPendingSwap({ ...large, path, amountOut: 1n })
  expect(await mempool.show(long)).toMatchObject({ type: 'sandwich' })
  expect(detector.find(long)).toMatchObject({ type: 'sandwich' })
})

it('drops findings when their transaction ends and does not annotate it again', async () => {
  const { mempool, detector, reported, gone } = open()
  const entry = toPendingSwap(large)
  await mempool.show(entry)
  await vi.waitFor(() => expect(reported).toHaveLength(2))
  mempool.end(entry)
  await Promise.resolve()
  expect(gone).toHaveBeenCalledTimes(2)
  expect(gone).toHaveBeenCalledWith({ finding: expect.objectContaining({ type: 'sandwich' }), reason: 'mined' })
  expect(detector.findings()).toEqual([])
  expect(mempool.annotated(entry)).toBeNull()
  await detector.close()
})

it('finds the opportunities of a mined transaction again after a reorg', async () => {
  const { mempool, detector } = open()
  const entry = toPendingSwap(large)
  await mempool.show(entry)
  mempool.end(entry)
  expect(detector.findings()).toEqual([])
  mempool.reorg(entry)
  await vi.waitFor(() => expect(detector.findings().map(({ type }) => type)).toEqual(['sandwich', 'backrun']))
  await detector.close()
})

it('finds what a transaction is worth alone when the one expected before it is dropped', async () => {
  const { mempool, detector } = open()
  const first = toPendingSwap({ ...large, from: toAddress(7), tip: 10n ** 11n })
  const second = toPendingSwap({ ...large, from: toAddress(6), amountOut: parseEther('40') })
  const toProfits = () => detector.findings().map(({ type, estimatedProfit }) => `${type} ${estimatedProfit}`)
  await mempool.show(second)
  await vi.waitFor(() => expect(toProfits()).toHaveLength(2))
  const alone = toProfits()
  mempool.end(second)
  await mempool.show(first)
  await mempool.show(second)
  const last = second.transaction.hash
  const toLast = () => detector.findings().filter(({ transactions }) => transactions.at(-1) === last)
  await vi.waitFor(() => expect(toLast().map(({ type }) => type)).toEqual(['sandwich', 'backrun']))
  expect(toLast()[0]?.transactions).toEqual([first.transaction.hash, last])
  mempool.end(first, { kind: 'dropped', reason: 'gone' })
  await vi.waitFor(() => expect(toProfits()).toEqual(alone))
  await detector.close()
})

it('lowers the confidence of findings that wait for a missing nonce', async () => {
  const { mempool, detector } = open()
  await mempool.show(toPendingSwap(large), 'queued')
  await vi.waitFor(() => expect(detector.findings().map(({ inputs }) => inputs.queued)).toEqual([1, 1]))
  const queued = detector.findings()
  await detector.close()
  const other = open()
  await other.mempool.show(toPendingSwap(large))
  await vi.waitFor(() => expect(other.detector.findings().map(({ inputs }) => inputs.queued)).toEqual([0, 0]))
  for (const [index, { confidence }] of queued.entries())
    expect(confidence).toBeLessThan(other.detector.findings()[index]?.confidence ?? 0)
  await other.detector.close()
})

it('updates findings after a block, for the state and for pending swaps', async () => {
  const { book, mempool, detector, reported, gone } = open()
  const entry = toPendingSwap(large)
  await mempool.show(entry)
  book.mine([toPair(2, [weth, token], [even, (even * 105n) / 100n], { dex: 'sushiswap' })])
  await vi.waitFor(() =>
    expect(reported.filter(({ type }) => type === 'arbitrage')).toMatchObject([
      {
        transactions: [],
        blockNumber: 2n,
        details: { dexBuy: 'sushiswap', dexSell: 'uniswap_v2', spreadPercent: expect.closeTo(4.37, 1) },
      },
    ]),
  )
  // The price is now outside the victim's limit, so the victim would revert.
  book.mine([
    toPair(1, [weth, token], [even, (even * 80n) / 100n]),
    toPair(2, [weth, token], [even, (even * 80n) / 100n], { dex: 'sushiswap' }),
  ])
  await vi.waitFor(() => expect(detector.findings()).toEqual([]))
  expect(mempool.annotated(entry)).toBeNull()
  expect(gone).toHaveBeenCalledWith({ finding: expect.objectContaining({ type: 'arbitrage' }), reason: 'unprofitable' })
  await detector.close()
})

it('uses the current pools after a reorg removed a block', async () => {
  const { book, mempool, detector } = open()
  book.mine([toPair(2, [weth, token], [even, (even * 80n) / 100n], { dex: 'sushiswap' })])
  await vi.waitFor(() => expect(detector.findings()).toMatchObject([{ type: 'arbitrage' }]))
  expect(detector.stateFindings()).toEqual(detector.findings())
  book.mine([sushi], [])
  await vi.waitFor(() => expect(detector.findings()).toEqual([]))
  await mempool.show(toPendingSwap(large))
  const find = () => detector.findings().filter(({ type }) => type === 'backrun')
  await vi.waitFor(() => expect(find()).toMatchObject([{ details: { dexBuy: 'sushiswap', dexSell: 'uniswap_v2' } }]))
  await detector.close()
})

it('includes transactions that are expected earlier and requests unknown pools', async () => {
  const { book, mempool, detector } = open()
  const first = toPendingSwap({ ...large, from: toAddress(7), tip: parseEther('0.0000001') })
  const alone = await mempool.show(toPendingSwap(large))
  await mempool.show(first)
  const behind = await mempool.show(toPendingSwap({ ...large, from: toAddress(6), amountOut: parseEther('40') }))
  expect(alone && behind && behind.confidence < alone.confidence).toBe(true)
  await mempool.show(toPendingSwap({ ...large, path: [weth, toAddress(77)] }))
  expect(book.requested).toEqual([{ tokens: [weth, toAddress(77)] }])
  await detector.close()
})

it('returns the possible loss of a wallet’s own transaction', async () => {
  const { detector } = open()
  const [exposure] = detector.getExposure(toPendingSwap(large)).swaps
  expect(exposure?.lost).toBeGreaterThan(0n)
  expect(exposure?.safeLimit).toBeGreaterThan(large.amountOut)
  await detector.close()
})

it('requests pools that an exposure lacks and returns it after the next block', async () => {
  const { book, detector } = open()
  const path = Array.from({ length: 7 }, (_, index) => toAddress(0x200 + index))
  const entry = toPendingSwap({ ...large, path, amountOut: 1n })
  const isUnknown = () => detector.getExposure(entry).gaps.some(({ reason }) => reason === 'unknownPool')
  expect(isUnknown()).toBe(true)
  const pairs = path.slice(1).map((token, index): readonly [Address, Address] => [path[index] as Address, token])
  expect(book.requested).toEqual(pairs.map((tokens) => ({ tokens })))
  book.mine(pairs.map(([a, b], index) => toPair(30 + index, [a, b], [even, even])))
  expect(detector.getExposure(entry)).toMatchObject({ gaps: [], swaps: [{ tokenOut: path.at(-1) }] })
  expect(book.requested).toHaveLength(pairs.length)
  await detector.close()
  detector.getExposure(toPendingSwap({ ...large, path: [weth, toAddress(78)] }))
  expect(book.requested).toHaveLength(pairs.length)
})

/** Result of a script in which each balance read returns more than the previous one. */
function toScriptResult({ data }: { readonly data: Hex }) {
  const { args } = decodeFunctionData({ abi: scriptAbi, data })
  const results = args[0].map((_, at) => ({
    succeeded: true,
    gasUsed: 1n,
    returnData: toHex(even * BigInt(at + 1), { size: 32 }),
  }))
  const returnData = encodeFunctionResult({ abi: scriptAbi, functionName: 'run', result: results })
  return { status: '0x1', returnData, gasUsed: '0x1' }
}

it.each([
  ['0x0', []],
  ['0x1', ['backrun', 'sandwich']],
] as const)('emits no finding of an unknown token before a simulated sale (%s)', async (status, types) => {
  const taxed = toAddress(0x55)
  const sushi = toPair(2, [taxed, weth], [even, even], { dex: 'sushiswap' })
  // The third pool supplies the tokens for test swaps.
  const pools = [toPair(1, [taxed, weth], [even, even]), sushi, toPair(3, [weth, token], [even * 9n, even * 9n])]
  const [book, mempool] = [createBook(pools), createWatcher()]
  const asked = vi.fn()
  // Node whose simulation shows that the token cannot be sold, or that it has no tax and that swaps are profitable.
  type Question = {
    readonly method: string
    readonly params?: readonly { blockStateCalls?: { calls: { to: Hex; data: Hex }[] }[] }[]
  }
  const answer = async ({ method, params }: Question) => {
    asked(method)
    const call = (status: string, amount: bigint) => ({
      status,
      returnData: toHex(amount, { size: 32 }),
      gasUsed: '0x1',
    })
    const scripts = params?.[0]?.blockStateCalls?.[0]?.calls ?? []
    if (scripts[0]?.data.startsWith(toFunctionSelector(scriptAbi[0]))) return [{ calls: scripts.map(toScriptResult) }]
    const unit = even / 1_000n
    return [
      {
        calls: [
          ...[call('0x1', 1n), call('0x1', unit), call('0x1', even)],
          ...[call(status, 1n), call('0x1', even + unit / 2n)],
        ],
      },
    ]
  }
  const pool = { ...silentPool, transport: custom({ request: answer }) } as unknown as ProviderPool
  const detector = createMevDetector({ pool, watcher: mempool.watcher, book: book.book, simulationsPerBlock: 3 })
  const reported: Finding[] = []
  detector.on('found', (finding) => reported.push(finding))
  const entry = toPendingSwap({ ...large, path: [weth, taxed] })
  expect(await mempool.show(entry)).toBeNull()
  expect(detector.findings()).toEqual([])
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await vi.waitFor(() => expect(reported.map(({ type }) => type).sort()).toEqual(types))
  await turn()
  // One request for the token, followed by at least one for a swap.
  expect(asked.mock.calls.length > 1).toBe(types.length > 0)
  expect(reported).toHaveLength(types.length)
  for (const { inputs } of reported) expect(inputs.unknownTokens).toBe(0)
  expect(mempool.annotated(entry) === null).toBe(types.length === 0)
  await detector.close()
})

it.each([1, 2])(
  'emits an unknown token as computed once no node can simulate, with %i requests per block',
  async (most) => {
    const taxed = toAddress(0x55)
    const [book, mempool] = [createBook([toPair(1, [taxed, weth], [even, even])]), createWatcher()]
    const asked = vi.fn()
    const answer = ({ method }: { readonly method: string }) => {
      asked(method)
      throw Object.assign(new RangeError('method not found'), { code: -32601 })
    }
    const pool = {
      ...silentPool,
      transport: custom({ request: async (call) => answer(call) }),
    } as unknown as ProviderPool
    const detector = createMevDetector({ pool, watcher: mempool.watcher, book: book.book, simulationsPerBlock: most })
    expect(await mempool.show(toPendingSwap({ ...large, path: [weth, taxed] }))).toBeNull()
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(most))
    await turn()
    const found = most === 1 ? [] : [{ type: 'sandwich', inputs: { unknownTokens: 1 } }]
    expect(detector.findings()).toMatchObject(found)
    book.mine([])
    // Two methods must be tried, so one request per block is too few.
    if (most === 1) await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    await turn()
    expect(detector.findings()).toMatchObject(found)
    await detector.close()
  },
)

it('sends no request for swaps of known tokens', async () => {
  const [book, mempool, asked] = [createBook([uniswap, sushi]), createWatcher(), vi.fn()]
  const request = async ({ method }: { readonly method: string }) => asked(method)
  const pool = { ...silentPool, transport: custom({ request }) } as unknown as ProviderPool
  const detector = createMevDetector({ pool, watcher: mempool.watcher, book: book.book, simulationsPerBlock: 100 })
  for (let index = 0; index < 100; index++)
    await mempool.show(toPendingSwap({ ...large, from: toAddress(0x90 + index) }))
  book.mine([toPair(2, [weth, token], [even, (even * 105n) / 100n], { dex: 'sushiswap' })])
  await vi.waitFor(() => expect(detector.findings().length).toBeGreaterThan(0))
  await turn()
  expect(asked).not.toHaveBeenCalled()
  await detector.close()
})

it('rejects invalid bounds', () => {
  const open = (more: object) => () =>
    createMevDetector({ pool: silentPool, watcher: createWatcher().watcher, book: createBook([]).book, ...more })
  for (const more of [{ maxPending: 0 }, { maxPending: 1.5 }, { simulationsPerBlock: -1 }, { builderBidBps: -1 }])
    expect(open(more)).toThrow(InvalidBoundError)
  expect(open({ maxPending: 0 })).toThrow('maxPending must be a whole number of at least 1, not 0.')
})
