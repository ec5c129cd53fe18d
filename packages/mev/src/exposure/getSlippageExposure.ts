import type { SwapAction } from '@outrigger/calldata'
import type { Classification, MempoolTransaction } from '@outrigger/mempool'
import { type Address, zeroHash } from 'viem'
import type { ExecutionCost } from '../cost.ts'
import { findSandwich, type SizedSandwich } from '../detect/sandwich/findSandwich.ts'
import { type PlayedSwap, playLegs, playSwap, type ResolvedSwap, toLegs } from '../sizing/playSwap.ts'
import { noTaxes, type TokenTaxes } from '../sizing/tokenTaxes.ts'
import { applyTransaction } from '../view/applyTransaction.ts'
import { toName, type ViewGap } from '../view/carryOut.ts'
import { shareLimit, toOwnLimit } from '../view/enforceLimits.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView, type PoolView } from '../view/poolView.ts'
import { toNativeValue } from '../view/valuation.ts'
import type { SwapExposure } from './swapExposure.ts'
import { type ExposedLeg, type TotalExposure, toTotalExposure } from './toTotalExposure.ts'

/**
 * Possible loss of a transaction's swaps to a sandwich. A limit that the router enforces on its payout is converted to a limit of
 * the swap itself, before fees. This assumes that the transaction's other swaps return the computed amounts.
 */
export type SlippageExposure = {
  /**
   * Exposure of each swap. Empty if the transaction reverts or if a limit cannot be computed (`unknownLimit` in
   * `gaps`).
   */
  readonly swaps: readonly SwapExposure[]
  /**
   * All swaps together if they share one limit, such as the minimum output of a route that is split. Null otherwise: the losses of
   * `swaps` then add up, except with `sharedLimit` in `gaps`.
   */
  readonly total: TotalExposure | null
  /** True if the transaction would revert on the current pools. */
  readonly reverts: boolean
  /** Parts that could not be computed, and the reasons of parts that revert alone. */
  readonly gaps: readonly ViewGap[]
}

export type ExposureOptions = {
  /** Wrapped native token of the chain. */
  readonly native: Address
  /** Execution cost of the attacker. */
  readonly cost: ExecutionCost
  readonly taxes?: TokenTaxes
}

/** Ratio of the exact tolerated loss to that of `safeLimit`, and the smallest loss to try as a share of the quote. */
const precision = 1.001
const leastLoss = 1e-9
/** Divisor for the loosest limit that an attack is computed for. */
const loosestDivisor = 1_000n
/**
 * Divisor for the largest tolerated loss of `safeLimit`. Pools and gas prices change before a swap is mined, so a limit far from the
 * quote is not safe even if no sandwich is profitable now.
 */
const toleratedDivisor = 100n

/** The parts of a transaction that determine its exposure. */
export type ExposedTransaction = {
  readonly transaction: Pick<MempoolTransaction['transaction'], 'to' | 'value'>
  readonly classification: Classification
}

/**
 * Computes a transaction's possible loss to a sandwich, and the limits that prevent a loss. Uses only the pools of the snapshot.
 *
 * @example
 * getSlippageExposure(entry, snapshot, { native: weth, cost: { gasPrice: 10n ** 9n, builderBidBps: 0 } }).swaps[0]?.safeLimit
 */
