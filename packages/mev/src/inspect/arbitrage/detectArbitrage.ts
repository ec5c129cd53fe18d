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

/** The swaps of an arbitrage, and what it brought to the attacker's addresses. */
export type Arbitrage = { readonly cycle: Cycle; readonly profit: Balances }

/**
 * Returns the arbitrage of one transaction, or null.
 *
 * Its swaps, in two pools or more, lead back to a token they began with, and the pools of that cycle together lose: more
 * goes out than comes in of one token at least, and of none less. It is the balance rule of EigenPhi (strongly connected
 * parts of the token flow), and holds whatever the way of funding (own stock, flash loan, flash swap), the token begun
 * with, and the number of cycles. If the sum over all swaps shows a purchase besides, a single route whose amounts
 * follow each other within one percent and that pays its payer a gain counts too, as in mev-inspect-py.
 *
 * The attacker's addresses must gain, too: a transfer tax, or losing swaps around the cycle, turn it into a loss. A purchase
 * besides the cycle is left out of the profit. Gas and payments to the coinbase are not subtracted.
 * No arbitrage: a swap there and back in one pool, and transactions that fill other people's signed orders (settlements).
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

/** Null if the attacker's addresses did not gain. */
function toArbitrage(flow: TransactionFlow, cycle: Cycle, context: BlockContext): Arbitrage | null {
  const flows = [flow]
  const own = findOwnAddresses({ flows, actors: [], given: computeSwapGain(cycle) }, context)
  const profit = computeNetFlow(flows, own)
  const rest = flow.swaps.filter((swap) => !cycle.includes(swap))
  const losing = toCyclic(rest)
  for (const swap of rest) {
    // Swaps there and back besides the cycle are no purchase.
    if (losing.includes(swap) || isSaleByToken(swap)) continue
    addSwap(profit, { ...swap, amountIn: -swap.amountIn, amountOut: -swap.amountOut })
  }
  return isGain(profit, cycle) ? { cycle, profit } : null
}

/**
 * Hops inside a contract that holds many pools move no tokens. There the balances of all holders show it: together they lost,
 * and gained of nothing.
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
 * A cycle that leads through a pool of no known DEX, a contract that paid out by itself, or an order that rests for anybody;
 * not through a user or market maker whose tokens were pulled. There half the gain of one token must stay with the attacker's
 * addresses: otherwise a vault that sells its rewards would look like one.
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
  const kept = cycles.filter((cycle) => {
    return [...computeSwapGain(cycle)].some(([token, gain]) => gain > 0n && (own.get(token) ?? 0n) * 2n >= gain)
  })
  return kept.length > 0 ? toArbitrage(flow, kept.flat(), context) : null
}

const transferSelector = '0xa9059cbb'

/** Whether an address sent a token, or native currency, by its own call; without calls, whether it is a contract that logs. */
function paysByItself({ calls, logs }: MinedTransaction, holder: Address, token: Address): boolean {
  // A token that is minted for another: a wrapper, a vault's share.
  if (holder === token) return true
  if (calls === null) return logs.some(({ address }) => address === holder)
  return calls.some(
    ({ from, to, selector, value }) =>
      from === holder && (value > 0n || (to === token && selector === transferSelector)),
  )
}
