import type { Action, SwapAction } from '@outrigger/calldata'
import type { Address } from 'viem'
import { toExecutions } from './executions.ts'
import { max, type Played, playActions, type SwapRoute, type SwapSender } from './playActions.ts'
import { sum } from './sum.ts'
import { isOwn, toGain, toOwners } from './swapGain.ts'

/** Maximum input and minimum output of a route, in smallest units. Null if the calldata does not contain them. */
type SwapLimits = { readonly most: bigint | null; readonly least: bigint | null }

/**
 * Returns the maximum that a route can take from the sender and the minimum that its beneficiary gains, as enforced by the
 * routers at payout, after fees. A fee that a payout deducts from its own amount is not subtracted. If parts of the
 * transaction may revert separately, the limits apply to every execution with a swap.
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
 * Returns the inputs of the swaps if all are exact. If one has an exact output, returns the amount that the sender gives to
 * the routers minus the amount that they certainly return.
 */
function readMost(played: Played, sender: SwapSender, { tokenIn, entries, swaps, wrapped }: SwapRoute): bigint | null {
  const { ledger, taken, isSure } = played
  const mostOf = (list: readonly SwapAction[]) => sum(list.map((swap) => taken.get(swap)?.most ?? null))
  const paidByRouter = entries.filter((swap) => ledger.pays(swap))
  if (paidByRouter.length === 0 || !isSure || entries.every(({ exact }) => exact === 'in')) return mostOf(entries)
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
