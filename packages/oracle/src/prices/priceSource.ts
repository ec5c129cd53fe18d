import type { PriceToken } from './priceToken.ts'

/** Where a price comes from: a price feed on chain, pools of a DEX, an exchange, or somebody who sums these up. */
export type PriceSourceKind = 'feed' | 'dex' | 'exchange' | 'aggregator'

/** What one source says of a token. */
export type PriceSample = {
  /** Which of the source's markets says it. @default the source's name */
  readonly name?: string
  readonly priceUsd: number
  /** When it was so, Unix milliseconds. */
  readonly timestampMs: number
  /** Older than this it is stale: of a feed its own heartbeat. */
  readonly maxAgeMs: number
  /** By how much it may be off and still be right, 0-1: the deviation threshold of a feed. @default 0 */
  readonly deviation?: number
  /** Dollars that can be traded within 2 % of the price, the lesser of both sides. */
  readonly liquidityUsd?: number
  readonly bidUsd?: number
  readonly askUsd?: number
  /** What a trade there costs its taker, 0-1. */
  readonly takerFee?: number
  /** Changes are ratios: 0.01 is one percent up. */
  readonly change24h?: number
  readonly change7d?: number
  readonly volume24hUsd?: number
  readonly marketCapUsd?: number
  /** It lags by design, as a mean over time does: it helps to find out who is right and is never part of the price. */
  readonly isWitness?: boolean
  /** How it was made, e.g. the feed. */
  readonly detail?: string
}

/** One bar of trading. Prices are US dollars, times Unix milliseconds. */
export type Candle = {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** US dollars; null where the source has none. */
  readonly volumeUsd: number | null
}

export type CandleInterval = '1h' | '1d'

export type CandleRange = { readonly interval: CandleInterval; readonly fromMs: number; readonly toMs: number }

/** Somebody who knows prices: one file each in `sources/`, or your own. */
export type PriceSource = {
  readonly name: string
  readonly kind: PriceSourceKind
  /** All names its samples may have. @default its own */
  readonly names?: readonly string[]
  /**
   * What it says of a token now; empty where it does not know the token. Rejects with a message that says why it cannot
   * report. It must end when the signal aborts.
   */
  read(token: PriceToken, signal: AbortSignal): Promise<readonly PriceSample[]>
  /** Past bars, ascending; null where it has none of the token. Those of the latest, unfinished interval are included. */
  readHistory?(token: PriceToken, range: CandleRange, signal: AbortSignal): Promise<readonly Candle[] | null>
  close?(): Promise<void>
}
