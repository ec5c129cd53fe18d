import type { Freshness } from '../freshness.ts'

/** Exchange rate of one liquid restaking token against ETH, as the issuer's contract states it. */
export type LrtRate = {
  readonly token: string
  /** ETH per token. */
  readonly rate: number
  /** ETH per token, 18 decimals, as the contract says it. */
  readonly rateWei: bigint
  /** Tokens per ETH. */
  readonly inverseRate: number
  /** Slug of the issuer, e.g. `etherfi`. */
  readonly protocol: string
}

/** A token whose rate could not be read, and why. */
export type SkippedLrt = { readonly token: string; readonly reason: string }

/** Rates of several tokens and the price of ETH, all from one block. */
export type LrtRates = Freshness & {
  /** Block every rate was read at. */
  readonly blockNumber: bigint
  /** By token symbol. */
  readonly rates: { readonly [symbol: string]: LrtRate }
  /** Empty unless partial answers were asked for. */
  readonly skipped: readonly SkippedLrt[]
  readonly ethPriceUsd: number
}
