import type { Address, Hex } from 'viem'
import type { MinedCall, MinedTransaction } from '../minedBlock.ts'
import { inferSwaps } from '../swaps/inferSwaps.ts'
import { decodePoolCall } from '../swaps/poolCalls.ts'
import type { PoolEvent } from '../swaps/poolEvent.ts'
import { type HiddenSwap, isSaleByToken, type PoolSwap } from '../swaps/poolSwap.ts'
import { decodePoolLog } from '../swaps/registry.ts'
import { type PlacedEvent, type ResolvedSwaps, resolveSwaps } from '../swaps/resolveSwaps.ts'
import { toCallTransfers } from './callTransfers.ts'
import { toLogTransfers, toNativeTransfers } from './logTransfers.ts'
import type { Transfer } from './transfer.ts'

/** Transfers and swaps of a transaction. */
export type TransactionFlow = {
  readonly transaction: MinedTransaction
  readonly transfers: readonly Transfer[]
  /** Swaps in known pools. */
  readonly swaps: readonly PoolSwap[]
  readonly hidden: readonly HiddenSwap[]
  /** Swaps with addresses that took one token and gave another, and are not known pools. */
  readonly inferred: readonly PoolSwap[]
  /** Contracts that hold the tokens of known pools. */
  readonly pools: ReadonlySet<Address>
}

/** Reads the flow of a transaction from its logs, or from its calls if the receipt has no logs. */
export function toTransactionFlow(transaction: MinedTransaction, wrappedNative: Address): TransactionFlow {
  const { logs, calls } = transaction
  const byCalls = logs.length === 0 && calls !== null
  const transfers = byCalls
    ? toCallTransfers(calls, wrappedNative)
    : [...toNativeTransfers(transaction, wrappedNative), ...toLogTransfers(logs, wrappedNative)]
  // A swap consists of two transfers, although a contract with many pools may hide them.
  if (transfers.length < 2 && logs.length < 2)
    return { transaction, transfers, swaps: [], hidden: [], inferred: [], pools: new Set() }
  const events = byCalls ? placeCalls(calls) : placeLogs(transaction)
  const { swaps, hidden } = events.length > 0 ? resolveSwaps(events, transfers, wrappedNative) : nothing
  const pools = new Set<Address>(events.map(({ event }) => event.holder))
  const unseen = calls === null ? toUnseenNative(transaction, { swaps, hidden }, wrappedNative) : []
  const inferred = inferSwaps(transaction, transfers, pools)
  return { transaction, transfers: [...transfers, ...unseen], swaps, hidden, inferred, pools }
}

/**
 * Returns native currency that pools received and paid, which only calls show. Assumes that the called contract is the
 * counterparty. If a token contract sells its own tokens, the token contract is the counterparty.
 */
function toUnseenNative(
  { from, to }: MinedTransaction,
  { swaps, hidden }: ResolvedSwaps,
  wrappedNative: Address,
): readonly Transfer[] {
  const common = { token: wrappedNative, position: -1 }
  return swaps.flatMap((swap) => {
    const { holder, pool, tokenIn, tokenOut, amountIn, amountOut, payer, recipient } = swap
    if (tokenOut === wrappedNative && isSaleByToken(swap) && recipient !== null)
      return [{ ...common, from: recipient, to: tokenIn, amount: amountOut }]
    const trader = to === null || to === holder ? from : to
    // Swaps inside a contract with many pools are netted against each other.
    const isAlone = [...swaps, ...hidden].filter((other) => other.holder === holder).length === 1
    if (holder !== pool && !isAlone) return []
    if (tokenIn === wrappedNative && payer === null) return [{ ...common, from: trader, to: holder, amount: amountIn }]
    if (tokenOut === wrappedNative && recipient === null)
      return [{ ...common, from: holder, to: trader, amount: amountOut }]
    return []
  })
}

const nothing = { swaps: [], hidden: [] } as const

function placeLogs({ logs, calls }: MinedTransaction): readonly PlacedEvent[] {
  const events: PlacedEvent[] = []
  let currencies: Currencies | null = null
  for (let position = 0; position < logs.length; position += 1) {
    const log = logs[position]
    const event = log === undefined ? null : decodePoolLog(log)
    if (event === null) continue
    if (event.holder === event.pool || event.tokenIn !== undefined || calls === null) events.push({ event, position })
    else {
      currencies ??= readCurrencies(calls)
      events.push({ event: withTokens(event, currencies), position })
    }
  }
  return events
}

/** Tokens of pools with an id, in pool order. */
type Currencies = ReadonlyMap<Hex, readonly [Address, Address]>

/** Reads pool tokens from calls. A Uniswap V4 log contains only the pool id, but the call contains the tokens. */
function readCurrencies(calls: readonly MinedCall[]): Currencies {
  const currencies = new Map<Hex, readonly [Address, Address]>()
  for (const call of calls) {
    const event = decodePoolCall(call)
    if (event?.tokenIn === undefined || event.tokenOut === undefined || event.zeroForOne === undefined) continue
    currencies.set(event.pool, event.zeroForOne ? [event.tokenIn, event.tokenOut] : [event.tokenOut, event.tokenIn])
  }
  return currencies
}

function withTokens(event: PoolEvent, currencies: Currencies): PoolEvent {
  const tokens = currencies.get(event.pool)
  if (tokens === undefined) return event
  const [tokenIn, tokenOut] = event.zeroForOne ? tokens : [tokens[1], tokens[0]]
  return { ...event, tokenIn, tokenOut }
}

/** Places the event of a call after all nested calls, where the log would be. */
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
