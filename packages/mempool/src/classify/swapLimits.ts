import type { Action, SwapAction } from '@outrigger/calldata'
import { boundByPrices, Ledger, withoutTolerated } from '@outrigger/calldata/internal'
import type { Address } from 'viem'
import type { TransactionCall } from '../transaction/toTransaction.ts'
import { sum } from './sum.ts'

/** The transaction around the actions. */
export type SwapSender = Pick<TransactionCall, 'from' | 'to' | 'value'>

/** A route with the swaps that take its input and those that give its output. */
export type SwapRoute = {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly entries: readonly SwapAction[]
  readonly exits: readonly SwapAction[]
}

/** The most that a route takes and the least that it gives; null where the calldata does not say. Smallest units. */
export type SwapLimits = { readonly most: bigint | null; readonly least: bigint | null }

type Played = { readonly ledger: Ledger; readonly taken: ReadonlyMap<SwapAction, bigint | null> }

/**
 * The limits of a route as its routers enforce them: those of the swaps, carried through fees to the payout, or those of the
 * payout itself where these are tighter. A fee that a payout takes of its own sum is not deducted.
 */
export function readLimits(all: readonly Action[], sender: SwapSender, route: SwapRoute): SwapLimits {
  const actions = withoutTolerated(all)
  const played = play(actions, sender)
  const { exits, entries } = route
  const isExactOut = entries[0]?.exact === 'out'
  return {
    most: isExactOut ? readMost(actions, sender, route, played) : sum(entries.map((swap) => toTaken(swap, played))),
    least: isExactOut ? sum(exits.map(({ amountOut }) => amountOut)) : readLeast(actions, sender, route, played),
  }
}

/** Carries the actions out with the least that each swap gives. */
function play(actions: readonly Action[], { to, value }: SwapSender): Played {
  const ledger = new Ledger(actions, { to: toLower(to), value, raises: true })
  const taken = new Map<SwapAction, bigint | null>()
  for (const action of actions)
    if (action.kind !== 'swap') ledger.run(action)
    else {
      const amountIn = action.amountIn ?? ledger.available(action)
      taken.set(action, amountIn)
      ledger.swap(action, amountIn, toOwnLeast(action, amountIn) ?? 0n)
    }
  return { ledger, taken }
}

/** What a router is known to hold when the swap takes all of it. */
function toTaken(swap: SwapAction, { ledger, taken }: Played): bigint | null {
  if (swap.amountIn !== null || !ledger.pays(swap)) return swap.amountIn
  return taken.get(swap) || null
}

/** Of the swap itself: the output that it states, or that the least prices of its hops come to. */
function toOwnLeast({ exact, amountOut, hopPrices }: SwapAction, amountIn: bigint | null): bigint | null {
  if (exact === 'out' || hopPrices === undefined || amountIn === null) return amountOut
  return max(amountOut ?? 0n, boundByPrices('in', amountIn, hopPrices) ?? 0n)
}

function readLeast(
  actions: readonly Action[],
  sender: SwapSender,
  { tokenOut, exits }: SwapRoute,
  { ledger, taken }: Played,
): bigint | null {
  const toLeast = (swap: SwapAction) => toOwnLeast(swap, taken.get(swap) ?? null)
  const isHeld = (swap: SwapAction) => ledger.receives(swap)
  const paid = toPaid(ledger, tokenOut, toLower(sender.from))
  const least =
    paid === null || !exits.some(isHeld)
      ? sum(exits.map(toLeast))
      : (sum([paid, ...exits.filter((swap) => !isHeld(swap)).map(toLeast)]) ?? null)
  const checked = actions.reduce((most, action) => {
    const isCheck = action.kind === 'payment' && action.amount === 'none' && action.token === tokenOut
    return isCheck ? max(most, action.least) : most
  }, 0n)
  return checked > (least ?? 0n) ? checked : least
}

/**
 * What reaches the sender; where nothing does, the account that receives the rest after fees, or all accounts where none
 * does.
 */
function toPaid({ payouts }: Ledger, token: Address, sender: Address | null): bigint | null {
  const ofToken = payouts.filter((payout) => payout.token === token)
  const own = ofToken.filter(({ to }) => to !== null && to === sender)
  const rest = new Set(ofToken.filter(({ isRest }) => isRest).map(({ to }) => to))
  const counted = own.length > 0 ? own : rest.size > 0 ? ofToken.filter(({ to }) => rest.has(to)) : ofToken
  return sum(counted.map(({ amount }) => amount))
}

/** What its swaps or settlements accept, or what its routers are given, less what they must return. */
function readMost(actions: readonly Action[], sender: SwapSender, route: SwapRoute, { ledger }: Played): bigint | null {
  const { tokenIn, entries } = route
  const most = sum(entries.map(({ amountIn }) => amountIn))
  if (!entries.every((swap) => ledger.pays(swap))) return most
  const given = sum([
    ...actions.map((action) => toGiven(action, tokenIn, ledger)),
    entries.some(({ isNativeIn }) => isNativeIn) || actions.some(({ kind }) => kind === 'wrap')
      ? toSent(sender, ledger)
      : 0n,
  ])
  if (given === null) return most
  const returned = ledger.payouts.reduce((total, { token, least }) => (token === tokenIn ? total + least : total), 0n)
  const left = max(given - returned, 0n)
  return most === null || left < most ? left : most
}

/** What other accounts give the routers of a token; null for no limit. */
function toGiven(action: Action, token: Address, ledger: Ledger): bigint | null {
  if (action.kind === 'transfer')
    return action.token === token && ledger.counts(action.to, action) && !ledger.counts(action.from, action)
      ? action.amount
      : 0n
  if (action.kind !== 'payment' || action.token !== token) return 0n
  if (!ledger.counts(action.to, action) || ledger.counts(action.from, action)) return 0n
  if (action.amount === 'debt') return action.most
  return typeof action.amount === 'bigint' ? action.amount : null
}

function toSent({ to, value }: SwapSender, ledger: Ledger): bigint | null {
  const router = toLower(to)
  return router !== null && ledger.counts(router, { target: router }) ? value : null
}

const toLower = (address: Address | null) => address && (address.toLowerCase() as Address)
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
