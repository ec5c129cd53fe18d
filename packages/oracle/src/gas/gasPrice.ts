import type { Freshness } from '../freshness.ts'
import type { GasTierName } from './gasTierName.ts'
import type { InclusionQuote } from './model/inclusionQuote.ts'

/** Fees of an EIP-1559 transaction, in wei. */
export type GasTier = {
  /** Base fee of the next block. */
  readonly baseFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /**
   * Exactly base fee plus tip, which is enough for the next block. `GasQuote.inclusion` contains caps for whole
   * windows. On Arbitrum the cap is 5 % of the base fee higher. This margin is only paid if the fee rises.
   */
  readonly maxFeePerGas: bigint
}

/** The fees of each confirmation target, in wei. */
export type GasTiers = { readonly [tier in GasTierName]: GasTier }

/**
 * How busy a chain is, by two measures. The higher level applies.
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

/** The price of gas after one block, computed from that block and recent blocks. All fees in wei. */
export type GasQuote = {
  /** Name of the chain's profile. */
  readonly chain: string
  readonly blockNumber: bigint
  /** Base fee of block `blockNumber`. */
  readonly baseFeePerGas: bigint
  /** Base fee of the next block. The tiers use it. */
  readonly nextBaseFeePerGas: bigint
  /**
   * Set if the computed next base fee differs from the node's. The node's fee is used, because a fork may have changed the
   * parameters of the rule.
   */
  readonly baseFeeMismatch: { readonly computed: bigint; readonly node: bigint } | null
  readonly tiers: GasTiers
  /**
   * Inclusion target of each tier, with the confidence, how often past windows met it, and a fee cap for the whole window.
   * `asked` is the quote for the caller's own window and confidence.
   */
  readonly inclusion: { readonly [tier in GasTierName]: InclusionQuote } & { readonly asked?: InclusionQuote }
  readonly congestion: Congestion
}

/** A gas quote with its age and source, and the state of the providers. Fees are in wei. */
export type GasPrice = GasQuote &
  Freshness & {
    /** `degraded` while a backup answers, `unavailable` while no provider answers. */
    readonly providerStatus: ProviderStatus
    readonly failoverActive: boolean
  }

/**
 * Adds freshness and provider status to a quote. The status is `degraded` if a backup returned the value, and
 * `unavailable` if the value is stale.
 */
export function toGasPrice(quote: GasQuote, poolStatus: ProviderStatus, freshness: Freshness): GasPrice {
  const failoverActive = freshness.source === 'backup'
  const providerStatus = freshness.stale
    ? 'unavailable'
    : failoverActive || poolStatus !== 'healthy'
      ? 'degraded'
      : 'healthy'
  return Object.freeze({ ...quote, ...freshness, providerStatus, failoverActive })
}
