import type { Response } from '@outrigger/api/contract'
import { wire } from './client.ts'

export type Price = Response<'priceCurrent'>
export type Source = Price['sources'][number]
export type Token = Response<'aggregatorTokens'>['data']['tokens'][number]

/** A listed token with its price, or the error of the request. */
export type PricedToken = { readonly token: Token; readonly price: Price | undefined; readonly error: unknown }

/** Reads the listed tokens of a chain. Tokens that share symbol and name, such as shares of pools, are omitted. */
export async function readTokens(chain: string): Promise<readonly Token[]> {
  const { tokens } = (await wire.aggregatorTokens({ chain })).data
  const toKey = ({ symbol, name }: Token) => `${symbol} ${name}`
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(toKey(token), (counts.get(toKey(token)) ?? 0) + 1)
  return tokens.filter((token) => counts.get(toKey(token)) === 1)
}

/** The time of the oldest price, in Unix ms. */
export function toOldestMs(prices: readonly PricedToken[]): number | undefined {
  const times = prices.flatMap(({ price }) => (price === undefined ? [] : [Date.parse(price.timestamp)]))
  return times.length === 0 ? undefined : Math.min(...times)
}

const rejections: Readonly<Record<NonNullable<Source['rejection']>, string>> = {
  implausible: 'Rejected: the price or its time is impossible',
  stale: 'Rejected: older than this source may be',
  thin: 'Rejected: too little liquidity',
  witness: 'Not part of the price: lags by design, and only settles disagreements',
  outlier: 'Rejected: too far from the other sources',
}

/** Says whether a source is part of the price, and why not. */
export const describeUse = ({ rejection }: Source): string => (rejection === null ? 'Used' : rejections[rejection])
