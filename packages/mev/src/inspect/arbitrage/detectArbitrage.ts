import type { Address } from 'viem'
import { addBalance, type Balances } from '../flow/balances.ts'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { MinedTransaction } from '../minedBlock.ts'
import { type Cycle, findCycles } from './cycles.ts'
import { isOrderMaker } from './limitOrders.ts'
import { fillsOrders } from './orderFills.ts'
import { findRoute } from './routes.ts'

/**
 * The arbitrage of one transaction, or null.
 *
 * Its swaps, in two pools or more, lead back to a token they began with, and the pools of that cycle together lose: more
 * goes out than comes in of one token at least, and of none less. It is the balance rule of EigenPhi (strongly connected
 * parts of the token flow), and holds whatever the way of funding (own stock, flash loan, flash swap), the token begun
 * with, and the number of cycles. Where the sum over all swaps shows a purchase besides, a single route whose amounts
 * follow each other within one percent and that pays its payer a gain counts too, as in mev-inspect-py.
 * Gas and the coinbase's share are not taken off: what the pools lost is the label's reason, who kept it is in the details.
 * No arbitrage: a swap there and back in one pool, and whatever fills other people's signed orders (settlements).
 */
export function detectArbitrage(flow: TransactionFlow): Cycle | null {
  const { swaps, hidden, inferred } = flow
  if (swaps.length === 0 && hidden.length === 0) return null
  if (swaps.length + hidden.length + inferred.length < 2 || fillsOrders(flow.transaction)) return null
  const cycles = findCycles(swaps)
  if (cycles.length > 0) return join(cycles)
  return findRoute(swaps) ?? (hidden.length > 0 ? findHiddenCycle(flow) : findThroughUnknown(flow))
}

function join(cycles: readonly Cycle[]): Cycle {
  const gains: Balances = new Map()
  for (const cycle of cycles) for (const [token, amount] of cycle.gains) addBalance(gains, token, amount)
  return { swaps: cycles.flatMap((cycle) => cycle.swaps), gains }
}

/**
 * Hops inside a contract that holds many pools move no tokens. There the balances of all holders show it: together they lost,
 * and gained of nothing.
 */
function findHiddenCycle({ swaps, hidden, transfers }: TransactionFlow): Cycle | null {
  const pools = new Set([...swaps, ...hidden].map(({ pool }) => pool))
  if (pools.size < 2) return null
  const holders = new Set<Address>([...swaps, ...hidden].map(({ holder }) => holder))
  const gains: Balances = new Map()
  for (const { token, from, to, amount } of transfers) {
    if (holders.has(from) && !holders.has(to)) addBalance(gains, token, amount)
    if (holders.has(to) && !holders.has(from)) addBalance(gains, token, -amount)
  }
  const changed = [...gains].filter(([, amount]) => amount !== 0n)
  if (changed.length === 0 || changed.some(([, amount]) => amount < 0n)) return null
  return { swaps, gains: new Map(changed) }
}

/**
 * A cycle that leads through a pool of no known DEX, a contract that paid out by itself, or an order that rests for anybody;
 * not through a user or market maker whose tokens were pulled. There the gain must stay with the sender or the contract it called: otherwise a vault that sells its
 * rewards would look like one.
 */
function findThroughUnknown(flow: TransactionFlow): Cycle | null {
  const { swaps, inferred, transaction, transfers } = flow
  const active = inferred.filter(
    ({ holder, tokenOut }) => paysByItself(transaction, holder, tokenOut) || isOrderMaker(transaction, holder),
  )
  if (active.length === 0) return null
  const cycles = findCycles([...swaps, ...active]).filter((cycle) => cycle.swaps.some((swap) => swaps.includes(swap)))
  const kept = cycles.filter(({ gains }) =>
    [...gains].some(([token, gain]) => {
      let own = 0n
      for (const { token: moved, from, to, amount } of transfers) {
        if (moved !== token) continue
        if (to === transaction.from || to === transaction.to) own += amount
        if (from === transaction.from || from === transaction.to) own -= amount
      }
      return gain > 0n && own * 2n >= gain
    }),
  )
  return kept.length > 0 ? join(kept) : null
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
