import type { ReadingOf } from '../contract/contract.ts'
import type { FreshnessReading } from './readings.ts'

type Sourced = Pick<FreshnessReading, 'source'>

/** Value locked in US dollars, from DefiLlama. @interface */
export type TvlReading = Sourced & ReadingOf<'tvl'>['data']

/** Yields of pools, from DefiLlama. @interface */
export type YieldsReading = Sourced & ReadingOf<'yields'>['data']

/** Trading volumes of DEXes in US dollars, from DefiLlama. @interface */
export type VolumesReading = Sourced & ReadingOf<'dexVolumes'>['data']

/** Totals of the market in US dollars. Changes over 24 hours are ratios, or null if unknown. @interface */
export type MarketSummaryReading = Sourced &
  Omit<ReadingOf<'marketSummary'>['data'], 'tvl' | 'volume'> & {
    readonly tvlUsd: number
    readonly tvlChange24h: number | null
    readonly volume24hUsd: number
    readonly volumeChange24h: number | null
  }
