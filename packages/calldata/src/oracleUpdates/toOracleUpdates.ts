import type { Address } from 'viem'
import type { Action } from '../decoder/action.ts'

/** A new answer of a feed, seen before it is in a block. */
export type OracleUpdate = {
  /** Chainlink aggregator. Lower case. */
  readonly aggregator: Address
  readonly answer: bigint
  /**
   * Set if a `DualAggregator` (Chainlink SVR) shows the answer only to its secondary proxy at first. Otherwise all readers
   * see it at once.
   */
  readonly secondary?: true
}

/**
 * The new answers of aggregators if they accept the transaction.
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
