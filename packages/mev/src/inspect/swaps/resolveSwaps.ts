import type { Address } from 'viem'
import { addBalance, type Balances } from '../flow/balances.ts'
import { toToken } from '../flow/nativeToken.ts'
import type { Transfer } from '../flow/transfer.ts'
import type { PoolEvent } from './poolEvent.ts'
import type { HiddenSwap, PoolSwap } from './poolSwap.ts'

/** Event of a pool, and the position of the last transfer that can belong to it. */
export type PlacedEvent = { readonly event: PoolEvent; readonly position: number }

export type ResolvedSwaps = { readonly swaps: readonly PoolSwap[]; readonly hidden: readonly HiddenSwap[] }

/** Protocols that trade native currency, which logs do not show. */
const takesNative: ReadonlySet<string> = new Set(['curve', 'fluid', 'uniswap_v4', 'saddle', 'dodo', 'mooniswap'])

/**
 * Finds the tokens of each swap among the pool's transfers since its last event: transfers of the event's amounts, or otherwise
 * the pool's net change.
 */
export function resolveSwaps(
  events: readonly PlacedEvent[],
  transfers: readonly Transfer[],
  wrappedNative: Address,
): ResolvedSwaps {
  const swaps: PoolSwap[] = []
  const hidden: HiddenSwap[] = []
  const byHolder = groupByHolder(events, transfers)
  for (const { event, position } of events) {
    const open = byHolder.get(event.holder) ?? []
    // A contract with many pools receives and pays after all swaps.
    const own = event.holder === event.pool ? open.filter((transfer) => transfer.position <= position) : [...open]
    if (event.kind === 'other') {
      consume(open, own)
      continue
    }
    const native = mayBeNative(event, events) ? wrappedNative : null
    const swap = resolve(event, own, { native, wrappedNative })
    if (swap !== null) swaps.push(swap)
    else if (event.zeroForOne !== undefined) hidden.push(toHidden(event, event.zeroForOne))
    consume(open, event.holder === event.pool ? own : swap === null ? [] : matched(event, own))
  }
  return { swaps, hidden }
}

function groupByHolder(
  events: readonly PlacedEvent[],
  transfers: readonly Transfer[],
): ReadonlyMap<Address, Transfer[]> {
  const byHolder = new Map<Address, Transfer[]>()
  for (const { event } of events) byHolder.set(event.holder, [])
  for (const transfer of transfers) {
    if (transfer.from === transfer.to) continue
    byHolder.get(transfer.from)?.push(transfer)
    byHolder.get(transfer.to)?.push(transfer)
  }
  return byHolder
}

function consume(open: Transfer[], used: readonly Transfer[]): void {
  if (used.length === open.length) open.length = 0
  else for (const transfer of used) open.splice(open.indexOf(transfer), 1)
}

const last = (transfers: readonly Transfer[], test: (transfer: Transfer) => boolean): Transfer | undefined => {
  for (let index = transfers.length - 1; index >= 0; index -= 1) {
    const transfer = transfers[index]
    if (transfer !== undefined && test(transfer)) return transfer
  }
  return undefined
}

const findIn = ({ holder, amountIn }: PoolEvent, own: readonly Transfer[]) =>
  amountIn === undefined || amountIn <= 0n
    ? undefined
    : last(own, ({ to, amount }) => to === holder && amount === amountIn)
const findOut = ({ holder, amountOut, caller }: PoolEvent, own: readonly Transfer[]) =>
  caller === undefined
    ? amountOut === undefined || amountOut <= 0n
      ? undefined
      : last(own, ({ from, amount }) => from === holder && amount === amountOut)
    : last(own, ({ from, to }) => from === holder && to === caller)

const matched = (event: PoolEvent, own: readonly Transfer[]): readonly Transfer[] =>
  [findIn(event, own), findOut(event, own)].filter((transfer) => transfer !== undefined)

