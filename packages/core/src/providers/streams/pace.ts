import { createWindow } from '../circuit/window.ts'

const minSamples = 3

/** Measures the time between blocks, because a local chain with mainnet's id may mine every 250 ms. */
export type Pace = {
  /** Records that the tip has risen. */
  note(blocks: number, nowMs: number): void
  readonly blockTimeMs: number
  /** A head is overdue if there was no new block for this time. */
  readonly stallMs: number
  /** How often to poll while no socket pushes. */
  readonly pollMs: number
}

export function createPace(expectedMs: number): Pace {
  const samples = createWindow(16)
  let lastMs: number | undefined
  const blockTimeMs = () => (samples.count < minSamples ? expectedMs : (samples.quantile(0.5) ?? expectedMs))
  return {
    note(blocks, nowMs) {
      if (lastMs !== undefined && blocks > 0) samples.add((nowMs - lastMs) / blocks)
      lastMs = nowMs
    },
    get blockTimeMs() {
      return blockTimeMs()
    },
    get stallMs() {
      return Math.max(300, 2 * blockTimeMs())
    },
    get pollMs() {
      return Math.min(1500, Math.max(150, blockTimeMs() / 2))
    },
  }
}
