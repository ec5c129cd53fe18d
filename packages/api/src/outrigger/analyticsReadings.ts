/** Length of a point of a series. Weeks begin on Monday; all are of UTC. */
export type SeriesInterval = '1m' | '5m' | '15m' | '1h' | '1d' | '1w' | '1M'

type Point = {
  /** First moment of the interval, Unix ms. */
  readonly startMs: number
  /** In the unit of the metric. */
  readonly value: number
  /** Of `transaction_volume` the same in base units, exact; else null. */
  readonly amount: bigint | null
  /** True while blocks of the interval are missing, or it is not over. */
  readonly isPartial: boolean
}

/** What the points of a series mean, and how much of the period is counted. */
type Meaning = {
  readonly unit: string
  /** How the metric is counted on this chain. */
  readonly method: string
  /** Of distinct counts, as a ratio; null for exact figures. */
  readonly standardError: number | null
  readonly coverage: {
    readonly fromBlock: bigint | null
    readonly toBlock: bigint | null
    readonly blocks: number
    /** Share of the period in which every block is counted, 0 to 1. */
    readonly share: number
    readonly complete: boolean
    readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[]
  }
}

/** A metric of a chain over time. An interval of which no block is counted is left out. */
type Series = Meaning & {
  readonly chain: string
  readonly metric: string
  readonly interval: SeriesInterval
  readonly fromMs: number
  readonly toMs: number
  /** Ascending. */
  readonly points: readonly Point[]
}

type Comparison = {
  readonly metric: string
  readonly aggregation: string
  /** By chain: its points and their meaning, or the error of a chain that lacks the metric or cannot be read. */
  readonly chains: Readonly<
    Record<
      string,
      (Meaning & { readonly points: readonly Point[] }) | { readonly error: string; readonly message: string }
    >
  >
}

/** Where each figure comes from, and why one is null, by its name on the wire. */
type Origin = {
  readonly sources: Readonly<Record<string, string>>
  readonly unavailable: Readonly<Record<string, string>>
}

/** Blocks whose swaps were read; `complete` where they are the last 24 hours. */
type Searched = { readonly fromBlock: bigint; readonly toBlock: bigint; readonly complete: boolean }

type Overview = Pick<Origin, 'unavailable'> & {
  readonly timestampMs: number
  readonly transactions: number
  readonly volumeUsd: number
  readonly activeChains: number
  /** Distinct API keys of the last 24 hours. */
  readonly activeUsers: number
  readonly chains: Readonly<
    Record<
      string,
      {
        readonly transactions: number
        readonly volumeUsd: number | null
        readonly fromBlock: bigint | null
        readonly toBlock: bigint | null
        readonly isActive: boolean
      }
    >
  >
}

type TrendingTokens = {
  readonly chain: string
  readonly timestampMs: number
  readonly source: string
  /** Most traded first. */
  readonly tokens: readonly {
    readonly symbol: string
    readonly address: string
    /** A ratio: mean price of the last hour over that of the hour a day before, minus 1; null without trades then. */
    readonly change24h: number | null
    readonly volume24hUsd: number
    readonly priceUsd: number | null
    readonly liquidityUsd: number
  }[]
  readonly coverage: Searched
}

type Liquidity = {
  readonly protocol: string
  readonly chain: string
  readonly timestampMs: number
  readonly liquidityUsd: number
  readonly pools: readonly {
    readonly pair: string
    readonly address: string
    /** A ratio: 0.003 is 0.3 %. */
    readonly fee: number
    readonly liquidityUsd: number | null
    readonly volume24hUsd: number | null
    readonly fees24hUsd: number | null
    readonly swaps24h: number
  }[]
  readonly coverage: Searched
}

type Defi = Origin & {
  readonly timestampMs: number
  readonly tvlUsd: number | null
  readonly volume24hUsd: number | null
  /** `dominance` is a ratio of the whole. */
  readonly protocols: readonly { readonly name: string; readonly tvlUsd: number; readonly dominance: number }[]
}

type MarketOverview = Origin & {
  readonly timestampMs: number
  readonly marketCapUsd: number | null
  /** Ratios of the whole market. */
  readonly btcDominance: number | null
  readonly ethDominance: number | null
  readonly volume24hUsd: number | null
  /** 0 to 100. */
  readonly fearAndGreed: number | null
  readonly trendingCategories: readonly string[]
}

type ChainsMetrics = {
  readonly timestampMs: number
  readonly chains: readonly (Pick<Origin, 'unavailable'> & {
    readonly name: string
    /** Transactions a second. */
    readonly tps: number | null
    readonly blockTimeMs: number | null
    readonly activeValidators: number | null
    readonly latestBlock: bigint | null
  })[]
}

type ChainActivity = {
  readonly transactions: number
  readonly sent: number
  readonly received: number
  readonly volumeUsd: number | null
  readonly feesUsd: number | null
  /** `day`: each transaction at the price of its day; `present`: all at the present price; null without prices. */
  readonly priceBasis: 'day' | 'present' | null
  /** Whether all of its transactions were found. */
  readonly complete: boolean
}

type UserActivity = Pick<Origin, 'unavailable'> & {
  readonly address: string
  readonly timestampMs: number
  readonly transactions: number
  readonly firstMs: number | null
  readonly lastMs: number | null
  readonly volumeUsd: number | null
  readonly feesUsd: number | null
  readonly chainsUsed: readonly string[]
  readonly chains: Readonly<Record<string, ChainActivity>>
}

type ProtocolStats = Origin & {
  readonly protocol: string
  readonly timestampMs: number
  readonly tvlUsd: number | null
  readonly volume24hUsd: number | null
  readonly uniqueUsers: number | null
  readonly transactions: number | null
  readonly pools: number | null
  /** A ratio a year: 0.05 is 5 %. */
  readonly apyAverage: number | null
  readonly chains: readonly string[]
}

type Metric = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly unit: string
  readonly aggregations: readonly string[]
  readonly chains: readonly string[]
}

/** What the questions for analytics give. Times are Unix ms, values US dollars, shares and changes ratios. */
export type AnalyticsReadings = {
  readonly series: Series
  readonly comparison: Comparison
  readonly metrics: readonly Metric[]
  readonly overview: Overview
  readonly trendingTokens: TrendingTokens
  readonly liquidity: Liquidity
  readonly defi: Defi
  readonly marketOverview: MarketOverview
  readonly chains: ChainsMetrics
  readonly userActivity: UserActivity
  readonly protocolStats: ProtocolStats
}
