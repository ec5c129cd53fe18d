import type { Address } from 'viem'
import type { Action } from '../decoder/action.ts'

/** A new answer of a price feed, read from a transaction that is not in a block yet. */
export type OracleUpdate = {
  /** Chainlink aggregator. Lower case. */
  readonly aggregator: Address
  readonly answer: bigint
  /**
   * Set if a `DualAggregator` (Chainlink SVR) first makes the answer available only to its secondary proxy. Otherwise
   * all readers get it at once.
   */
  readonly secondary?: true
}

/**
 * Returns the new answers that the aggregators publish if they accept the transaction.
 *
 * @example
 * toOracleUpdates(createDecoder({ chain: 'ethereum', protocols }).decode(transaction).actions)
 * // [{ aggregator, answer: 257846174800n }]
 */
export function toOracleUpdates(actions: readonly Action[]): readonly OracleUpdate[] {
  return actions.flatMap((action) => {
    if (action.kind !== 'oracleUpdate') return []
    const { aggregator, answer, secondary } = action
    return [{ aggregator, answer, ...(secondary && { secondary }) }]
  })
}