export function getSlippageExposure(
  entry: ExposedTransaction,
  snapshot: PoolSnapshot,
  { native, cost, taxes = noTaxes }: ExposureOptions,
): SlippageExposure {
  const steps = computeExposure(entry, snapshot, { native, cost, taxes })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Like `getSlippageExposure`, with a step for each search of a sandwich. Long paths through ticks take seconds. */
export function* computeExposure(
  { transaction, classification }: ExposedTransaction,
  snapshot: PoolSnapshot,
  { native, cost, taxes = noTaxes }: ExposureOptions,
): Generator<undefined, SlippageExposure> {
  const view = createPoolView(snapshot)
  const entry = { transaction: { ...transaction, hash: zeroHash }, classification }
  const applied = applyTransaction(entry, view.fork(), taxes)
  const { swaps, reverts } = applied
  const gaps = [...applied.gaps, ...applied.failed]
  const attacker: Attacker = { native, taxes, cost, minProfit: 0n }
  const open = swaps.find(({ action }) => hasFallback(action, classification))
  if (open !== undefined) gaps.push({ reason: 'unknownLimit', what: toName(open.action) })
  // A reverting transaction loses nothing, and without a known limit the possible loss is unknown.
  if (reverts || gaps.some(({ reason }) => reason === 'unknownLimit')) return { swaps: [], total: null, reverts, gaps }
  const start = view.fork()
  const legs: ExposedLeg[] = []
  for (const applied of swaps) {
    const before = view.fork()
    const exposure = yield* toExposure(attacker, view.fork(), toOwnLimit(applied, start, taxes), applied.played)
    legs.push({
      exposure,
      paidBy: applied.action.amountIn === null ? findPayer(legs, exposure) : null,
      play: (amountIn) => toOutput(playSwap({ ...applied.swap, amountIn, amountOut: 0n }, before, taxes)),
    })
    for (const pool of applied.played.next) view.set(pool)
  }
  const exposures = legs.map(({ exposure }) => exposure)
  if (!shareLimit(swaps, start, taxes)) return { swaps: exposures, total: null, reverts, gaps }
  const total = toTotalExposure(legs)
  if (total === null && swaps[0] !== undefined) gaps.push({ reason: 'sharedLimit', what: toName(swaps[0].action) })
  return { swaps: exposures, total, reverts, gaps }
}

/** Returns the leg whose whole output a swap takes. Undefined if there is none, or if another swap takes it. */
function findPayer(legs: readonly ExposedLeg[], { tokenIn, amountIn }: SwapExposure): number | undefined {
  const index = legs.findIndex(
    ({ exposure }, at) =>
      exposure.tokenOut === tokenIn && exposure.amountOut === amountIn && !legs.some(({ paidBy }) => paidBy === at),
  )
  return index < 0 ? undefined : index
}

const toOutput = (played: PlayedSwap | string) => (typeof played === 'string' ? null : played.amountOut)

/** Returns true if another swap or undecoded calldata can replace a swap whose part of the transaction reverts alone. */
function hasFallback(action: SwapAction, { actions, undecoded }: Classification): boolean {
  const part = action.parts?.at(-1)
  if (part === undefined) return false
  const later = actions.slice(actions.indexOf(action) + 1)
  // A paymaster takes tokens for gas but does not swap the account's tokens.
  return (
    undecoded.some(({ reason }) => reason !== 'paymaster') ||
    later.some(({ kind, parts }) => kind === 'swap' && parts?.includes(part) !== true)
  )
}

type Attacker = Parameters<typeof findSandwich>[0]

function* toExposure(
  attacker: Attacker,
  view: PoolView,
  swap: ResolvedSwap,
  played: PlayedSwap,
): Generator<undefined, SwapExposure> {
  const [quotedAmount, limit] =
    swap.exact === 'in' ? [played.amountOut, swap.amountOut] : [played.amountIn, swap.amountIn]
  const pools = swap.hops.map(({ pool }) => pool)
  const loosest = toLoosest(swap, quotedAmount)
  const sized = findSandwich(attacker, view, [toBounded(swap, loosest)])
  const [tokenIn, tokenOut] = [swap.hops[0]?.tokenIn ?? '0x', swap.hops.at(-1)?.tokenOut ?? '0x']
  const lostToken = swap.exact === 'in' ? tokenOut : tokenIn
  const room = swap.exact === 'in' ? quotedAmount - limit : limit - quotedAmount
  const maxLost = room > 0n ? room : 0n
  // A front that empties the pool cannot be played. The possible loss is then bounded by the limit.
  const lost = sized === null ? 0n : (computeLoss(view, swap, quotedAmount, sized, attacker.taxes) ?? maxLost)
  return {
    dex: [...new Set(pools.map((id) => view.get(id)?.dex))].join(','),
    pools,
    tokenIn,
    tokenOut,
    exact: swap.exact,
    amountIn: swap.exact === 'in' ? swap.amountIn : quotedAmount,
    amountOut: swap.exact === 'in' ? quotedAmount : swap.amountOut,
    quotedAmount,
    limit,
    lost,
    maxLost,
    lostWei: toNativeValue(view, attacker.native, lostToken, lost, attacker.taxes),
    attackerProfit: sized?.netProfit ?? 0n,
    safeLimit: yield* findSafeLimit(attacker, view, swap, quotedAmount),
  }
}

/**
 * Returns the swap with a limit of a thousandth of its quote. With looser limits, the profit of a sandwich hardly increases, but
 * the required front exceeds the capacity of the pool.
 */
function toLoosest(swap: ResolvedSwap, quotedAmount: bigint): ResolvedSwap {
  return swap.exact === 'in'
    ? { ...swap, amountOut: quotedAmount / loosestDivisor }
    : { ...swap, amountIn: quotedAmount * loosestDivisor }
}

/**
 * Returns the swap with the tighter limit. A sandwich that is profitable against it is also profitable against the looser one.
 */
function toBounded(swap: ResolvedSwap, loosest: ResolvedSwap): ResolvedSwap {
  const isLooser = swap.exact === 'in' ? swap.amountOut < loosest.amountOut : swap.amountIn > loosest.amountIn
  return isLooser ? loosest : swap
}

/** Returns the lost output or the additional input after the front. Null if the swap cannot be played. */
function computeLoss(
  view: PoolView,
  swap: ResolvedSwap,
  quotedAmount: bigint,
  { path, frontAmountIn }: SizedSandwich,
  taxes: TokenTaxes,
): bigint | null {
  const legs = toLegs(path, view)
  const front = legs && playLegs(legs, frontAmountIn, taxes, 'held')
  if (!front) return null
  const behind = view.fork()
  for (const pool of front.next) behind.set(pool)
  const played = playSwap(swap, behind, taxes)
  if (typeof played === 'string') return null
  return swap.exact === 'in' ? quotedAmount - played.amountOut : played.amountIn - quotedAmount
}

/**
 * Searches between the largest tolerated loss and none, because looser limits give an attacker more profit. Bisects the logarithm
 * of the loss, which may be a millionth of the quote.
 */
function* findSafeLimit(
  attacker: Attacker,
  view: PoolView,
  swap: ResolvedSwap,
  quotedAmount: bigint,
): Generator<undefined, bigint> {
  const isExactIn = swap.exact === 'in'
  const toLimit = (loss: bigint) => (isExactIn ? quotedAmount - loss : quotedAmount + loss)
  const withLoss = (loss: bigint): ResolvedSwap =>
    isExactIn ? { ...swap, amountOut: toLimit(loss) } : { ...swap, amountIn: toLimit(loss) }
  const isSafe = (loss: bigint) => findSandwich(attacker, view, [withLoss(loss)]) === null
  const most = quotedAmount / toleratedDivisor
  if (isSafe(most)) return toLimit(most)
  let [safe, low, high] = [0n, Number(quotedAmount) * leastLoss, Number(most)]
  while (high > 1 && high > low * precision) {
    yield
    const middle = Math.sqrt(low * high)
    const loss = BigInt(Math.floor(middle))
    if (isSafe(loss)) [safe, low] = [loss, middle]
    else high = middle
  }
  return toLimit(safe)
}
