import type { MarketSummaryReading, TvlReading, VolumesReading, YieldsReading } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'
import type { DexActivity } from '@outrigger/defi/dex'
import type { ProtocolTvl } from '@outrigger/defi/market'
import { toWireAge } from './gasWire.ts'

type Data<id extends 'tvl' | 'yields' | 'dexVolumes' | 'marketSummary'> = Response<id>['data']

/** Rounds so that 2.84 does not become 2.8399999999999999 and the source's own figure is preserved. */
const toPercent = (ratio: number | null): number | null =>
  ratio === null ? null : Number((ratio * 100).toPrecision(14))

function toAge(answer: TvlReading | YieldsReading | VolumesReading | MarketSummaryReading, nowMs: number) {
  return {
    timestamp: new Date(answer.timestampMs).toISOString(),
    ...toWireAge([answer], nowMs),
    ttl_seconds: Math.ceil(answer.ttlMs / 1000),
  }
}

export function toWireTvl(tvl: TvlReading, nowMs: number): Data<'tvl'> {
  return {
    total_tvl_usd: tvl.totalTvlUsd,
    ...toAge(tvl, nowMs),
    protocols: tvl.protocols.map(({ name, slug, category, tvlUsd, chains }) => ({
      name,
      slug,
      category,
      tvl_usd: tvlUsd,
      chains: [...chains],
    })),
    chains: tvl.chains,
  }
}

export function toWireVerification(own: ProtocolTvl, sourceUsd: number): NonNullable<Data<'tvl'>['verification']> {
  return {
    protocol: own.protocol,
    chain: own.chain,
    block_number: Number(own.blockNumber),
    tvl_usd: own.tvlUsd,
    borrowed_usd: own.borrowedUsd,
    source_tvl_usd: sourceUsd,
    difference_usd: own.tvlUsd - sourceUsd,
    difference_percent: sourceUsd === 0 ? null : toPercent(own.tvlUsd / sourceUsd - 1),
    complete: own.isComplete,
    tokens: own.tokens.map(({ token, symbol, locked, borrowed, decimals, priceUsd }) => ({
      token,
      symbol,
      locked: String(locked),
      borrowed: String(borrowed),
      decimals,
      price_usd: priceUsd,
    })),
  }
}

/** Pools without a price in dollars are omitted. */
export function toWireVolumeVerification(
  dex: string,
  activity: DexActivity,
  sourceUsd: number,
): NonNullable<Data<'dexVolumes'>['verification']> {
  const own = activity.pools.filter(({ pool, volumeUsd }) => pool.dex === dex && volumeUsd !== null)
  const sum = (of: (one: (typeof own)[number]) => number | null) =>
    own.reduce((total, one) => total + (of(one) ?? 0), 0)
  const volumeUsd = sum((one) => one.volumeUsd)
  return {
    dex,
    chain: activity.chain,
    from_block: Number(activity.fromBlock),
    to_block: Number(activity.toBlock),
    pools: own.length,
    volume_24h_usd: volumeUsd,
    fees_24h_usd: sum((one) => one.feesUsd),
    tvl_usd: sum((one) => one.liquidityUsd),
    source_volume_24h_usd: sourceUsd,
    difference_usd: volumeUsd - sourceUsd,
    difference_percent: sourceUsd === 0 ? null : toPercent(volumeUsd / sourceUsd - 1),
    complete: activity.isComplete,
  }
}

export function toWireYields(yields: YieldsReading, nowMs: number): Data<'yields'> {
  return {
    pools: yields.pools.map(({ id, project, chain, symbol, apy, apyBase, apyReward, tvlUsd, isStable }) => ({
      pool: id,
      project,
      chain,
      symbol,
      apy: toPercent(apy),
      apy_base: toPercent(apyBase),
      apy_reward: toPercent(apyReward),
      tvl_usd: tvlUsd,
      stable: isStable,
    })),
    count: yields.count,
    ...toAge(yields, nowMs),
  }
}

export function toWireVolumes(volumes: VolumesReading, nowMs: number): Data<'dexVolumes'> {
  return {
    period: volumes.period,
    total_usd: volumes.totalUsd,
    total_24h_usd: volumes.total24hUsd,
    change_24h_percent: toPercent(volumes.change24h),
    dexes: volumes.dexes.map(({ name, slug, volume24hUsd, volume7dUsd, volume30dUsd, chains }) => ({
      name,
      slug,
      volume_24h_usd: volume24hUsd,
      volume_7d_usd: volume7dUsd,
      volume_30d_usd: volume30dUsd,
      chains: [...chains],
    })),
    ...toAge(volumes, nowMs),
  }
}

export function toWireMarketSummary(summary: MarketSummaryReading, nowMs: number): Data<'marketSummary'> {
  const toNamed = (rows: MarketSummaryReading['topChains']) =>
    rows.map(({ name, tvlUsd }) => ({ name, tvl_usd: tvlUsd }))
  return {
    ...toAge(summary, nowMs),
    tvl: { total_usd: summary.tvlUsd, change_24h_percent: toPercent(summary.tvlChange24h) },
    volume: { total_24h_usd: summary.volume24hUsd, change_24h_percent: toPercent(summary.volumeChange24h) },
    top_protocols: toNamed(summary.topProtocols),
    top_chains: toNamed(summary.topChains),
  }
}
