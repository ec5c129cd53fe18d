import type { PriceToken } from './priceToken.ts'

/** Kind of a source: an on-chain price feed, pools of a DEX, an exchange, or an aggregator of these. */
export type PriceSourceKind = 'feed' | 'dex' | 'exchange' | 'aggregator'

/** Price of a token from one source. */
export type PriceSample = {
  /** Name of the market. @default the source's name */
  readonly name?: string
  readonly priceUsd: number
  /** Time of the price, Unix milliseconds. */
  readonly timestampMs: number
  /** Age in ms from which the price is stale, for example a feed's heartbeat. */
  readonly maxAgeMs: number
  /** Expected inaccuracy, 0-1, for example the deviation threshold of a feed. @default 0 */
  readonly deviation?: number
  /** Dollars that can be traded within 2 % of the price, the smaller of both sides. */
  readonly liquidityUsd?: number
  readonly bidUsd?: number
  readonly askUsd?: number
  /** Taker fee, 0-1. */
  readonly takerFee?: number
  /** Change of the price in 24 hours, as a ratio: 0.01 means 1 % up. */
  readonly change24h?: number
  readonly change7d?: number
  readonly volume24hUsd?: number
  readonly marketCapUsd?: number
  /**
   * Whether the price lags by design, like a time-weighted mean. Such a sample may decide a disagreement but is never
   * part of the price.
   */
  readonly isWitness?: boolean
  /** Details, for example the name of the feed. */
  readonly detail?: string
}

/** One bar of trading. Prices are in US dollars, and times are in Unix milliseconds. */
export type Candle = {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Volume in US dollars. Null if the source does not report it. */
  readonly volumeUsd: number | null
}

export type CandleInterval = '1h' | '1d'

export type CandleRange = { readonly interval: CandleInterval; readonly fromMs: number; readonly toMs: number }

/** A source of prices. The built-in sources are in `sources/`. */
export type PriceSource = {
  readonly name: string
  readonly kind: PriceSourceKind
  /** All possible names of its samples. @default its own name */
  readonly names?: readonly string[]
  /**
   * Reads the current prices of a token. Returns an empty list for an unknown token. Rejects with the reason of a failure.
   * Must end when the signal aborts.
   */
  read(token: PriceToken, signal: AbortSignal): Promise<readonly PriceSample[]>
  /**
   * Reads past bars in ascending order, including the unfinished bar. Returns null if the source has no bars of the
   * token.
   */
  readHistory?(token: PriceToken, range: CandleRange, signal: AbortSignal): Promise<readonly Candle[] | null>
  close?(): Promise<void>
}
