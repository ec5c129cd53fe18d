import type { OracleUpdate } from '@outrigger/calldata'
import type { ChainLog, LogFilter } from '@outrigger/core'
import { type Address, hexToBigInt, toEventSelector } from 'viem'
import type { LendingPriceSource } from './lendingPriceSource.ts'

/** Logged by every kind of aggregator, beside its own `NewTransmission`. */
const answerUpdated = toEventSelector(
  'AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt)',
)

/** A filter for new answers of the feeds of these sources; null where they have none. */
export function feedLogs(sources: Iterable<LendingPriceSource>): LogFilter | null {
  const address = [...new Set([...sources].flatMap(({ aggregators }) => aggregators))]
  return address.length === 0 ? null : { address, topics: [answerUpdated] }
}

/** Null for any other log. A DualAggregator logs alike for both proxies; the log counts as the primary one's. */
export function toOracleUpdate({ address, topics: [event, answer] }: ChainLog): OracleUpdate | null {
  if (event?.toLowerCase() !== answerUpdated || answer === undefined) return null
  return { aggregator: address.toLowerCase() as Address, answer: hexToBigInt(answer, { signed: true }) }
}
