import type { FreshnessReading } from './readings.ts'

/** Value locked, US dollars, as DefiLlama has it. */
export type TvlReading = FreshnessReading & {
  /** Of chains without what is counted twice; of a protocol the sum of its parts. */
  readonly totalTvlUsd: number
  /** Largest first. */
  readonly protocols: readonly {
    readonly name: string
    readonly slug: string
    readonly category: string | null
    readonly tvlUsd: number
    readonly chains: readonly string[]
  }[]
  readonly chains: Readonly<Record<string, number>>
}

/** What pools yield, as DefiLlama has it. */
export type YieldsReading = FreshnessReading & {
  /** Largest first. Yields are ratios a year: 0.05 is 5 %; null where they are not known. */
  readonly pools: readonly {
    readonly id: string
    readonly project: string
    readonly chain: string
    readonly symbol: string
    readonly apy: number | null
    readonly apyBase: number | null
    readonly apyReward: number | null
    readonly tvlUsd: number | null
    readonly isStable: boolean
  }[]
  /** How many pass the filters. */
  readonly count: number
}

/** What was traded on DEXes, US dollars, as DefiLlama has it. */
export type VolumesReading = FreshnessReading & {
  readonly period: '24h' | '7d' | '30d'
  readonly totalUsd: number
  readonly total24hUsd: number
  /** A ratio: 0.01 is one percent more than the day before; null where that is not known. */
  readonly change24h: number | null
  /** Most traded first. */
  readonly dexes: readonly {
    readonly name: string
    readonly slug: string
    readonly volume24hUsd: number | null
    readonly volume7dUsd: number | null
    readonly volume30dUsd: number | null
    readonly chains: readonly string[]
  }[]
}

type NamedValue = { readonly name: string; readonly tvlUsd: number }

/** The market at a glance, in US dollars; changes of a day are ratios, null where they are not known. */
export type MarketSummaryReading = FreshnessReading & {
  readonly tvlUsd: number
  readonly tvlChange24h: number | null
  readonly volume24hUsd: number
  readonly volumeChange24h: number | null
  readonly topProtocols: readonly NamedValue[]
  readonly topChains: readonly NamedValue[]
}
