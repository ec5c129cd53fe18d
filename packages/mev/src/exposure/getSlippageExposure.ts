import type { SwapAction } from '@outrigger/calldata'
import type { Classification, MempoolTransaction } from '@outrigger/mempool'
import type { Address } from 'viem'
import type { ExecutionCost } from '../cost.ts'
import { findSandwich, type SizedSandwich } from '../detect/sandwich/findSandwich.ts'
import { playLegs, playSwap, type ResolvedSwap, toLegs } from '../sizing/playSwap.ts'
import { noTaxes, type TokenTaxes } from '../sizing/tokenTaxes.ts'
import { applyTransaction } from '../view/applyTransaction.ts'
import { toName, type ViewGap } from '../view/carryOut.ts'
import { toOwnLimit } from '../view/enforceLimits.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView, type PoolView } from '../view/poolView.ts'
import { toNativeValue } from '../view/valuation.ts'

/** What one swap of a transaction would lose, in smallest units of the token it receives (or pays, where that is the loss). */
export type SwapExposure = {
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Which amount is fixed: the other one has the limit, and is what would be lost of. */
  readonly exact: 'in' | 'out'
  /** What it would receive on the pools as they are; at an exact output, what it would pay. */
  readonly quotedAmount: bigint
  /** What its limit allows to be taken from it at most, whether or not that pays. */
  readonly mostLost: bigint
  /** What the sandwich that pays best would take. 0 where none pays after gas. */
  readonly lost: bigint
  /** `lost` in wei; null where no pool says. */
  readonly lostWei: bigint | null
  /** What the attacker would be left with, wei. */
  readonly attackerProfit: bigint
  /** The limit at which nothing at all can be taken: `amountOutMin`, or `amountInMax` at an exact output. */
  readonly tightLimit: bigint
  /**
   * The loosest limit at which no sandwich pays, whatever limit the swap itself has: it tolerates other price moves up to
   * here. A thousandth of `quotedAmount` (a thousand times it at an exact output) where none pays at any limit.
   */
  readonly safeLimit: bigint
}

/**
 * What the swaps of a transaction would lose to a sandwich. Limits are those that its router enforces, also where it checks them
 * when it pays out: before fees, in what the swap itself gives or takes, while the other swaps go as they are.
 */
export type SlippageExposure = {
  /** Empty where it reverts, or where a limit cannot be computed (`unknownLimit` in `gaps`). */
  readonly swaps: readonly SwapExposure[]
  /** Whether it would revert on the pools as they are. */
  readonly reverts: boolean
  /** What of it could not be computed, and why parts of it revert alone. */
  readonly gaps: readonly ViewGap[]
}

export type ExposureOptions = {
  /** The chain's wrapped native token. */
  readonly native: Address
  /** Of the attacker. */
  readonly cost: ExecutionCost
  readonly taxes?: TokenTaxes
}

const steps = 32
/** One in so many. */
const leastShare = 1_000n

/**
 * What a transaction would lose to a sandwich, and the limits with which it would lose nothing. Pure: the pools are those of
 * the snapshot.
 *
 * @example
 * getSlippageExposure(entry, snapshot, { native: weth, cost: { gasPrice: 10n ** 9n, builderBidBps: 0 } }).swaps[0]?.safeLimit
 */
export function getSlippageExposure(
  entry: Pick<MempoolTransaction, 'transaction' | 'classification'>,
  snapshot: PoolSnapshot,
  { native, cost, taxes = noTaxes }: ExposureOptions,
): SlippageExposure {
  const view = createPoolView(snapshot)
  const applied = applyTransaction({ ...entry, firstSeenMs: 0 }, view.fork(), taxes)
  const { swaps, reverts } = applied
  const gaps = [...applied.gaps, ...applied.failed]
  const attacker: Attacker = { native, taxes, cost, minProfit: 0n }
  const open = swaps.find(({ action }) => hasFallback(action, entry.classification))
  if (open !== undefined) gaps.push({ reason: 'unknownLimit', what: toName(open.action) })
  // What reverts loses nothing, and without the limit nobody can say what it allows.
  if (reverts || gaps.some(({ reason }) => reason === 'unknownLimit')) return { swaps: [], reverts, gaps }
  const start = view.fork()
  const exposures = swaps.map((applied) => {
    const { played } = applied
    const before = view.fork()
    const swap = toOwnLimit(applied, start, taxes)
    for (const pool of played.next) view.set(pool)
    return toExposure(attacker, before, swap, swap.exact === 'in' ? played.amountOut : played.amountIn)
  })
  return { swaps: exposures, reverts, gaps }
}

