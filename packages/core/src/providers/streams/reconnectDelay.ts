const minMs = 100
const maxMs = 30_000

/**
 * Pause before a lost socket is opened again: a quarter of the outage so far, at once at first. `random` (0-1) spreads
 * it by a fifth, so that many clients do not come back at the same moment.
 */
export function computeReconnectDelayMs(outageMs: number, random: number): number {
  return Math.min(maxMs, Math.max(minMs, outageMs / 4)) * (0.8 + 0.4 * random)
}
