import type { Action, SwapAction } from '@outrigger/calldata'
import { keepsPrice, type LedgerOptions } from '@outrigger/calldata/internal'
import { type PoolState, swapPoolOut } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { computeAmountIn } from './computeAmountIn.ts'
import { type Leg, quoteLegs, swapLeg, toReceivedFromPool } from './leg.ts'
import { type TokenTaxes, takeTax } from './tokenTaxes.ts'

/** Hop of a pending swap: a pool and its tokens. It has no pool state, so the same swap can be computed on different states. */
export type Hop = { readonly pool: Hex; readonly tokenIn: Address; readonly tokenOut: Address }

/** Swap of a pending transaction with its pools. Amounts are in smallest units. */
export type ResolvedSwap = {
  readonly hops: readonly Hop[]
  readonly exact: 'in' | 'out'
  /** Exact input, or the maximum input for an exact output. */
  readonly amountIn: bigint
  /** Minimum output, or the exact output. */
  readonly amountOut: bigint
  /** True if the router measures received amounts (`…SupportingFeeOnTransferTokens`). Other routers revert on taxed tokens. */
  readonly isTaxAware: boolean
  /** Minimum price of each hop, as in `SwapAction`. */
  readonly hopPrices?: readonly bigint[] | undefined
  /** Plan of the transaction, if amounts or limits depend on other swaps. */
  readonly plan?: Plan | null
}

/** Swap with its pools (null if unknown), or a payment between swaps. */
export type PlanStep =
  | { readonly action: SwapAction; readonly swap: ResolvedSwap | null }
  | { readonly action: Exclude<Action, SwapAction>; readonly swap?: never }

/**
 * Swaps of one transaction with its routers' payments between and after them. The output of one swap can be the input of another,
 * and a limit can apply to the sum of several outputs when they are paid out.
 */
export type Plan = { readonly call: LedgerOptions; readonly steps: readonly PlanStep[] }

/** `insufficientOutput`: the swap's own limit is not met · `poolReverts`: a pool cannot execute the swap. */
export type RevertReason = 'insufficientOutput' | 'poolReverts' | 'taxedToken' | 'unsellable'

/** `stateUnknown`: the swap succeeds, but the resulting state of a pool cannot be computed (Curve's CryptoSwap). */
export type UnplayedReason = RevertReason | 'stateUnknown'

export type PlayedSwap = {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** New states of the used pools. */
  readonly next: readonly PoolState[]
}

/** Lookup of pool states. */
export type PoolStates = { get(id: Hex): PoolState | null | undefined }

/** Plays a swap on pools without changing them. Returns the reason if it would revert or if the resulting state is unknown. */
export function playSwap(swap: ResolvedSwap, pools: PoolStates, taxes: TokenTaxes): PlayedSwap | UnplayedReason {
  const legs = toLegs(swap.hops, pools)
  if (legs === null) return 'poolReverts'
  const taxReason = findTaxReason(legs, swap.isTaxAware, taxes)
  if (taxReason !== null) return taxReason
  const given = swap.exact === 'out' ? playOutput(legs, swap.amountOut) : undefined
  if (given === null) return 'poolReverts'
  if (given !== undefined) return given.amountIn > swap.amountIn ? 'insufficientOutput' : toArrived(given, legs, taxes)
  const amountIn = swap.exact === 'in' ? swap.amountIn : computeAmountIn(legs, swap.amountOut)
  if (amountIn === null) return 'poolReverts'
  if (amountIn > swap.amountIn) return 'insufficientOutput'
  const played = playLegs(legs, amountIn, taxes, 'direct')
  if (played === null) return explainUnplayed(swap, legs, amountIn, taxes)
  if (swap.exact === 'in' && played.amountOut < swap.amountOut) return 'insufficientOutput'
  return keepsPrices(swap, legs, amountIn, taxes) ? { amountIn, ...played } : 'insufficientOutput'
}

/**
 * Plays an exact output from the last pool to the first, through pools that compute their input. Returns undefined if a
 * pool does not.
 */
