/** How often a worker has ended soon after its start, in a row. */
export type Restarts = { readonly soon: number; readonly waitMs: number }

export const noRestarts: Restarts = { soon: 0, waitMs: 0 }

/** One that lived so long is started again at once. */
const soundMs = 10_000
const firstWaitMs = 100
const longestWaitMs = 10_000

/**
 * How long to wait before a worker that has ended is started again: not at all where it had lived for ten seconds, else
 * 100 ms, twice as long each time, at most 10 s.
 */
export function step({ soon }: Restarts, livedMs: number): Restarts {
  if (livedMs >= soundMs) return noRestarts
  return { soon: soon + 1, waitMs: Math.min(longestWaitMs, firstWaitMs * 2 ** soon) }
}
