import type { ChainName } from '@outrigger/core'
import { toCandles } from '../compute/toCandles.ts'
import type { CandleRange, PriceSample, PriceSource } from '../priceSource.ts'
import type { PriceToken } from '../priceToken.ts'
import { getJson } from './getJson.ts'

export type DefiLlamaOptions = {
  /** @default https://coins.llama.fi */
  readonly url?: string
  /** Lowest accepted confidence, 0-1. Prices with a lower confidence are ignored. @default 0.9 */
  readonly minConfidence?: number
}

type Current = {
  readonly coins: {
    readonly [id: string]: { readonly price?: unknown; readonly timestamp?: unknown; readonly confidence?: unknown }
  }
}
type Chart = {
  readonly coins: {
    readonly [id: string]: { readonly prices?: readonly { readonly timestamp?: unknown; readonly price?: unknown }[] }
  }
}

/** DefiLlama's chain names that differ from ours. */
const chainSlugs: { readonly [chain in ChainName]?: string } = {
  avalanche: 'avax',
  gnosis: 'xdai',
  zksync: 'era',
  worldchain: 'wc',
}
/** CoinGecko ids of coins without a contract, which DefiLlama also accepts. */
const coinIds: { readonly [chain in ChainName]?: string } = {
  bitcoin: 'coingecko:bitcoin',
  solana: 'coingecko:solana',
  cosmoshub: 'coingecko:cosmos',
  osmosis: 'coingecko:osmosis',
  starknet: 'coingecko:starknet',
}

/** Maximum age of a price. DefiLlama updates prices every few minutes. */
const maxAgeMs = 20 * 60_000
const maxChartPoints = 500

/**
 * Creates a source of DefiLlama's coins API: token prices by chain and address, and price history. Needs no key.
 *
 * @example createDefiLlamaSource({ url: 'https://coins.llama.fi' })
 */
export function createDefiLlamaSource(options: DefiLlamaOptions = {}): PriceSource {
  const { url = 'https://coins.llama.fi', minConfidence = 0.9 } = options
  return {
    name: 'defillama',
    kind: 'aggregator',
    async read(token, signal) {
      const id = toId(token)
      if (id === null) return []
      const path = `/prices/current/${id}`
      return toSamples((await getJson<Current>({ baseUrl: url, path, signal })).coins?.[id], minConfidence)
    },
    async readHistory(token, range, signal) {
      const id = toId(token)
      if (id === null) return null
      const prices = await readChart(url, id, range, signal)
      return prices.length === 0 ? null : toCandles(prices, range)
    },
  }
}

function toId({ chain, address, isNative }: PriceToken): string | null {
  if (address === null) return isNative ? (coinIds[chain] ?? null) : null
  return `${chainSlugs[chain] ?? chain}:${address}`
}

function toSamples(coin: Current['coins'][string] | undefined, minConfidence: number): readonly PriceSample[] {
  const { price, timestamp, confidence } = coin ?? {}
  if (typeof price !== 'number' || typeof timestamp !== 'number') return []
  if (typeof confidence === 'number' && confidence < minConfidence) return []
  return [{ priceUsd: price, timestampMs: timestamp * 1000, maxAgeMs }]
}

async function readChart(url: string, id: string, range: CandleRange, signal: AbortSignal) {
  const { interval, fromMs, toMs } = range
  const stepSeconds = interval === '1h' ? 3_600 : 86_400
  const points: { readonly timestampMs: number; readonly priceUsd: number }[] = []
  for (let start = Math.floor(fromMs / 1000); start < toMs / 1000; start += stepSeconds * maxChartPoints) {
    const span = Math.min(maxChartPoints, Math.ceil((toMs / 1000 - start) / stepSeconds) + 1)
    const path = `/chart/${id}?start=${start}&span=${span}&period=${interval}`
    const { coins } = await getJson<Chart>({ baseUrl: url, path, signal })
    for (const { timestamp, price } of coins?.[id]?.prices ?? [])
      if (typeof timestamp === 'number' && typeof price === 'number')
        points.push({ timestampMs: timestamp * 1000, priceUsd: price })
  }
  return points
}
