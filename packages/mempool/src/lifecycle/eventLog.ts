import type { Unwatch } from '@outrigger/core'
import { createEmitter } from '@outrigger/core/internal'
import type { MempoolEvent, MempoolTransaction, Transition } from '../watcherTypes.ts'
import { SequenceGoneError } from './sequenceGoneError.ts'

export type EventLogOptions = { readonly maxEvents: number; readonly maxBytes: number }

export type EventLog = {
  /** Sequence of the latest event. 0 before the first event. */
  readonly sequence: number
  add(entry: MempoolTransaction, bytes: number, transition: Transition): MempoolEvent
  /** @throws {SequenceGoneError} */
  follow(onEvent: (event: MempoolEvent) => void, since?: number): Unwatch
  clear(): void
}

/** Creates a log of the latest transitions, in order and with followers. It is bounded by events and by transaction bytes. */
export function createEventLog(bounds: EventLogOptions): EventLog {
  const emitter = createEmitter<{ readonly event: MempoolEvent }>()
  const kept = createRing(bounds)
  let sequence = 0

  function follow(onEvent: (event: MempoolEvent) => void, since = sequence): Unwatch {
    // A number above the latest is from an earlier process.
    if (!Number.isInteger(since) || since < kept.oldest - 1 || since > sequence)
      throw new SequenceGoneError(since, kept.oldest, sequence)
    let next = since + 1
    let hasLeft = false
    const deliver = (event: MempoolEvent) => {
      if (event.sequence !== next || hasLeft) return
      next += 1
      onEvent(event)
    }
    for (let known = kept.get(next); known !== null && !hasLeft; known = kept.get(next)) deliver(known)
    const leave = emitter.on('event', deliver)
    return () => {
      hasLeft = true
      leave()
    }
  }

  return {
    get sequence() {
      return sequence
    },
    add(entry, bytes, transition) {
      sequence += 1
      const event = { sequence, atMs: Date.now(), entry, transition }
      kept.add(event, bytes)
      emitter.emit('event', event)
      return event
    },
    follow,
    clear() {
      emitter.clear()
      kept.clear()
    },
  }
}

/**
 * Stores the latest events in columns, because full garbage collections slow down with the number of objects. The latest
 * event is always kept, whatever its size.
 */
function createRing({ maxEvents, maxBytes }: EventLogOptions) {
  const entries: (MempoolTransaction | null)[] = []
  const transitions: (Transition | null)[] = []
  const times = new Float64Array(maxEvents)
  const sizes = new Float64Array(maxEvents)
  let [oldest, size, bytes] = [1, 0, 0]

  function removeOldest(): void {
    const at = oldest % maxEvents
    bytes -= sizes[at] ?? 0
    ;[entries[at], transitions[at]] = [null, null]
    oldest += 1
    size -= 1
  }

  return {
    /** Sequence of the oldest event, or of the next event if the log is empty. */
    get oldest() {
      return oldest
    },
    add({ sequence, atMs, entry, transition }: MempoolEvent, ownBytes: number): void {
      while (size > 0 && (size === maxEvents || bytes + ownBytes > maxBytes)) removeOldest()
      const at = sequence % maxEvents
      ;[entries[at], transitions[at], times[at], sizes[at]] = [entry, transition, atMs, ownBytes]
      size += 1
      bytes += ownBytes
    },
    get(sequence: number): MempoolEvent | null {
      if (sequence < oldest || sequence >= oldest + size) return null
      const at = sequence % maxEvents
      const [entry, transition] = [entries[at], transitions[at]]
      return entry && transition ? { sequence, atMs: times[at] ?? 0, entry, transition } : null
    },
    clear(): void {
      while (size > 0) removeOldest()
    },
  }
}
