import type { Address } from 'viem'
import type { Action } from '../decoder/action.ts'

/** A new answer of a feed, seen before it is in a block. */
export type OracleUpdate = {
  /** Chainlink aggregator. Lower case. */
  readonly aggregator: Address
  readonly answer: bigint
  /**
   * Set on what a `DualAggregator` (Chainlink SVR) shows at once to its secondary proxy only. What is not set it shows at
   * once to all others.
   */
  readonly secondary?: true
}

/**
 * What a transaction makes aggregators answer if they accept it.
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
