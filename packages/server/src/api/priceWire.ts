import type { ComparisonReading, PriceHistoryReading, PriceReading } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'
import { volatilityFormula } from '@outrigger/oracle/internal'

const toIso = (ms: number): string => new Date(ms).toISOString()
const toPercent = (ratio: number | null): number | null => (ratio === null ? null : ratio * 100)
/** An age in tenths of a second is precise enough. */
const toAge = (fromMs: number, nowMs: number): number => Math.round(Math.max(0, nowMs - fromMs) / 100) / 10

export function toWirePrice(price: PriceReading, nowMs: number): Response<'priceCurrent'> {
  const { redemption, timestampMs } = price
  return {
    chain: price.chain,
    symbol: price.symbol,
    address: price.address,
    price_usd: price.priceUsd,
    basis: price.basis,
    price_change_24h: toPercent(price.change24h),
    price_change_7d: toPercent(price.change7d),
    volume_24h: price.volume24hUsd,
    market_cap: price.marketCapUsd,
    liquidity_usd: price.liquidityUsd,
    spread_percent: price.spread * 100,
    timestamp: toIso(timestampMs),
    age_seconds: toAge(timestampMs, nowMs),
    stale: price.stale,
    ttl_seconds: Math.ceil(price.ttlMs / 1000),
    redemption: redemption && {
      rate: redemption.rate,
      price_usd: redemption.priceUsd,
      premium_percent: toPercent(redemption.premium),
      protocol: redemption.protocol,
    },
    sources: price.opinions.map((opinion) => ({
      name: opinion.name,
      kind: opinion.kind,
      price_usd: opinion.priceUsd,
      timestamp: toIso(opinion.timestampMs),
      age_seconds: toAge(opinion.timestampMs, nowMs),
      liquidity_usd: opinion.liquidityUsd,
      used: opinion.rejection === null,
      rejection: opinion.rejection,
      detail: opinion.detail,
    })),
    missing: price.silent.map(({ name, reason }) => ({ name, reason })),
  }
}

export function toWireComparison(found: ComparisonReading): Response<'priceCompare'> {
  const { best, arbitrage } = found
  return {
    chain: found.chain,
    symbol: found.symbol,
    timestamp: toIso(found.timestampMs),
    comparison: found.offers.map((offer) => ({
      exchange: offer.exchange,
      kind: offer.kind,
      price_usd: offer.priceUsd,
      liquidity: offer.liquidityUsd,
      buy_usd: offer.buyUsd,
      sell_usd: offer.sellUsd,
    })),
    best_price: best && { exchange: best.exchange, price_usd: best.priceUsd },
    price_spread: found.spreadUsd,
    arbitrage_opportunity: arbitrage !== null,
    arbitrage: arbitrage && {
      buy_on: arbitrage.buyOn,
      sell_on: arbitrage.sellOn,
      amount_usd: arbitrage.amountUsd,
      profit_usd: arbitrage.profitUsd,
    },
    missing: found.silent.map(({ name, reason }) => ({ name, reason })),
  }
}

export function toWireHistory(history: PriceHistoryReading): Response<'priceHistory'> {
  return {
    chain: history.chain,
    symbol: history.symbol,
    interval: history.interval,
    history: history.bars.map(({ startMs, open, high, low, close, volumeUsd, source }) => ({
      timestamp: toIso(startMs),
      open,
      high,
      low,
      close,
      volume: volumeUsd,
      source,
    })),
    period_change: toPercent(history.periodChange),
    volatility: history.volatility,
    volatility_formula: volatilityFormula,
    coverage: { ...history.coverage, sources: [...history.coverage.sources] },
    missing: history.silent.map(({ name, reason }) => ({ name, reason })),
  }
}
