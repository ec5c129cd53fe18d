import type { Response } from '../../contract/contract.ts'
import type { Outrigger } from '../../outrigger/outrigger.ts'
import type { ComparisonReading, PriceHistoryReading, PriceReading } from '../../outrigger/readings.ts'
import type { ApiClient } from '../apiClient.ts'

/** Prices as a client asks for them. */
export function createPriceQuestions(wire: ApiClient): Outrigger['prices'] {
  return {
    get: async (chain, symbol) => toPriceReading(await wire.priceCurrent({ chain, symbol })),
    compare: async (chain, symbol, exchanges) =>
      toComparisonReading(await wire.priceCompare({ chain, symbol, exchanges: exchanges.join(',') })),
    history: async (chain, symbol, options = {}) =>
      toPriceHistoryReading(await wire.priceHistory({ chain, symbol, ...options })),
  }
}

const toRatio = (percent: number | null): number | null => (percent === null ? null : percent / 100)

function toPriceReading(answer: Response<'priceCurrent'>): PriceReading {
  const { redemption, stale } = answer
  return {
    chain: answer.chain,
    symbol: answer.symbol,
    address: answer.address as PriceReading['address'],
    priceUsd: answer.price_usd,
    basis: answer.basis,
    change24h: toRatio(answer.price_change_24h),
    change7d: toRatio(answer.price_change_7d),
    volume24hUsd: answer.volume_24h,
    marketCapUsd: answer.market_cap,
    liquidityUsd: answer.liquidity_usd,
    spread: answer.spread_percent / 100,
    source: stale ? 'cache' : 'primary',
    stale,
    ttlMs: answer.ttl_seconds * 1000,
    timestampMs: Date.parse(answer.timestamp),
    opinions: answer.sources.map(({ name, kind, price_usd, timestamp, liquidity_usd, rejection, detail }) => ({
      name,
      kind,
      priceUsd: price_usd,
      timestampMs: Date.parse(timestamp),
      liquidityUsd: liquidity_usd,
      rejection,
      detail,
    })),
    redemption: redemption && {
      rate: redemption.rate,
      priceUsd: redemption.price_usd,
      premium: toRatio(redemption.premium_percent),
      protocol: redemption.protocol,
    },
    silent: answer.missing,
  }
}

function toComparisonReading(answer: Response<'priceCompare'>): ComparisonReading {
  const { best_price: best, arbitrage } = answer
  return {
    chain: answer.chain,
    symbol: answer.symbol,
    timestampMs: Date.parse(answer.timestamp),
    offers: answer.comparison.map(({ exchange, kind, price_usd, liquidity, buy_usd, sell_usd }) => ({
      exchange,
      kind,
      priceUsd: price_usd,
      liquidityUsd: liquidity,
      buyUsd: buy_usd,
      sellUsd: sell_usd,
    })),
    best: best && { exchange: best.exchange, priceUsd: best.price_usd },
    spreadUsd: answer.price_spread,
    arbitrage: arbitrage && {
      buyOn: arbitrage.buy_on,
      sellOn: arbitrage.sell_on,
      amountUsd: arbitrage.amount_usd,
      profitUsd: arbitrage.profit_usd,
    },
    silent: answer.missing,
  }
}

function toPriceHistoryReading(answer: Response<'priceHistory'>): PriceHistoryReading {
  const { chain, symbol, interval, volatility, coverage, missing } = answer
  return {
    chain,
    symbol,
    interval,
    volatility,
    coverage,
    silent: missing,
    bars: answer.history.map(({ timestamp, open, high, low, close, volume, source }) => ({
      startMs: Date.parse(timestamp),
      open,
      high,
      low,
      close,
      volumeUsd: volume,
      source,
    })),
    periodChange: toRatio(answer.period_change),
  }
}
