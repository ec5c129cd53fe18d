import type { Freshness } from '../freshness.ts'

/** Exchange rate of one liquid restaking token in ETH, from the issuer's contract. */
export type LrtRate = {
  readonly token: string
  /** ETH per token. */
  readonly rate: number
  /** ETH per token with 18 decimals, as returned by the contract. */
  readonly rateWei: bigint
  /** Tokens per ETH. */
  readonly inverseRate: number
  /** Slug of the issuer, e.g. `etherfi`. */
  readonly protocol: string
}

/** A token whose rate could not be read, and the reason. */
export type SkippedLrt = { readonly token: string; readonly reason: string }

/** Rates of several tokens and the price of ETH, all from one block. */
export type LrtRates = Freshness & {
  /** Block that all rates were read at. */
  readonly blockNumber: bigint
  /** Rates by token symbol. */
  readonly rates: { readonly [symbol: string]: LrtRate }
  /** Empty unless a partial answer was requested. */
  readonly skipped: readonly SkippedLrt[]
  readonly ethPriceUsd: number
}
