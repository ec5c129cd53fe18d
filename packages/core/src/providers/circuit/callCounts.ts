/** Upper bounds of the latency buckets of `CallCounts`, in seconds. A further bucket counts longer calls. */
export const latencyBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

/** Counts of upstream calls since the pool was created, for metrics. */
export type CallCounts = {
  ok: number
  answerError: number
  failed: number
  /** How many of these calls were hedges. */
  hedges: number
  /** Sum of all latencies. */
  seconds: number
  /** Number of calls per bucket of `latencyBounds`. The last entry counts longer calls. */
  readonly byLatency: number[]
}

export function createCallCounts(): CallCounts {
  return { ok: 0, answerError: 0, failed: 0, hedges: 0, seconds: 0, byLatency: Array(latencyBounds.length + 1).fill(0) }
}

export function count(
  tally: CallCounts,
  outcome: 'ok' | 'answerError' | 'failed',
  hedge: boolean,
  latencyMs: number,
): void {
  tally[outcome] += 1
  if (hedge) tally.hedges += 1
  const seconds = latencyMs / 1000
  tally.seconds += seconds
  let index = 0
  while (index < latencyBounds.length && seconds > (latencyBounds[index] as number)) index += 1
  tally.byLatency[index] = (tally.byLatency[index] ?? 0) + 1
}
