import type { SwapAction } from '@outrigger/calldata'
import { createUniform } from '@outrigger/devnet/random'
import { describe, expect, it } from 'vitest'
import { toAddress, toPair, toTickPool } from '../fixtures/pools.ts'
import { noTaxes } from '../sizing/tokenTaxes.ts'
import { applyTransaction, type PendingTransaction } from './applyTransaction.ts'
import { toPoolSnapshot } from './poolSnapshot.ts'
import { createPoolView } from './poolView.ts'
import { predictOrder } from './predictOrder.ts'
import { resolveSwap } from './resolveSwap.ts'
import { toNativeValue } from './valuation.ts'

const [weth, a, b] = [toAddress(1), toAddress(2), toAddress(3)]
const even = 10n ** 21n
const pair = toPair(1, [weth, a], [even, even])
const second = toPair(2, [a, b], [even, even])
const random = createUniform(1)
const cheap = toTickPool(3, [weth, b], 1, random, { fee: 500, tickSpacing: 10 })
const usual = toTickPool(4, [weth, b], 1, random)
const snapshot = toPoolSnapshot([pair, second, cheap, usual], 7n)

const swap: SwapAction = {
  kind: 'swap',
  protocol: 'uniswap_v2',
  function: 'swapExactTokensForTokens',
  target: null,
  depth: 0,
  exact: 'in',
  tokenIn: weth,
  tokenOut: a,
  amountIn: 10n ** 18n,
  amountOut: 1n,
  path: [weth, a],
  pools: [],
  isReversed: null,
  isNativeIn: false,
  isNativeOut: false,
  recipient: null,
}

function toEntry(
  actions: readonly SwapAction[],
  more: Partial<PendingTransaction['transaction']> = {},
): PendingTransaction {
  return {
    transaction: {
      hash: `0x${'1'.repeat(64)}`,
      from: toAddress(9),
      to: toAddress(8),
      input: '0x',
      value: 0n,
      nonce: 0,
      gas: 1n,
      type: 2,
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 1n,
      ...more,
    },
    classification: { type: 'swap', rule: '', swap: null, actions, undecoded: [], unknownDelegates: [] },
    firstSeenMs: 0,
  }
}

describe('resolveSwap', () => {
  it('finds the pools of a path, by fee tier if there are several', () => {
    const along = { ...swap, protocol: 'uniswap_v3', tokenOut: b, path: [weth, b] }
    expect(resolveSwap(along, snapshot)).toBe('ambiguousPool')
    expect(resolveSwap({ ...along, tiers: [3_000] }, snapshot)).toMatchObject({ hops: [{ pool: usual.id }] })
    expect(resolveSwap({ ...along, tiers: [10_000] }, snapshot)).toBe('unknownPool')
    expect(resolveSwap({ ...swap, path: [weth, a, b], tokenOut: b }, snapshot)).toMatchObject({
      hops: [
        { pool: pair.id, tokenIn: weth, tokenOut: a },
        { pool: second.id, tokenIn: a, tokenOut: b },
      ],
    })
  })

  it('resolves given pools and reports unresolvable swaps', () => {
    const named = { ...swap, path: [], tokenIn: weth, tokenOut: null, pools: [pair.id, second.id] }
    expect(resolveSwap(named, snapshot)).toMatchObject({ hops: [{ tokenOut: a }, { tokenIn: a, tokenOut: b }] })
    expect(resolveSwap({ ...named, tokenIn: null }, snapshot)).toBe('unknownTokens')
    expect(resolveSwap({ ...named, pools: [toAddress(77)] }, snapshot)).toBe('unknownPool')
    expect(resolveSwap({ ...swap, amountIn: null }, snapshot)).toBe('amountOnChain')
    expect(resolveSwap({ ...swap, amountIn: null }, snapshot, 5n)).toMatchObject({ amountIn: 5n })
  })

  it('does not resolve a path that uses a pool twice', () => {
    expect(resolveSwap({ ...swap, path: [weth, a, weth] }, snapshot)).toBe('repeatedPool')
    expect(resolveSwap({ ...swap, path: [weth, a, weth, a] }, snapshot)).toBe('repeatedPool')
    expect(resolveSwap({ ...swap, pools: [pair.id, pair.id], path: [] }, snapshot)).toBe('repeatedPool')
  })

  it('rejects long paths', () => {
    const asked: string[] = []
    const watched = {
      ...snapshot,
      byTokens: (one: typeof a, other: typeof a) => {
        asked.push(one)
        return snapshot.byTokens(one, other)
      },
    }
    const path = Array.from({ length: 1_000 }, (_, index) => toAddress(100 + index))
    expect(resolveSwap({ ...swap, path }, watched)).toBe('longPath')
    expect(resolveSwap({ ...swap, pools: path }, watched)).toBe('longPath')
    expect(asked).toEqual([])
    const chain = path.slice(0, 9)
    const pairs = chain
      .slice(1)
      .map((token, index) => toPair(50 + index, [chain[index] as typeof a, token], [even, even]))
    const along = { ...swap, path: chain, tokenIn: chain[0] as typeof a, tokenOut: chain[8] as typeof a }
    expect(resolveSwap(along, toPoolSnapshot(pairs, 7n))).toMatchObject({ hops: { length: 8 } })
  })
})

