import type { Address } from 'viem'
import { toLogWords, toSigned } from '../logWords.ts'
import type { Holdings } from './poolHoldings.ts'
import type { TimedLog } from './walkLogs.ts'

/** What a pool holds and traded, US dollars; null where none of its tokens has a price. */
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
  /** A ratio: mean price, weighted by volume, of the last hour over that of the hour a day before; null without trades. */
  readonly change24h: number | null
}

const hour = 3_600
const day = 86_400

/** Amounts of both tokens that a swap moved, in whole units; null for a log of another form. */
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
 * Prices of all tokens in dollars: those of the main currencies as given, of others by the deepest pool with one of those.
 */
export function computePrices(
  holdings: readonly Holdings[],
  reported: ReadonlyMap<Address, number>,
): ReadonlyMap<Address, number> {
  const deepest = new Map<Address, { readonly usd: number; readonly depthUsd: number }>()
  for (const { tokens, balances, price } of holdings) {
    if (price === null) continue
    for (const [own, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const otherUsd = reported.get(tokens[other].address)
      if (otherUsd === undefined || reported.has(tokens[own].address)) continue
      const depthUsd = balances[other] * otherUsd
      const usd = otherUsd * (own === 0 ? price : 1 / price)
      if (depthUsd > (deepest.get(tokens[own].address)?.depthUsd ?? 0))
        deepest.set(tokens[own].address, { usd, depthUsd })
    }
  }
  return new Map([...reported, ...[...deepest].map(([address, { usd }]) => [address, usd] as const)])
}

type Trades = { readonly time: number; readonly amounts: readonly [number, number] }[]

/** Swaps by pool, in the order of the pools. */
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
 * Volume is the mean of what went in and out, in dollars, as Uniswap's subgraph has it; where only one token has a price,
 * that side. Fees are the pool's share of it.
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

/** Tokens by what was traded of them, most first. */
export function computeTokenActivity(
  pools: readonly PoolActivity[],
  trades: readonly Trades[],
  prices: ReadonlyMap<Address, number>,
  now: number,
): readonly TokenActivity[] {
  const tokens = new Map<Address, { symbol: string; volumeUsd: number; liquidityUsd: number; hours: Hours }>()
  for (const [index, { tokens: pair, balances }] of pools.entries())
    for (const side of [0, 1] as const) {
      const { address, symbol } = pair[side]
      const own = tokens.get(address) ?? { symbol, volumeUsd: 0, liquidityUsd: 0, hours: createHours() }
      tokens.set(address, own)
      own.liquidityUsd += balances[side] * (prices.get(address) ?? 0)
      const usd = pair.map((token) => prices.get(token.address))
      const otherUsd = usd[1 - side]
      for (const { time, amounts } of trades[index] ?? []) {
        if (now - time < day) own.volumeUsd += toValue(amounts, usd) ?? 0
        if (otherUsd !== undefined)
          addTrade(own.hours, now - time, amounts[side], amounts[(1 - side) as 0 | 1] * otherUsd)
      }
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
const createHours = (): Hours => ({ last: [0, 0], first: [0, 0] })

function addTrade({ last, first }: Hours, age: number, units: number, usd: number): void {
  const sums = age < hour ? last : age >= day && age < day + hour ? first : null
  if (sums === null) return
  sums[0] += units
  sums[1] += usd
}

function computeChange({ last, first }: Hours): number | null {
  const [now, before] = [last, first].map(([units, usd]) => (units > 0 ? usd / units : null))
  return now && before ? now / before - 1 : null
}
