import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { toLogWords, toSigned } from '../logWords.ts'
import type { Holdings } from './poolHoldings.ts'
import type { TimedLog } from './walkLogs.ts'

/** A pool's holdings and trades in US dollars. Values are null if none of its tokens has a price. */
export type PoolActivity = Holdings & {
  readonly liquidityUsd: number | null
  readonly volumeUsd: number | null
  readonly feesUsd: number | null
  readonly swaps: number
}

export type TokenActivity = {
  readonly address: Address
  readonly symbol: string
  readonly priceUsd: number | null
  readonly volumeUsd: number
  readonly liquidityUsd: number
  /**
   * The volume-weighted mean price of the last hour relative to the same hour a day before, minus 1. Null without
   * trades.
   */
  readonly change24h: number | null
}

const hour = 3_600
const day = 86_400

/** Returns the amounts of both tokens in a swap, in whole units, or null for a malformed log. */
function toAmounts({ data, topics }: TimedLog, { pool, tokens }: Holdings): readonly [number, number] | null {
  const words = toLogWords(data, pool.form === 'pair' ? 4 : 5)
  if (words === null || words === undefined || topics.length === 0) return null
  const raw =
    pool.form === 'pair'
      ? [words[0] as bigint, words[1] as bigint].map((amount, index) => amount + (words[index + 2] as bigint))
      : [toSigned(words[0] as bigint), toSigned(words[1] as bigint)].map((amount) => (amount < 0n ? -amount : amount))
  const [a, b] = tokens.map(({ decimals }, index) => Number(raw[index]) / 10 ** decimals)
  return a === undefined || b === undefined ? null : [a, b]
}

/**
 * Returns prices of all tokens in dollars. Main currencies have the reported price. Other tokens have the price of
 * their deepest pool with a main currency.
 */
export function computePrices(
  holdings: readonly Holdings[],
  reported: ReadonlyMap<Address, number>,
): ReadonlyMap<Address, number> {
  const deepest = new Map<Address, { readonly usd: number; readonly depthUsd: number }>()
  for (const { token, base, depth, rate } of holdings.flatMap(toQuotes)) {
    const baseUsd = reported.get(base)
    if (baseUsd === undefined || reported.has(token)) continue
    const depthUsd = depth * baseUsd
    if (depthUsd > (deepest.get(token)?.depthUsd ?? 0)) deepest.set(token, { usd: baseUsd * rate, depthUsd })
  }
  return new Map([...reported, ...[...deepest].map(([address, { usd }]) => [address, usd] as const)])
}

/** Each token's price in the other, with the pool's balance of the other. */
function toQuotes({ tokens: [{ address: a }, { address: b }], balances, price }: Holdings) {
  if (price === null) return []
  return [
    { token: a, base: b, depth: balances[1], rate: price },
    { token: b, base: a, depth: balances[0], rate: 1 / price },
  ]
}

type Trades = { readonly time: number; readonly amounts: readonly [number, number] }[]

/** Groups swaps by pool, in the order of the pools. */
export function toTrades(holdings: readonly Holdings[], logs: readonly TimedLog[]): readonly Trades[] {
  const byPool = new Map(holdings.map((one) => [one.pool.address, { one, trades: [] as Trades }]))
  for (const log of logs) {
    const found = byPool.get(log.address.toLowerCase() as Address)
    const amounts = found && toAmounts(log, found.one)
    if (found && amounts) found.trades.push({ time: log.timestamp, amounts })
  }
  return [...byPool.values()].map(({ trades }) => trades)
}

/**
 * Computes volume and fees. Volume is the mean of both sides in dollars, like Uniswap's subgraph, or one side if only
 * one token has a price. Fees are the pool's share of the volume.
 */
export function computePoolActivity(
  holdings: readonly Holdings[],
  trades: readonly Trades[],
  prices: ReadonlyMap<Address, number>,
): readonly PoolActivity[] {
  return holdings.map((one, index) => {
    const usd = one.tokens.map(({ address }) => prices.get(address))
    const own = trades[index] ?? []
    const volumeUsd = own.reduce<number | null>((sum, { amounts }) => {
      const value = toValue(amounts, usd)
      return sum === null || value === null ? null : sum + value
    }, 0)
    const held = one.balances.map((balance, side) => (usd[side] === undefined ? null : balance * (usd[side] as number)))
    const liquidityUsd = held.every((value) => value !== null)
      ? held.reduce((sum, value) => sum + (value ?? 0), 0)
      : null
    const isPriced = usd.some((price) => price !== undefined)
    return {
      ...one,
      liquidityUsd,
      volumeUsd: isPriced ? volumeUsd : null,
      swaps: own.length,
      feesUsd: isPriced && volumeUsd !== null ? (volumeUsd * one.pool.fee) / 1e6 : null,
    }
  })
}

function toValue(amounts: readonly [number, number], usd: readonly (number | undefined)[]): number | null {
  const values = amounts.flatMap((amount, side) => (usd[side] === undefined ? [] : [amount * (usd[side] as number)]))
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Returns the tokens, sorted by volume with the largest first. */
export function computeTokenActivity(
  pools: readonly PoolActivity[],
  trades: readonly Trades[],
  prices: ReadonlyMap<Address, number>,
  now: number,
): readonly TokenActivity[] {
  const tokens = new Map<Address, Totals>()
  for (const [index, { tokens: pair, balances }] of pools.entries())
    for (const side of [0, 1] as const) {
      const { address, symbol } = pair[side]
      const totals = getOrCreate(tokens, address, () => createTotals(symbol))
      totals.liquidityUsd += balances[side] * (prices.get(address) ?? 0)
      const usd = pair.map((token) => prices.get(token.address))
      for (const trade of trades[index] ?? []) addTrade(totals, trade, side, usd, now)
    }
  return [...tokens]
    .map(([address, { hours, ...rest }]) => ({
      address,
      ...rest,
      priceUsd: prices.get(address) ?? null,
      change24h: computeChange(hours),
    }))
    .sort((a, b) => b.volumeUsd - a.volumeUsd)
}

type Hours = { readonly last: [units: number, usd: number]; readonly first: [units: number, usd: number] }
type Totals = { readonly symbol: string; volumeUsd: number; liquidityUsd: number; readonly hours: Hours }
const createTotals = (symbol: string): Totals => ({
  symbol,
  volumeUsd: 0,
  liquidityUsd: 0,
  hours: { last: [0, 0], first: [0, 0] },
})

function addTrade(
  totals: Totals,
  { time, amounts }: Trades[number],
  side: 0 | 1,
  usd: readonly (number | undefined)[],
  now: number,
): void {
  if (now - time < day) totals.volumeUsd += toValue(amounts, usd) ?? 0
  const [otherAmount, otherUsd] = [amounts[side === 0 ? 1 : 0], usd[1 - side]]
  if (otherUsd !== undefined) addToHours(totals.hours, now - time, amounts[side], otherAmount * otherUsd)
}

function addToHours({ last, first }: Hours, age: number, units: number, usd: number): void {
  const sums = age < hour ? last : age >= day && age < day + hour ? first : null
  if (sums === null) return
  sums[0] += units
  sums[1] += usd
}

function computeChange({ last, first }: Hours): number | null {
  const [now, before] = [last, first].map(([units, usd]) => (units > 0 ? usd / units : null))
  return now && before ? now / before - 1 : null
}
