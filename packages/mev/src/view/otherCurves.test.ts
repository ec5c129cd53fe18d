import type { SwapAction } from '@outrigger/calldata'
import { type PoolState, quotePool, swapPool } from '@outrigger/defi/internal'
import { readRecording } from '@outrigger/devnet/recorded'
import { expect, it } from 'vitest'
import type { Terms } from '../detect/context.ts'
import { detect, evaluateState, toPendingContext } from '../detector/evaluate.ts'
import { toAddress, toPair } from '../fixtures/pools.ts'
import { createPoolGraph } from '../search/poolGraph.ts'
import { noTaxes } from '../sizing/tokenTaxes.ts'
import { applyTransaction, type PendingTransaction } from './applyTransaction.ts'
import { toPoolSnapshot } from './poolSnapshot.ts'
import { createPoolView } from './poolView.ts'
import { resolveSwap } from './resolveSwap.ts'

const [weth, a, b] = [toAddress(1), toAddress(2), toAddress(3)]
const one = 10n ** 18n
const [vault, curve, weighted, triple] = [toAddress(70), toAddress(71), toAddress(72), toAddress(73)]
/** Curve pool that trades native currency. */
const stableswap: PoolState = {
  kind: 'stableswap',
  id: curve,
  dex: 'curve',
  address: curve,
  tokens: [weth, a],
  nativeAs: toAddress(0),
  balances: [10_000n * one, 10_400n * one],
  amplification: 20_000n,
  amplificationPrecision: 100n,
  ramp: null,
  timestamp: 1n,
  rates: [one, one],
  hasMovingRates: false,
  fee: 4_000_000n,
  adminFee: 5n * 10n ** 9n,
  offpegFeeMultiplier: 0n,
  form: { product: 'power', margin: 1n, remainder: 'balance' },
}
const toWeighted = (id: typeof vault, tokens: readonly (typeof vault)[], balance: bigint): PoolState => ({
  kind: 'weighted',
  id,
  pool: id,
  dex: 'balancer_v2',
  address: vault,
  tokens,
  version: 2,
  balances: tokens.map(() => balance),
  scalingFactors: tokens.map(() => 1n),
  rates: tokens.map(() => one),
  hasMovingRates: false,
  fee: 3n * 10n ** 15n,
  aggregateFee: 0n,
  hasPowerShortcuts: true,
  minimumBalances: null,
  weights: tokens.map(() => one / BigInt(tokens.length)),
})
const pools = [
  stableswap,
  toWeighted(weighted, [a, b], 5_000n * one),
  toWeighted(triple, [weth, a, b], 5_000n * one),
  // Here 1 `a` buys 1.1 `b`, and 1 `b` buys 1 WETH.
  toPair(1, [weth, b], [3_300n * one, 3_000n * one]),
]
const snapshot = toPoolSnapshot(pools, 7n)
const terms: Terms = {
  native: weth,
  graph: createPoolGraph(pools),
  taxes: noTaxes,
  minProfit: 10n ** 15n,
  nextBaseFeePerGas: 10n ** 9n,
  isKnownToken: () => true,
  isKnownPool: () => true,
  cost: { gasPrice: 10n ** 9n, builderBidBps: 0 },
}
const swap: SwapAction = {
  kind: 'swap',
  protocol: 'curve',
  function: 'exchange',
  target: curve,
  depth: 0,
  exact: 'in',
  tokenIn: null,
  tokenOut: null,
  amountIn: 900n * one,
  amountOut: 1n,
  path: [],
  pools: [curve],
  coins: [0, 1],
  isReversed: null,
  isNativeIn: true,
  isNativeOut: false,
  recipient: null,
}

function play(
  hops: readonly { readonly pool: string; readonly tokenIn: string; readonly tokenOut: string }[],
  amount: bigint,
) {
  return hops.reduce((held, { pool, tokenIn, tokenOut }) => {
    const state = pools.find(({ id }) => id === pool) as PoolState
    return quotePool(state, tokenIn as typeof weth, tokenOut as typeof weth, held) ?? 0n
  }, amount)
}

function toEntry(action: SwapAction): PendingTransaction {
  const sent = { hash: `0x${'1'.repeat(64)}`, from: toAddress(9), to: curve, input: '0x', value: 0n } as const
  const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 9n }
  return {
    transaction: { ...sent, ...fees, nonce: 0, gas: 1n, type: 2 },
    classification: { type: 'swap', rule: '', swap: null, actions: [action], undecoded: [], unknownDelegates: [] },
    firstSeenMs: 0,
  }
}

