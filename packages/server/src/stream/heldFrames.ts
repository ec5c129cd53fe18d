import { toFrame } from './frame.ts'

/** Frames that wait until a slow reader has taken earlier data. */
export type HeldFrames = {
  readonly isEmpty: boolean
  /** Drops the oldest events if there are too many bytes. Returns false if only answers are left to drop. */
  add(frame: Buffer, isEvent: boolean): boolean
  /** Returns the next bytes to write. If events were dropped, a `lagged` message comes first. */
  takePortion(): Buffer
}

type Held = { readonly frame: Buffer; readonly isEvent: boolean }

// Maximum bytes written to a slow reader at once.
const portionBytes = 65_536

export function createHeldFrames(maxBytes: number, onDrop: () => void): HeldFrames {
  let held: Held[] = []
  let heldBytes = 0
  let dropped = 0

  return {
    get isEmpty() {
      return held.length === 0
    },
    add(frame, isEvent) {
      held.push({ frame, isEvent })
      heldBytes += frame.length
      while (heldBytes > maxBytes) {
        const oldest = held.findIndex((one) => one.isEvent)
        if (oldest === -1) return false
        heldBytes -= held[oldest]?.frame.length ?? 0
        held.splice(oldest, 1)
        dropped += 1
        onDrop()
      }
      return true
    },
    takePortion() {
      const portion = dropped > 0 ? [toFrame(JSON.stringify({ type: 'lagged', dropped }))] : []
      dropped = 0
      let bytes = 0
      let taken = 0
      for (const { frame } of held) {
        if (bytes >= portionBytes) break
        portion.push(frame)
        bytes += frame.length
        taken += 1
      }
      heldBytes -= bytes
      held = held.slice(taken)
      return Buffer.concat(portion)
    },
  }
}
