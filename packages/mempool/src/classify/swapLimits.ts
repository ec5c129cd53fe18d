import type { Action, SwapAction } from '@outrigger/calldata'
import type { Address } from 'viem'
import { toExecutions } from './executions.ts'
import { max, type Played, playActions, type SwapRoute, type SwapSender } from './playActions.ts'
import { sum } from './sum.ts'
import { isOwn, toGain, toOwners } from './swapGain.ts'

/** The most that a route takes and the least that it gives; null where the calldata does not say. Smallest units. */
export type SwapLimits = { readonly most: bigint | null; readonly least: bigint | null }

/**
 * What a route can take from the sender, and what its beneficiary gains at least, as the routers enforce it when they pay out:
 * after fees. A fee that a payout takes of its own sum is not deducted. If parts of the transaction may revert alone, the limits
 * hold for each way in which it may swap.
 */
export function readLimits(actions: readonly Action[], sender: SwapSender, route: SwapRoute): SwapLimits {
  const limits: SwapLimits[] = []
  for (const execution of toExecutions(actions) ?? []) {
    const present = new Set<Action>(execution)
    const entries = route.entries.filter((swap) => present.has(swap))
    const exits = route.exits.filter((swap) => present.has(swap))
    const played = entries.length === 0 ? null : playActions(execution, sender)
    if (played !== null) limits.push(readPlayed(played, sender, { ...route, entries, exits }))
  }
  if (limits.length === 0) return { most: sum(route.entries.map(({ amountIn }) => amountIn)), least: null }
  return limits.reduce((all, { most, least }) => ({
    most: all.most === null || most === null ? null : max(all.most, most),
    least: all.least === null || least === null ? null : min(all.least, least),
  }))
}

function readPlayed(played: Played, sender: SwapSender, route: SwapRoute): SwapLimits {
  const most = readMost(played, sender, route)
  return { most, least: toGain(played, sender, route, most) }
}

/**
 * Of exact inputs, what the swaps take. If one has an exact output, what the sender gives the routers less what they surely
 * return to him.
 */
function readMost(played: Played, sender: SwapSender, { tokenIn, entries, swaps, wrapped }: SwapRoute): bigint | null {
  const { ledger, taken, isSure } = played
  const mostOf = (list: readonly SwapAction[]) => sum(list.map((swap) => taken.get(swap)?.most ?? null))
  const held = entries.filter((swap) => ledger.pays(swap))
  if (held.length === 0 || !isSure || entries.every(({ exact }) => exact === 'in')) return mostOf(entries)
  const isSame = (token: Address | 'native') => token === tokenIn || (token === 'native' && tokenIn === wrapped)
  const native = tokenIn === wrapped ? ledger.brought('native').most : 0n
  const owners = toOwners(swaps, sender)
  const returned = ledger.payouts
    .filter(({ token, to }) => isSame(token) && isOwn(owners, to))
    .reduce((total, { amount }) => total + (amount.least ?? 0n), 0n)
  const given = sum([ledger.brought(tokenIn).most, native])
  const own = entries.filter((swap) => !ledger.pays(swap))
  if (given === null) return mostOf(entries)
  return sum([max(given - returned, 0n), ...(own.length === 0 ? [] : [mostOf(own)])])
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
