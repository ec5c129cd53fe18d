import type { Action, SwapAction } from '@outrigger/calldata'
import { type Bounds, boundByPrices, exactly, Ledger } from '@outrigger/calldata/internal'
import type { Address } from 'viem'
import type { TransactionCall } from '../transaction/toTransaction.ts'

/** The transaction around the actions. */
export type SwapSender = Pick<TransactionCall, 'from' | 'to' | 'value'>

/** A route, with the swaps that receive its input and the swaps that return its output. */
export type SwapRoute = {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly swaps: readonly SwapAction[]
  readonly entries: readonly SwapAction[]
  readonly exits: readonly SwapAction[]
  /** The chain's wrapped native token. */
  readonly wrapped: Address | null
}

/** Result of playing actions with the amounts that the calldata states. */
export type Played = {
  readonly actions: readonly Action[]
  readonly ledger: Ledger
  /** Input of each swap. */
  readonly taken: ReadonlyMap<SwapAction, Bounds>
  /** False if a router pays out an amount from an unknown source. */
  readonly isSure: boolean
}

/** Plays actions as far as the calldata states their amounts. Returns null if they revert on any state. */
export function playActions(actions: readonly Action[], { to, value }: SwapSender): Played | null {
  const ledger = new Ledger(actions, { to: toLower(to), value, raises: true })
  const taken = new Map<SwapAction, Bounds>()
  let isSure = true
  for (const action of actions) {
    if (action.kind === 'swap') taken.set(action, toTaken(action, ledger))
    const outcome =
      action.kind === 'swap'
        ? ledger.swap(action, taken.get(action) ?? exactly(null), toGiven(action, taken))
        : ledger.run(action)
    if (outcome === 'short') return null
    // What an account that is not a router holds says nothing about the swaps.
    if (outcome === 'unknown' && (action.kind !== 'payment' || ledger.counts(action.from, action))) isSure = false
  }
  return { actions, ledger, taken, isSure }
}

function toTaken(swap: SwapAction, ledger: Ledger): Bounds {
  const { exact, amountIn, hasPriceLimit } = swap
  if (amountIn === null) return exact === 'in' ? ledger.available(swap) : exactly(null)
  return exact === 'in' && hasPriceLimit !== true ? exactly(amountIn) : { least: 0n, most: amountIn }
}

function toGiven(swap: SwapAction, taken: Played['taken']): Bounds {
  const { exact, amountOut, hasPriceLimit } = swap
  if (exact === 'in') return { least: toLeast(swap, taken) ?? 0n, most: null }
  return hasPriceLimit === true ? { least: 0n, most: amountOut } : exactly(amountOut)
}

/**
 * Returns the minimum output that a swap itself guarantees: the output that it states, or the output at the minimum
 * prices of its hops if that is higher. Returns null if the calldata contains neither.
 */
export function toLeast(swap: SwapAction, taken: Played['taken']): bigint | null {
  const { exact, amountOut, hopPrices, hasPriceLimit } = swap
  if (exact === 'out') return hasPriceLimit === true ? 0n : amountOut
  const amountIn = taken.get(swap)?.least ?? null
  if (hopPrices === undefined || amountIn === null) return amountOut
  return max(amountOut ?? 0n, boundByPrices('in', amountIn, hopPrices) ?? 0n)
}

export const toLower = (address: Address | null) => address && (address.toLowerCase() as Address)
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
