import type { TradeLog } from './trade.ts'

/** The rate of a pool's fee when it emitted a log; null where it is not known. */
export type ToRate = (log: TradeLog) => bigint | null

/**
 * The rate at each log by those logs that set it anew; before the first of these it is not known.
 *
 * @param present where none sets it
 * @param read what a log sets it to; null where that is no fixed rate
 */
export function createRates(
  changes: readonly TradeLog[],
  present: bigint | null,
  read: (change: TradeLog) => bigint | null,
): ToRate {
  const known = changes.map((log) => ({ at: toPlace(log), rate: read(log) })).sort((a, b) => a.at - b.at)
  if (known.length === 0) return () => present
  return (log) => known.findLast(({ at }) => at < toPlace(log))?.rate ?? null
}

const mostLogs = 2 ** 20
const toPlace = ({ blockNumber, logIndex }: TradeLog): number => Number(blockNumber) * mostLogs + Number(logIndex)
