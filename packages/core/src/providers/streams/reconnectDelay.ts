const minMs = 100
const maxMs = 30_000

/**
 * Returns the pause before a lost socket is opened again: a quarter of the outage so far, between 100 ms and 30 s. `random` (0-1)
 * varies it by a fifth, so that many clients do not reconnect at the same moment.
 */
export function computeReconnectDelayMs(outageMs: number, random: number): number {
  return Math.min(maxMs, Math.max(minMs, outageMs / 4)) * (0.8 + 0.4 * random)
}
