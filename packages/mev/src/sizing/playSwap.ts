import type { Action, SwapAction } from '@outrigger/calldata'
import { keepsPrice, type LedgerOptions } from '@outrigger/calldata/internal'
import { type PoolState, swapPoolOut } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { computeAmountIn } from './computeAmountIn.ts'
import { type Leg, quoteLegs, swapLeg, toReceivedFromPool } from './leg.ts'
import { type TokenTaxes, takeTax } from './tokenTaxes.ts'

/** One swap of a pending swap's path: which pool and in which direction; its state is that of whatever it is played on. */
export type Hop = { readonly pool: Hex; readonly tokenIn: Address; readonly tokenOut: Address }

/** A swap of a pending transaction with the pools it goes through. Smallest units. */
export type ResolvedSwap = {
  readonly hops: readonly Hop[]
  readonly exact: 'in' | 'out'
  /** The exact input, or the most that is given for an exact output. */
  readonly amountIn: bigint
  /** The least accepted, or the exact output. */
  readonly amountOut: bigint
  /** Whether its router reckons with what arrives (`…SupportingFeeOnTransferTokens`); others revert on taxed tokens. */
  readonly isTaxAware: boolean
  /** The least price of each hop, as in `SwapAction`. */
  readonly hopPrices?: readonly bigint[] | undefined
  /** What it is a part of, where its amounts or limits depend on other swaps of its transaction. */
  readonly plan?: Plan | null
}

/** A swap with the pools it goes through, null where they are not known; or a payment between swaps. */
export type PlanStep =
  | { readonly action: SwapAction; readonly swap: ResolvedSwap | null }
  | { readonly action: Exclude<Action, SwapAction>; readonly swap?: never }

/**
 * The swaps of one transaction and the payments of its routers between and after them. What a swap takes may be what another
 * gives, and a limit may be checked of the sum of several when it is paid out.
 */
export type Plan = { readonly call: LedgerOptions; readonly steps: readonly PlanStep[] }

/** `insufficientOutput`: its own limit is not met · `poolReverts`: a pool cannot carry it out at all. */
export type RevertReason = 'insufficientOutput' | 'poolReverts' | 'taxedToken' | 'unsellable'

/** `stateUnknown`: it goes through, but leaves a pool in a state that cannot be computed (Curve's CryptoSwap). */
export type UnplayedReason = RevertReason | 'stateUnknown'

export type PlayedSwap = {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** The pools it went through, as it leaves them. */
  readonly next: readonly PoolState[]
}

/** Where pools' states are read. */
export type PoolStates = { get(id: Hex): PoolState | null | undefined }

/** Plays a swap on pools as they are; the reason where it would revert or leaves what is not known. The pools themselves do not change. */
export function playSwap(swap: ResolvedSwap, pools: PoolStates, taxes: TokenTaxes): PlayedSwap | UnplayedReason {
  const legs = toLegs(swap.hops, pools)
  if (legs === null) return 'poolReverts'
  const refusal = findTaxRefusal(legs, swap.isTaxAware, taxes)
  if (refusal !== null) return refusal
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
 * An exact output through pools that compute its input themselves, from the last to the first; undefined where one of them
 * does not.
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

/** With what the token takes of the last transfer. */
function toArrived(played: PlayedSwap, legs: readonly Leg[], taxes: TokenTaxes): PlayedSwap {
  const last = legs.at(-1)
  return last ? { ...played, amountOut: toReceivedFromPool(last, played.amountOut, taxes) } : played
}

/** Whether each hop keeps the least price that the router checks. */
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

/** A pool may tell what it pays and not what it is afterwards. */
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

/** The hops with the pools' present states; null where one is missing. */
export function toLegs(hops: readonly Hop[], pools: PoolStates): readonly Leg[] | null {
  const legs = hops.map(({ pool: id, tokenIn, tokenOut }) => {
    const pool = pools.get(id)
    return pool ? { pool, tokenIn, tokenOut } : null
  })
  return legs.includes(null) ? null : (legs as readonly Leg[])
}

/**
 * @param transfers `direct`: pools pay each other, as Uniswap V2's router has it, so that a token between two pools is
 * transferred once · `held`: everything passes through the trader's account
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

/** A leg that the leg before pays: the tax of that transfer is taken already. */
function swapLegDirect(leg: Leg, amountIn: bigint, taxes: TokenTaxes): ReturnType<typeof swapLeg> {
  const outcome = swapLeg(leg, amountIn)
  return outcome && { ...outcome, amountOut: takeTax(outcome.amountOut, taxes.get(leg.tokenOut)?.buyBps ?? 0) }
}

function findTaxRefusal(legs: readonly Leg[], isTaxAware: boolean, taxes: TokenTaxes): RevertReason | null {
  for (const [index, { tokenIn, pool }] of legs.entries()) {
    const tax = taxes.get(tokenIn)
    if (tax === undefined) continue
    const takenOnTheWay = index === 0 ? tax.sellBps : tax.buyBps
    if (index === 0 && !tax.canSell) return 'unsellable'
    if (takenOnTheWay > 0 && (!isTaxAware || (pool.kind !== 'pair' && pool.kind !== 'solidly'))) return 'taxedToken'
  }
  return null
}
