import type { OracleUpdate } from '@outrigger/calldata'
import type { ChainLog, LogFilter } from '@outrigger/core'
import { type Address, hexToBigInt, toEventSelector } from 'viem'
import type { LendingPriceSource } from './lendingPriceSource.ts'

/** All aggregators log this event in addition to their own `NewTransmission`. */
const answerUpdated = toEventSelector(
  'AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt)',
)

/** Returns a filter for new answers of these sources' feeds, or null if they have no feeds. */
export function feedLogs(sources: Iterable<LendingPriceSource>): LogFilter | null {
  const address = [...new Set([...sources].flatMap(({ aggregators }) => aggregators))]
  return address.length === 0 ? null : { address, topics: [answerUpdated] }
}

/**
 * Returns the update in a log, or null for other logs. A DualAggregator emits the same log for both proxies, so the
 * log is treated as the primary proxy's.
 */
export function toOracleUpdate({ address, topics: [event, answer] }: ChainLog): OracleUpdate | null {
  if (event?.toLowerCase() !== answerUpdated || answer === undefined) return null
  return { aggregator: address.toLowerCase() as Address, answer: hexToBigInt(answer, { signed: true }) }
}
