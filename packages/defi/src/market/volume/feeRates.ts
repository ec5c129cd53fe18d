import type { TradeLog } from './trade.ts'

/** Returns a pool's fee rate at the time of a log, or null if unknown. */
export type ToRate = (log: TradeLog) => bigint | null

/**
 * Creates a lookup of the rate at each log from the logs that change it. The rate before the first change is unknown.
 *
 * @param present the rate that applies if no log changes it
 * @param read returns the new rate of a change, or null if it is not fixed
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
