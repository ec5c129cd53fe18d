import type { OracleUpdate } from '@outrigger/calldata'
import type { ChainLog, LogFilter } from '@outrigger/core'
import { type Address, hexToBigInt, toEventSelector } from 'viem'
import type { PriceSource } from './priceSource.ts'

/** Every kind of aggregator logs this, beside its own `NewTransmission`. */
const answerUpdated = toEventSelector(
  'AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt)',
)

/** Logs of new answers of the feeds that the sources depend on; null where they depend on none. */
export function feedLogs(sources: Iterable<PriceSource>): LogFilter | null {
  const address = [...new Set([...sources].flatMap(({ aggregators }) => aggregators))]
  return address.length === 0 ? null : { address, topics: [answerUpdated] }
}

/** Null for any other log. A DualAggregator logs what it tells either proxy alike; this is taken for what all others see. */
export function toOracleUpdate({ address, topics: [event, answer] }: ChainLog): OracleUpdate | null {
  if (event?.toLowerCase() !== answerUpdated || answer === undefined) return null
  return { aggregator: address.toLowerCase() as Address, answer: hexToBigInt(answer, { signed: true }) }
}