describe('applyTransaction', () => {
  it('plays 16 swaps of a transaction and reports further ones', () => {
    const view = createPoolView(snapshot)
    const { swaps, gaps } = applyTransaction(toEntry(Array.from({ length: 500 }, () => swap)), view, noTaxes)
    expect(swaps).toHaveLength(16)
    expect(gaps).toEqual([{ reason: 'manySwaps', what: 'uniswap_v2.swapExactTokensForTokens' }])
    const nowhere = { ...swap, path: [toAddress(100), toAddress(101)] }
    const unknown = applyTransaction(toEntry(Array.from({ length: 500 }, () => nowhere)), view, noTaxes)
    expect(unknown.gaps).toHaveLength(17)
  })

  it('changes the view and not the snapshot, a fork and not its origin', () => {
    const view = createPoolView(snapshot)
    const fork = view.fork()
    const { swaps, reverts, gaps } = applyTransaction(toEntry([swap]), fork, noTaxes)
    expect({ reverts, gaps }).toEqual({ reverts: false, gaps: [] })
    expect(swaps[0]?.played.amountOut).toBe(996_006_981_039_903_216n)
    expect(fork.get(pair.id)).toMatchObject({ reserve0: even + 10n ** 18n })
    expect(view.get(pair.id)).toBe(pair)
    expect(snapshot.get(pair.id)).toBe(pair)
    expect(fork.byTokens(weth, a)[0]).toBe(fork.get(pair.id))
  })

  it('reverts only the part that may revert alone, including its earlier actions', () => {
    const failing = { ...swap, amountOut: 10n ** 18n }
    const back = { ...swap, tokenIn: a, tokenOut: weth, path: [a, weth] }
    const parts = (...list: (readonly [typeof swap, ...number[]])[]) =>
      applyTransaction(
        toEntry(list.map(([action, ...numbers]) => ({ ...action, parts: numbers }))),
        createPoolView(snapshot),
        noTaxes,
      )
    const alone = parts([swap, 2])
    expect(parts([back, 1], [failing, 1], [swap, 2])).toMatchObject({
      reverts: false,
      gaps: [],
      swaps: alone.swaps.map(({ played }) => ({ played })),
    })
    // Only the innermost part is reverted.
    expect(parts([swap, 1], [back, 1, 2], [failing, 1, 2]).swaps.map(({ action }) => action.parts)).toEqual([[1]])
    expect(parts([back, 1, 2], [failing, 1], [swap]).swaps.map(({ action }) => action.parts)).toEqual([[]])
    expect(parts([swap, 1], [failing])).toMatchObject({ reverts: true })
    // More parts than a bundle of operations usually has.
    const many = parts(...Array.from({ length: 500 }, (_, index) => [failing, index] as const))
    expect(many).toMatchObject({ reverts: false, swaps: [], gaps: [{ reason: 'manySwaps' }] })
  })

  it('reverts the whole transaction if one swap reverts', () => {
    const view = createPoolView(snapshot)
    const applied = applyTransaction(toEntry([swap, { ...swap, amountOut: 10n ** 18n }]), view, noTaxes)
    expect(applied).toMatchObject({ reverts: true, gaps: [{ reason: 'insufficientOutput' }] })
    expect(view.changed.size).toBe(0)
  })

  it('passes the output of one swap to the next', () => {
    const next = { ...swap, path: [a, b], tokenIn: a, tokenOut: b, amountIn: null }
    const { swaps } = applyTransaction(toEntry([swap, next]), createPoolView(snapshot), noTaxes)
    expect(swaps[1]?.played.amountIn).toBe(swaps[0]?.played.amountOut)
  })

  it('applies transfer taxes and reports routers that do not support them', () => {
    const taxes = new Map([[weth, { buyBps: 0, sellBps: 1_000, canSell: true }]])
    expect(applyTransaction(toEntry([swap]), createPoolView(snapshot), taxes)).toMatchObject({
      gaps: [{ reason: 'taxedToken' }],
    })
    const aware = { ...swap, function: 'swapExactTokensForTokensSupportingFeeOnTransferTokens' }
    const { swaps } = applyTransaction(toEntry([aware]), createPoolView(snapshot), taxes)
    expect(swaps[0]?.played.next[0]).toMatchObject({ reserve0: even + 9n * 10n ** 17n })
    const closed = new Map([[weth, { buyBps: 0, sellBps: 0, canSell: false }]])
    expect(applyTransaction(toEntry([aware]), createPoolView(snapshot), closed)).toMatchObject({
      gaps: [{ reason: 'unsellable' }],
    })
  })
})

describe('predictOrder', () => {
  const order = (entries: readonly PendingTransaction[]) =>
    predictOrder(entries, 10n).map(({ transaction }) => transaction.maxPriorityFeePerGas)

  it('orders by effective tip, and each sender’s transactions by nonce', () => {
    const own = { from: toAddress(5) }
    const entries = [
      toEntry([], { maxPriorityFeePerGas: 3n }),
      toEntry([], { ...own, nonce: 1, maxPriorityFeePerGas: 9n }),
      toEntry([], { ...own, nonce: 0, maxPriorityFeePerGas: 2n }),
      toEntry([], { from: toAddress(6), maxPriorityFeePerGas: 50n, maxFeePerGas: 11n }),
      toEntry([], { from: toAddress(7), maxPriorityFeePerGas: 60n, maxFeePerGas: 9n }),
    ]
    // Transaction 50 can pay a tip of 1 only. Transaction 60 cannot pay the base fee.
    expect(order(entries)).toEqual([3n, 2n, 9n, 50n])
  })
})

describe('toNativeValue', () => {
  it('uses the best pool or two, and returns null without a route', () => {
    expect(toNativeValue(snapshot, weth, a, 10n ** 18n)).toBe(996_006_981_039_903_216n)
    expect(toNativeValue(snapshot, weth, weth, -5n)).toBe(-5n)
    expect(toNativeValue(toPoolSnapshot([pair, second], 1n), weth, b, 10n ** 18n)).toBeGreaterThan(9n * 10n ** 17n)
    expect(toNativeValue(snapshot, weth, toAddress(99), 1n)).toBeNull()
  })
})
