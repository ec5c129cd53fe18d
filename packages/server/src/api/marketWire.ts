import type { MarketSummaryReading, TvlReading, VolumesReading, YieldsReading } from '@outrigger/api'
import { contract, encode, type Response } from '@outrigger/api/contract'
import type { DexActivity } from '@outrigger/defi/dex'
import type { ProtocolTvl } from '@outrigger/defi/market'
import { withAge } from './wireAmounts.ts'

type Data<id extends 'tvl' | 'yields' | 'dexVolumes' | 'marketSummary'> = Response<id>['data']

const { tvl, yields, dexVolumes, marketSummary } = contract

export const toWireTvl = (found: TvlReading, nowMs: number): Data<'tvl'> =>
  encode(tvl.response.properties.data, withAge(found, nowMs))

export const toWireYields = (found: YieldsReading, nowMs: number): Data<'yields'> =>
  encode(yields.response.properties.data, withAge(found, nowMs))

export const toWireVolumes = (found: VolumesReading, nowMs: number): Data<'dexVolumes'> =>
  encode(dexVolumes.response.properties.data, withAge(found, nowMs))

export const toWireMarketSummary = (summary: MarketSummaryReading, nowMs: number): Data<'marketSummary'> =>
  encode(marketSummary.response.properties.data, {
    ...withAge(summary, nowMs),
    tvl: { totalUsd: summary.tvlUsd, change24h: summary.tvlChange24h },
    volume: { total24hUsd: summary.volume24hUsd, change24h: summary.volumeChange24h },
  })

export const toWireVerification = (own: ProtocolTvl, sourceUsd: number): NonNullable<Data<'tvl'>['verification']> =>
  encode(tvl.response.properties.data.properties.verification, {
    ...own,
    sourceTvlUsd: sourceUsd,
    differenceUsd: own.tvlUsd - sourceUsd,
    difference: sourceUsd === 0 ? null : own.tvlUsd / sourceUsd - 1,
  })

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
  return encode(dexVolumes.response.properties.data.properties.verification, {
    dex,
    chain: activity.chain,
    fromBlock: activity.fromBlock,
    toBlock: activity.toBlock,
    pools: own.length,
    volume24hUsd: volumeUsd,
    fees24hUsd: sum((one) => one.feesUsd),
    tvlUsd: sum((one) => one.liquidityUsd),
    sourceVolume24hUsd: sourceUsd,
    differenceUsd: volumeUsd - sourceUsd,
    difference: sourceUsd === 0 ? null : volumeUsd / sourceUsd - 1,
    isComplete: activity.isComplete,
  })
}
