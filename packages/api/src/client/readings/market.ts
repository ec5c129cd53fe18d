import type { Arguments, Response } from '../../contract/contract.ts'
import type { MarketSummaryReading, TvlReading, VolumesReading, YieldsReading } from '../../outrigger/marketReadings.ts'
import type { Outrigger, YieldsParameters } from '../../outrigger/outrigger.ts'
import type { FreshnessReading } from '../../outrigger/readings.ts'
import type { ApiClient } from '../apiClient.ts'
import { dropUndefined } from './dropUndefined.ts'

/** The market as a client asks for it. */
export function createMarketQuestions(wire: ApiClient): Outrigger['market'] {
  return {
    getTvl: async (parameters = {}) => toTvlReading(await wire.tvl({ ...parameters })),
    getYields: async (parameters = {}) => toYieldsReading(await wire.yields(toYieldsQuery(parameters))),
    getVolumes: async (parameters = {}) => toVolumesReading(await wire.dexVolumes({ ...parameters })),
    getSummary: async () => toMarketSummaryReading(await wire.marketSummary()),
  }
}

const toRatio = (percent: number | null): number | null => (percent === null ? null : percent / 100)

type Aged = { readonly timestamp: string; readonly stale: boolean; readonly ttl_seconds: number }

const toFreshness = ({ timestamp, stale, ttl_seconds }: Aged): FreshnessReading => ({
  source: stale ? 'cache' : 'primary',
  stale,
  ttlMs: ttl_seconds * 1000,
  timestampMs: Date.parse(timestamp),
})

const toYieldsQuery = ({ chain, project, minApy, minTvlUsd, isStable, limit }: YieldsParameters): Arguments<'yields'> =>
  dropUndefined({
    chain,
    project,
    limit,
    min_tvl: minTvlUsd,
    stablecoin: isStable,
    min_apy: minApy === undefined ? undefined : minApy * 100,
  })

function toTvlReading({ data }: Response<'tvl'>): TvlReading {
  return {
    ...toFreshness(data),
    totalTvlUsd: data.total_tvl_usd,
    protocols: data.protocols.map(({ tvl_usd, ...protocol }) => ({ ...protocol, tvlUsd: tvl_usd })),
    chains: data.chains,
  }
}

function toYieldsReading({ data }: Response<'yields'>): YieldsReading {
  return {
    ...toFreshness(data),
    pools: data.pools.map((one) => ({
      id: one.pool,
      project: one.project,
      chain: one.chain,
      symbol: one.symbol,
      apy: toRatio(one.apy),
      apyBase: toRatio(one.apy_base),
      apyReward: toRatio(one.apy_reward),
      tvlUsd: one.tvl_usd,
      isStable: one.stable,
    })),
    count: data.count,
  }
}

function toVolumesReading({ data }: Response<'dexVolumes'>): VolumesReading {
  return {
    ...toFreshness(data),
    period: data.period,
    totalUsd: data.total_usd,
    total24hUsd: data.total_24h_usd,
    change24h: toRatio(data.change_24h_percent),
    dexes: data.dexes.map(({ name, slug, chains, volume_24h_usd, volume_7d_usd, volume_30d_usd }) => ({
      name,
      slug,
      chains,
      volume24hUsd: volume_24h_usd,
      volume7dUsd: volume_7d_usd,
      volume30dUsd: volume_30d_usd,
    })),
  }
}

function toMarketSummaryReading({ data }: Response<'marketSummary'>): MarketSummaryReading {
  const { tvl, volume } = data
  const toNamed = (rows: readonly { readonly name: string; readonly tvl_usd: number }[]) =>
    rows.map(({ name, tvl_usd }) => ({ name, tvlUsd: tvl_usd }))
  return {
    ...toFreshness(data),
    tvlUsd: tvl.total_usd,
    tvlChange24h: toRatio(tvl.change_24h_percent),
    volume24hUsd: volume.total_24h_usd,
    volumeChange24h: toRatio(volume.change_24h_percent),
    topProtocols: toNamed(data.top_protocols),
    topChains: toNamed(data.top_chains),
  }
}
