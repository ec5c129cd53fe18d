import type { Address } from 'viem'
import { addBalance, type Balances } from '../flow/balances.ts'
import { computeNetFlow } from '../flow/netFlow.ts'
import { type BlockContext, findOwnAddresses } from '../flow/ownAddresses.ts'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { MinedTransaction } from '../minedBlock.ts'
import { addSwap, computeSwapGain } from '../profit.ts'
import { isSaleByToken } from '../swaps/poolSwap.ts'
import { type Cycle, findCycles, isGain, toCyclic } from './cycles.ts'
import { isOrderMaker } from './limitOrders.ts'
import { fillsOrders } from './orderFills.ts'
import { findRoute } from './routes.ts'

/** Swaps of an arbitrage and the gain of the attacker's addresses. */
export type Arbitrage = { readonly cycle: Cycle; readonly profit: Balances }

/**
 * Returns the arbitrage of one transaction, or null.
 *
 * The swaps use at least two pools and form a cycle of tokens. In total the pools of the cycle lose at least one token and gain
 * none. This is EigenPhi's balance rule (strongly connected components of the token flow). The rule is independent of the funding
 * (own balance, flash loan, flash swap), the first token and the number of cycles.
 *
 * If the sum over all swaps also contains a purchase, one profitable route is sufficient, as in mev-inspect-py. The amount sold
 * in each hop must be within one percent of the amount bought in the previous hop, and the payer must receive the gain.
 *
 * The attacker's addresses must gain as well, because transfer taxes or other losing swaps can turn the cycle into a loss. A
 * purchase outside the cycle is excluded from the profit. Gas and payments to the coinbase are not subtracted. Buying and selling
 * in one pool is not an arbitrage, and neither is filling other users' signed orders (settlements).
 */
export function detectArbitrage(flow: TransactionFlow, context: BlockContext): Arbitrage | null {
  const { swaps, hidden, inferred } = flow
  if (swaps.length === 0 && hidden.length === 0) return null
  if (swaps.length + hidden.length + inferred.length < 2 || fillsOrders(flow.transaction)) return null
  const cycles = findCycles(swaps)
  const cycle = cycles.length > 0 ? cycles.flat() : findRoute(swaps)
  if (cycle !== null) return toArbitrage(flow, cycle, context)
  return hidden.length > 0 ? findHiddenCycle(flow, context) : findThroughUnknown(flow, context)
}

/** Returns null if the attacker's addresses did not gain. */
function toArbitrage(flow: TransactionFlow, cycle: Cycle, context: BlockContext): Arbitrage | null {
  const flows = [flow]
  const own = findOwnAddresses({ flows, actors: [], given: computeSwapGain(cycle) }, context)
  const profit = computeNetFlow(flows, own)
  const rest = flow.swaps.filter((swap) => !cycle.includes(swap))
  const losing = toCyclic(rest)
  for (const swap of rest) {
    // Swaps in both directions outside the cycle are not a purchase.
    if (losing.includes(swap) || isSaleByToken(swap)) continue
    addSwap(profit, { ...swap, amountIn: -swap.amountIn, amountOut: -swap.amountOut })
  }
  return isGain(profit, cycle) ? { cycle, profit } : null
}

/**
 * Finds cycles through contracts that hold many pools. Hops inside such a contract move no tokens, so the balances of all holders
 * decide: in total they must lose at least one token and gain none.
 */
function findHiddenCycle(flow: TransactionFlow, context: BlockContext): Arbitrage | null {
  const { swaps, hidden, transfers } = flow
  const pools = new Set([...swaps, ...hidden].map(({ pool }) => pool))
  if (pools.size < 2) return null
  const holders = new Set<Address>([...swaps, ...hidden].map(({ holder }) => holder))
  const gains: Balances = new Map()
  for (const { token, from, to, amount } of transfers) {
    if (holders.has(from) && !holders.has(to)) addBalance(gains, token, amount)
    if (holders.has(to) && !holders.has(from)) addBalance(gains, token, -amount)
  }
  const changed = [...gains.values()].filter((amount) => amount !== 0n)
  if (changed.length === 0 || changed.some((amount) => amount < 0n)) return null
  return toArbitrage(flow, swaps, context)
}

/**
 * Finds cycles through a holder that is not a known DEX: a contract that paid by itself, or the maker of an open limit order.
 * Users and market makers whose tokens were pulled by others do not count. The attacker's addresses must keep at least half of
 * one token's gain. Otherwise a vault that sells its rewards would match.
 */
function findThroughUnknown(flow: TransactionFlow, context: BlockContext): Arbitrage | null {
  const { swaps, inferred, transaction } = flow
  const active = inferred.filter(
    ({ holder, tokenOut }) => paysByItself(transaction, holder, tokenOut) || isOrderMaker(transaction, holder),
  )
  if (active.length === 0) return null
  const cycles = findCycles([...swaps, ...active]).filter((cycle) => cycle.some((swap) => swaps.includes(swap)))
  if (cycles.length === 0) return null
  const own = computeNetFlow([flow], new Set([transaction.from, transaction.to ?? transaction.from]))
  const profitable = cycles.filter((cycle) => {
    return [...computeSwapGain(cycle)].some(([token, gain]) => gain > 0n && (own.get(token) ?? 0n) * 2n >= gain)
  })
  return profitable.length > 0 ? toArbitrage(flow, profitable.flat(), context) : null
}

const transferSelector = '0xa9059cbb'

/**
 * Returns true if an address sent the token or native currency in its own call. Without calls, checks whether it emitted logs.
 */
function paysByItself({ calls, logs }: MinedTransaction, holder: Address, token: Address): boolean {
  // The token contract mints its own token, e.g. a wrapper or a vault share.
  if (holder === token) return true
  if (calls === null) return logs.some(({ address }) => address === holder)
  return calls.some(
    ({ from, to, selector, value }) =>
      from === holder && (value > 0n || (to === token && selector === transferSelector)),
  )
}