/**
 * Returns true if the side without a transfer may be native currency. Several swaps inside one contract net against each other,
 * so that the missing side is not native currency.
 */
function mayBeNative(event: PoolEvent, events: readonly PlacedEvent[]): boolean {
  if (!takesNative.has(event.protocol)) return false
  return event.holder === event.pool || events.filter((other) => other.event.holder === event.holder).length === 1
}

type Natives = { readonly native: Address | null; readonly wrappedNative: Address }

function resolve(event: PoolEvent, own: readonly Transfer[], { native, wrappedNative }: Natives): PoolSwap | null {
  const [paid, given] = [findIn(event, own), findOut(event, own)]
  const { amountIn } = event
  const amountOut = event.amountOut ?? (event.caller && given?.amount)
  let tokenIn = event.tokenIn && toToken(event.tokenIn, wrappedNative)
  let tokenOut = event.tokenOut && toToken(event.tokenOut, wrappedNative)
  tokenIn ??= paid?.token
  tokenOut ??= given?.token
  if (tokenIn !== undefined && tokenOut !== undefined && amountIn !== undefined && amountOut !== undefined)
    return toSwap(event, { tokenIn, tokenOut, amountIn, amountOut }, paid, given)
  if (event.holder === event.pool) {
    const net = resolveNet(event, own)
    if (net !== null) return net
  }
  // The other side was native currency, if the protocol trades it.
  if (amountIn === undefined || amountOut === undefined || native === null) return null
  if (tokenIn !== undefined && tokenIn !== native)
    return toSwap(event, { tokenIn, tokenOut: native, amountIn, amountOut }, paid, given)
  if (tokenOut !== undefined && tokenOut !== native)
    return toSwap(event, { tokenIn: native, tokenOut, amountIn, amountOut }, paid, given)
  return null
}

/** Returns the pool's net change, if it is one token for another. */
function resolveNet(event: PoolEvent, own: readonly Transfer[]): PoolSwap | null {
  const net: Balances = new Map()
  for (const { token, to, amount } of own) addBalance(net, token, to === event.holder ? amount : -amount)
  const taken = [...net].filter(([, amount]) => amount > 0n)
  const given = [...net].filter(([, amount]) => amount < 0n)
  const [[tokenIn, amountIn] = [], [tokenOut, amountOut] = []] = [taken[0], given[0]]
  if (taken.length !== 1 || given.length !== 1 || tokenIn === undefined || tokenOut === undefined) return null
  if (amountIn === undefined || amountOut === undefined) return null
  return toSwap(
    event,
    { tokenIn, tokenOut, amountIn, amountOut: -amountOut },
    last(own, ({ to, token }) => to === event.holder && token === tokenIn),
    last(own, ({ from, token }) => from === event.holder && token === tokenOut),
  )
}

type Amounts = Pick<PoolSwap, 'tokenIn' | 'tokenOut' | 'amountIn' | 'amountOut'>

function toSwap(
  { protocol, pool, holder, zeroForOne }: PoolEvent,
  amounts: Amounts,
  paid: Transfer | undefined,
  given: Transfer | undefined,
): PoolSwap | null {
  if (amounts.tokenIn === amounts.tokenOut || amounts.amountIn <= 0n || amounts.amountOut <= 0n) return null
  return {
    protocol,
    pool,
    holder,
    ...amounts,
    payer: paid?.from ?? null,
    recipient: given?.to ?? null,
    // Pools with two tokens sort them by address.
    zeroForOne: zeroForOne ?? amounts.tokenIn < amounts.tokenOut,
  }
}

const toHidden = ({ protocol, pool, holder, amountIn, amountOut }: PoolEvent, zeroForOne: boolean): HiddenSwap => ({
  protocol,
  pool,
  holder,
  zeroForOne,
  tokenIn: null,
  tokenOut: null,
  amountIn: amountIn ?? 0n,
  amountOut: amountOut ?? 0n,
})
