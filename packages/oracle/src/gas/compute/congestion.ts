import type { Congestion } from '../gasPrice.ts'

/**
 * Thresholds of the congestion levels. A level applies if either measure reaches its threshold.
 *
 * | level | load: gas used over gas target, mean of the last 10 blocks | surge: next base fee over the usual one |
 * |---|---|---|
 * | low | below 0.9 | below 1.1 |
 * | medium | from 0.9 | from 1.1 |
 * | high | from 1.2 | from 1.5 |
 * | critical | from 1.6 | from 3 |
 *
 * A balanced market uses its gas target, so load 1 is medium. The base fee follows the load with a delay. So load
 * detects the start of a rush, and surge detects a rush that lasts.
 */
export const congestionThresholds = {
  medium: { load: 0.9, surge: 1.1 },
  high: { load: 1.2, surge: 1.5 },
  critical: { load: 1.6, surge: 3 },
} as const

/** Returns the congestion level. A measure that the chain does not have is null. */
export function classifyCongestion({
  load,
  surge,
}: {
  readonly load: number | null
  readonly surge: number | null
}): Congestion {
  const reaches = (level: keyof typeof congestionThresholds) =>
    (load ?? 0) >= congestionThresholds[level].load || (surge ?? 0) >= congestionThresholds[level].surge
  return reaches('critical') ? 'critical' : reaches('high') ? 'high' : reaches('medium') ? 'medium' : 'low'
}