/** Whether another swap, or what is not decoded, may take the place of one whose limit is not met: its part reverts alone. */
function hasFallback(action: SwapAction, { actions, undecoded }: Classification): boolean {
  const part = action.parts?.at(-1)
  if (part === undefined) return false
  const later = actions.slice(actions.indexOf(action) + 1)
  // A paymaster takes tokens for the gas, and swaps nothing of the account's.
  return (
    undecoded.some(({ reason }) => reason !== 'paymaster') ||
    later.some(({ kind, parts }) => kind === 'swap' && parts?.includes(part) !== true)
  )
}

type Attacker = Parameters<typeof findSandwich>[0]

function toExposure(attacker: Attacker, view: PoolView, swap: ResolvedSwap, quotedAmount: bigint): SwapExposure {
  const loosest = toLoosest(swap, quotedAmount)
  const sized = findSandwich(attacker, view, [toBounded(swap, loosest)])
  const [tokenIn, tokenOut] = [swap.hops[0]?.tokenIn ?? '0x', swap.hops.at(-1)?.tokenOut ?? '0x']
  const lostToken = swap.exact === 'in' ? tokenOut : tokenIn
  const room = swap.exact === 'in' ? quotedAmount - swap.amountOut : swap.amountIn - quotedAmount
  const mostLost = room > 0n ? room : 0n
  // A front that empties the pool leaves nothing to be played: the limit is then all that is left.
  const lost = sized === null ? 0n : (computeLoss(view, swap, quotedAmount, sized, attacker.taxes) ?? mostLost)
  return {
    tokenIn,
    tokenOut,
    exact: swap.exact,
    quotedAmount,
    lost,
    mostLost,
    lostWei: toNativeValue(view, attacker.native, lostToken, lost, attacker.taxes),
    attackerProfit: sized?.netProfit ?? 0n,
    tightLimit: quotedAmount,
    safeLimit: findSafeLimit(attacker, view, loosest, quotedAmount),
  }
}

/**
 * The swap with a limit that leaves it a thousandth. What a sandwich earns hardly grows beyond, while the front that it takes
 * grows past what a pool can hold.
 */
function toLoosest(swap: ResolvedSwap, quotedAmount: bigint): ResolvedSwap {
  return swap.exact === 'in'
    ? { ...swap, amountOut: quotedAmount / leastShare }
    : { ...swap, amountIn: quotedAmount * leastShare }
}

/** The swap with the tighter limit. What pays against that one pays against the looser one. */
function toBounded(swap: ResolvedSwap, loosest: ResolvedSwap): ResolvedSwap {
  const isLooser = swap.exact === 'in' ? swap.amountOut < loosest.amountOut : swap.amountIn > loosest.amountIn
  return isLooser ? loosest : swap
}

/** How much less it receives, or more it pays, behind the front; null where that cannot be played. */
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

/** Between the loosest limit and the quote, by halving: looser limits pay an attacker more. */
function findSafeLimit(attacker: Attacker, view: PoolView, loosest: ResolvedSwap, quotedAmount: bigint): bigint {
  const withLimit = (limit: bigint): ResolvedSwap =>
    loosest.exact === 'in' ? { ...loosest, amountOut: limit } : { ...loosest, amountIn: limit }
  const isSafe = (limit: bigint) => findSandwich(attacker, view, [withLimit(limit)]) === null
  let loose = loosest.exact === 'in' ? loosest.amountOut : loosest.amountIn
  let tight = quotedAmount
  if (isSafe(loose)) return loose
  for (let step = 0; step < steps; step++) {
    const middle = (loose + tight) / 2n
    if (middle === loose || middle === tight) break
    if (isSafe(middle)) tight = middle
    else loose = middle
  }
  return tight
}
