import type { ReadingOf } from '../contract/contract.ts'
import type { FreshnessReading } from './readings.ts'

type Sourced = Pick<FreshnessReading, 'source'>

/** Value locked, US dollars, as DefiLlama has it. @interface */
export type TvlReading = Sourced & ReadingOf<'tvl'>['data']

/** What pools yield, as DefiLlama has it. @interface */
export type YieldsReading = Sourced & ReadingOf<'yields'>['data']

/** What was traded on DEXes, US dollars, as DefiLlama has it. @interface */
export type VolumesReading = Sourced & ReadingOf<'dexVolumes'>['data']

/** The market at a glance, in US dollars; changes of a day are ratios, null where they are not known. @interface */
export type MarketSummaryReading = Sourced &
  Omit<ReadingOf<'marketSummary'>['data'], 'tvl' | 'volume'> & {
    readonly tvlUsd: number
    readonly tvlChange24h: number | null
    readonly volume24hUsd: number
    readonly volumeChange24h: number | null
  }