function playOutput(legs: readonly Leg[], amountOut: bigint): PlayedSwap | null | undefined {
  let amountIn = amountOut
  const next: PoolState[] = []
  for (const { pool, tokenIn, tokenOut } of legs.toReversed()) {
    const outcome = swapPoolOut(pool, tokenIn, tokenOut, amountIn)
    if (!outcome) return outcome
    amountIn = outcome.amountIn
    next.push(outcome.next)
  }
  return { amountIn, amountOut, next }
}

/** Subtracts the tax of the last transfer. */
function toArrived(played: PlayedSwap, legs: readonly Leg[], taxes: TokenTaxes): PlayedSwap {
  const last = legs.at(-1)
  return last ? { ...played, amountOut: toReceivedFromPool(last, played.amountOut, taxes) } : played
}

/** Returns true if each hop meets the minimum price that the router checks. */
function keepsPrices({ hopPrices }: ResolvedSwap, legs: readonly Leg[], amountIn: bigint, taxes: TokenTaxes): boolean {
  let given = amountIn
  for (const [index, price] of (hopPrices ?? []).entries()) {
    const leg = legs[index]
    const amountOut = leg && playLegs([leg], given, taxes, 'direct')?.amountOut
    if (amountOut === undefined || !keepsPrice(given, amountOut, price)) return false
    given = amountOut
  }
  return true
}

/** Distinguishes a revert from a pool whose output is known but whose new state is not. */
function explainUnplayed(
  swap: ResolvedSwap,
  legs: readonly Leg[],
  amountIn: bigint,
  taxes: TokenTaxes,
): UnplayedReason {
  const paid = quoteLegs(legs, amountIn, taxes)
  if (paid === null) return 'poolReverts'
  return swap.exact === 'in' && paid < swap.amountOut ? 'insufficientOutput' : 'stateUnknown'
}

/** Returns the hops with the current states of their pools, or null if a pool is missing. */
export function toLegs(hops: readonly Hop[], pools: PoolStates): readonly Leg[] | null {
  const legs = hops.map(({ pool: id, tokenIn, tokenOut }) => {
    const pool = pools.get(id)
    return pool ? { pool, tokenIn, tokenOut } : null
  })
  return legs.includes(null) ? null : (legs as readonly Leg[])
}

/**
 * Plays legs in order.
 *
 * @param transfers `direct`: pools pay each other, as with Uniswap V2's router, so that a token is transferred once between two
 * pools · `held`: all tokens pass through the trader's account
 */
export function playLegs(
  legs: readonly Leg[],
  amountIn: bigint,
  taxes: TokenTaxes,
  transfers: 'direct' | 'held',
): Omit<PlayedSwap, 'amountIn'> | null {
  let amount = amountIn
  const next: PoolState[] = []
  for (const [index, leg] of legs.entries()) {
    const outcome =
      transfers === 'direct' && index > 0 ? swapLegDirect(leg, amount, taxes) : swapLeg(leg, amount, taxes)
    if (outcome === null) return null
    amount = outcome.amountOut
    next.push(outcome.next)
  }
  return { amountOut: amount, next }
}

/** Swaps a leg that the previous pool pays directly. The tax of that transfer is already subtracted. */
function swapLegDirect(leg: Leg, amountIn: bigint, taxes: TokenTaxes): ReturnType<typeof swapLeg> {
  const outcome = swapLeg(leg, amountIn)
  return outcome && { ...outcome, amountOut: takeTax(outcome.amountOut, taxes.get(leg.tokenOut)?.buyBps ?? 0) }
}

function findTaxReason(legs: readonly Leg[], isTaxAware: boolean, taxes: TokenTaxes): RevertReason | null {
  for (const [index, { tokenIn, pool }] of legs.entries()) {
    const tax = taxes.get(tokenIn)
    if (tax === undefined) continue
    const inputTax = index === 0 ? tax.sellBps : tax.buyBps
    if (index === 0 && !tax.canSell) return 'unsellable'
    if (inputTax > 0 && (!isTaxAware || (pool.kind !== 'pair' && pool.kind !== 'solidly'))) return 'taxedToken'
  }
  return null
}
