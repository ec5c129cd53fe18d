import { createEmitter, type Unwatch } from '@outrigger/core'
import type { MempoolEvent, MempoolTransaction, Transition } from '../watcherTypes.ts'
import { SequenceGoneError } from './sequenceGoneError.ts'

export type EventLog = {
  /** Sequence of the latest event; 0 before the first. */
  readonly sequence: number
  add(entry: MempoolTransaction, bytes: number, transition: Transition): MempoolEvent
  /** @throws {SequenceGoneError} */
  follow(onEvent: (event: MempoolEvent) => void, since?: number): Unwatch
  clear(): void
}

/** The latest transitions in order, bounded in number and in the bytes of their transactions, and who follows them. */
export function createEventLog({
  maxEvents,
  maxBytes,
}: {
  readonly maxEvents: number
  readonly maxBytes: number
}): EventLog {
  const emitter = createEmitter<{ readonly event: MempoolEvent }>()
  const kept = new Map<number, { readonly event: MempoolEvent; readonly bytes: number }>()
  let sequence = 0
  let oldest = 1
  let keptBytes = 0
  return {
    get sequence() {
      return sequence
    },
    add(entry, bytes, transition) {
      sequence += 1
      const event = { sequence, atMs: Date.now(), entry, transition }
      kept.set(sequence, { event, bytes })
      keptBytes += bytes
      while (kept.size > maxEvents || (keptBytes > maxBytes && kept.size > 1)) {
        keptBytes -= kept.get(oldest)?.bytes ?? 0
        kept.delete(oldest)
        oldest += 1
      }
      emitter.emit('event', event)
      return event
    },
    follow(onEvent, since = sequence) {
      // A number above ours is from an earlier life.
      if (!Number.isInteger(since) || since < oldest - 1 || since > sequence)
        throw new SequenceGoneError(since, oldest, sequence)
      let next = since + 1
      let isLeft = false
      const tell = (event: MempoolEvent) => {
        if (event.sequence !== next || isLeft) return
        next += 1
        onEvent(event)
      }
      for (let known = kept.get(next); known !== undefined && !isLeft; known = kept.get(next)) tell(known.event)
      const leave = emitter.on('event', tell)
      return () => {
        isLeft = true
        leave()
      }
    },
    clear() {
      emitter.clear()
      kept.clear()
    },
  }
}
