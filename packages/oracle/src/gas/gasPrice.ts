import type { Freshness } from '../freshness.ts'
import type { GasTierName } from './gasTierName.ts'
import type { InclusionQuote } from './model/inclusionQuote.ts'

/** What to put into an EIP-1559 transaction, in wei. */
export type GasTier = {
  /** Base fee of the next block. */
  readonly baseFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Exactly base fee plus tip, enough for the next block (`GasQuote.inclusion` has caps for whole windows); on Arbitrum 5 % of the base fee more, which is not paid unless the fee rises meanwhile. */
  readonly maxFeePerGas: bigint
}

/** One set of fees per confirmation target, in wei. */
export type GasTiers = { readonly [tier in GasTierName]: GasTier }

/**
 * How busy a chain is, by two measures; the higher level counts.
 *
 * | level | gas used over gas target, mean of the last 10 blocks | next base fee over the usual one |
 * |---|---|---|
 * | `low` | below 0.9 | below 1.1 |
 * | `medium` | from 0.9 | from 1.1 |
 * | `high` | from 1.2 | from 1.5 |
 * | `critical` | from 1.6 | from 3 |
 */
export type Congestion = 'low' | 'medium' | 'high' | 'critical'

export type ProviderStatus = 'healthy' | 'degraded' | 'unavailable'

/** What one block and its recent past say about the price of gas. All fees in wei. */
export type GasQuote = {
  /** Name of the chain's profile. */
  readonly chain: string
  readonly blockNumber: bigint
  /** Base fee of block `blockNumber`. */
  readonly baseFeePerGas: bigint
  /** What the next block will charge; the tiers build on it. */
  readonly nextBaseFeePerGas: bigint
  /**
   * Set when the chain's rule, computed here, and the node disagree about the next base fee. The node's is used: a fork
   * may have changed the rule's parameters.
   */
  readonly baseFeeMismatch: { readonly computed: bigint; readonly node: bigint } | null
  readonly tiers: GasTiers
  /**
   * What the tiers promise, with the confidence, how often it came true, and a cap that holds for the whole window; `asked`
   * for a window and confidence that were asked for.
   */
  readonly inclusion: { readonly [tier in GasTierName]: InclusionQuote } & { readonly asked?: InclusionQuote }
  readonly congestion: Congestion
}

/** A gas quote with its age and source, and the state of the providers. Fees are in wei. */
export type GasPrice = GasQuote &
  Freshness & {
    /** `degraded` while a backup answers, `unavailable` while nobody does. */
    readonly providerStatus: ProviderStatus
    readonly failoverActive: boolean
  }

/** A quote as it is served. A value from a backup is degraded service, an outlived one no service. */
export function toGasPrice(quote: GasQuote, poolStatus: ProviderStatus, freshness: Freshness): GasPrice {
  const failoverActive = freshness.source === 'backup'
  const providerStatus = freshness.stale
    ? 'unavailable'
    : failoverActive || poolStatus !== 'healthy'
      ? 'degraded'
      : 'healthy'
  return Object.freeze({ ...quote, ...freshness, providerStatus, failoverActive })
}
