import type { Address } from 'viem'
import type { MinedCall, MinedTransaction } from '../minedBlock.ts'
import { inferSwaps } from '../swaps/inferSwaps.ts'
import { decodePoolCall } from '../swaps/poolCalls.ts'
import type { HiddenSwap, PoolSwap } from '../swaps/poolSwap.ts'
import { decodePoolLog } from '../swaps/registry.ts'
import { type PlacedEvent, resolveSwaps } from '../swaps/resolveSwaps.ts'
import { toCallTransfers } from './callTransfers.ts'
import { toLogTransfers, toNativeTransfers } from './logTransfers.ts'
import type { Transfer } from './transfer.ts'

/** What a transaction moved and swapped. */
export type TransactionFlow = {
  readonly transaction: MinedTransaction
  readonly transfers: readonly Transfer[]
  /** In pools that are known. */
  readonly swaps: readonly PoolSwap[]
  readonly hidden: readonly HiddenSwap[]
  /** With addresses that took one token and gave another, and are no known pool. */
  readonly inferred: readonly PoolSwap[]
}

/** Reads a transaction's flow by its logs; by its calls where the receipt came without logs. */
export function toTransactionFlow(transaction: MinedTransaction, wrappedNative: Address): TransactionFlow {
  const { logs, calls } = transaction
  const byCalls = logs.length === 0 && calls !== null
  const transfers = byCalls
    ? toCallTransfers(calls, wrappedNative)
    : [...toNativeTransfers(transaction, wrappedNative), ...toLogTransfers(logs, wrappedNative)]
  // A swap is two movements.
  if (transfers.length < 2) return { transaction, transfers, swaps: [], hidden: [], inferred: [] }
  const events = byCalls ? placeCalls(calls) : placeLogs(transaction)
  const { swaps, hidden } = events.length > 0 ? resolveSwaps(events, transfers, wrappedNative) : nothing
  const known = new Set<Address>(events.map(({ event }) => event.holder))
  return { transaction, transfers, swaps, hidden, inferred: inferSwaps(transaction, transfers, known) }
}

const nothing = { swaps: [], hidden: [] } as const

function placeLogs({ logs }: MinedTransaction): readonly PlacedEvent[] {
  const events: PlacedEvent[] = []
  for (let position = 0; position < logs.length; position += 1) {
    const log = logs[position]
    const event = log === undefined ? null : decodePoolLog(log)
    if (event !== null) events.push({ event, position })
  }
  return events
}

/** A call's event is at the end of the calls below it, where a log would be. */
function placeCalls(calls: readonly MinedCall[]): readonly PlacedEvent[] {
  const events: PlacedEvent[] = []
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index]
    const event = call === undefined ? null : decodePoolCall(call)
    if (call === undefined || event === null) continue
    let end = index
    while ((calls[end + 1]?.depth ?? -1) > call.depth) end += 1
    events.push({ event, position: end })
  }
  return events
}