it('resolves swaps of Curve by the pool’s own coins, and of Balancer by the whole path only', () => {
  expect(resolveSwap(swap, snapshot)).toMatchObject({ hops: [{ pool: curve, tokenIn: weth, tokenOut: a }] })
  expect(resolveSwap({ ...swap, coins: [1, 0] }, snapshot)).toMatchObject({ hops: [{ tokenIn: a, tokenOut: weth }] })
  expect(resolveSwap({ ...swap, coins: [0, 2] }, snapshot)).toBe('unknownTokens')
  expect(resolveSwap({ ...swap, coins: [1, 1] }, snapshot)).toBe('unknownTokens')
  const { coins: _, ...bare } = swap
  const batch = { ...bare, protocol: 'balancer_v2', tokenIn: weth, tokenOut: b, pools: [triple, weighted] }
  expect(resolveSwap({ ...batch, path: [weth, a, b] }, snapshot)).toMatchObject({
    hops: [
      { pool: triple, tokenIn: weth, tokenOut: a },
      { pool: weighted, tokenIn: a, tokenOut: b },
    ],
  })
  // Parallel steps, i.e. a batch with two steps from the first to the last token.
  expect(resolveSwap({ ...batch, path: [weth, b] }, snapshot)).toBe('unknownTokens')
  expect(resolveSwap({ ...batch, path: [weth, toAddress(9), b] }, snapshot)).toBe('unknownTokens')
  // An exchange of tokens in the base pool of a meta pool does not use the meta pool's own coins.
  expect(resolveSwap({ ...bare, tokenIn: a, tokenOut: b, path: [a, b] }, snapshot)).toBe('unknownTokens')
})

it('finds cycles through pools of all curves with exact profits to the wei', () => {
  const found = evaluateState([curve, weighted, triple, toPair(1, [weth, b], [1n, 1n]).id], snapshot, terms)
  expect(found.length).toBeGreaterThan(0)
  const [best] = found
  const [plan] = best?.swaps ?? []
  const kinds = plan?.hops.map(({ pool }) => pools.find(({ id }) => id === pool)?.kind)
  expect(new Set(kinds).size).toBeGreaterThan(1)
  expect(play(plan?.hops ?? [], plan?.amountIn ?? 0n)).toBe(plan?.amountOut)
  expect(best?.estimatedProfit).toBeLessThan((plan?.amountOut ?? 0n) - (plan?.amountIn ?? 0n))
})

it('sizes a sandwich around a Curve swap within the victim’s limit', () => {
  const entry = toEntry({ ...swap, amountIn: 4_000n * one })
  const sandwich = detect(toPendingContext(entry, [], snapshot, terms)).find(({ type }) => type === 'sandwich')
  const [front, back] = sandwich?.swaps ?? []
  expect(front?.hops).toEqual([{ pool: curve, tokenIn: weth, tokenOut: a }])
  const bought = swapPool(stableswap, weth, a, front?.amountIn ?? 0n)
  const victim = bought && swapPool(bought.next, weth, a, 4_000n * one)
  const sold = victim && swapPool(victim.next, a, weth, bought?.amountOut ?? 0n)
  expect(bought?.amountOut).toBe(front?.amountOut)
  expect(sold?.amountOut).toBe(back?.amountOut)
  expect(sandwich?.estimatedProfit).toBeLessThan((back?.amountOut ?? 0n) - (front?.amountIn ?? 0n))
  expect(sandwich?.estimatedProfit).toBeGreaterThan(0n)
})

type CryptoRow = {
  readonly [name in 'balances' | 'priceScale' | 'precisions']: readonly string[]
} & {
  readonly [name in
    | 'amplification'
    | 'gamma'
    | 'invariant'
    | 'mid'
    | 'out'
    | 'feeGamma'
    | 'amountIn'
    | 'amountOut']: string
} & { readonly generation: 'v1'; readonly i: number; readonly j: number }

it('does not report a revert if the resulting state of a CryptoSwap pool is unknown', () => {
  const rows: readonly CryptoRow[] = JSON.parse(readRecording('pools/curve_cryptoswap_swaps.json'))
  const row = rows.find(({ generation, amountOut }) => generation === 'v1' && BigInt(amountOut) > 1n) as CryptoRow
  const tokens = row.balances.map((_, index) => toAddress(40 + index))
  const pool: PoolState = {
    kind: 'cryptoswap',
    id: curve,
    dex: 'curve',
    address: curve,
    tokens,
    generation: row.generation,
    balances: row.balances.map(BigInt),
    precisions: row.precisions.map(BigInt),
    amplification: BigInt(row.amplification),
    gamma: BigInt(row.gamma),
    invariant: BigInt(row.invariant),
    feeTerms: { mid: BigInt(row.mid), out: BigInt(row.out), gamma: BigInt(row.feeGamma) },
    priceScale: row.priceScale.map(BigInt),
    isRamping: false,
    profit: null,
  }
  const look = (amountOut: bigint) => {
    const action = { ...swap, amountIn: BigInt(row.amountIn), amountOut, coins: [row.i, row.j] as const }
    return applyTransaction(toEntry(action), createPoolView(toPoolSnapshot([pool], 7n)), noTaxes)
  }
  expect(look(BigInt(row.amountOut))).toMatchObject({ reverts: false, swaps: [], gaps: [{ reason: 'stateUnknown' }] })
  expect(look(BigInt(row.amountOut) + 1n)).toMatchObject({ reverts: true, gaps: [{ reason: 'insufficientOutput' }] })
})
