import type { Unwatch } from '@outrigger/core'
import { createEmitter } from '@outrigger/core/internal'
import { LRUCache } from 'lru-cache'
import type { MempoolEvent, MempoolTransaction, Transition } from '../watcherTypes.ts'
import { SequenceGoneError } from './sequenceGoneError.ts'

export type EventLogOptions = { readonly maxEvents: number; readonly maxBytes: number }

export type EventLog = {
  /** Sequence of the latest event; 0 before the first. */
  readonly sequence: number
  add(entry: MempoolTransaction, bytes: number, transition: Transition): MempoolEvent
  /** @throws {SequenceGoneError} */
  follow(onEvent: (event: MempoolEvent) => void, since?: number): Unwatch
  clear(): void
}

/** The latest transitions in order, bounded in number and in the bytes of their transactions, and their followers. */
export function createEventLog({ maxEvents, maxBytes }: EventLogOptions): EventLog {
  const emitter = createEmitter<{ readonly event: MempoolEvent }>()
  const kept = new LRUCache<number, MempoolEvent>({ max: maxEvents, maxSize: maxBytes })
  let sequence = 0

  function follow(onEvent: (event: MempoolEvent) => void, since = sequence): Unwatch {
    const oldest = sequence - kept.size + 1
    // A number above the latest is from an earlier run.
    if (!Number.isInteger(since) || since < oldest - 1 || since > sequence)
      throw new SequenceGoneError(since, oldest, sequence)
    let next = since + 1
    let hasLeft = false
    const tell = (event: MempoolEvent) => {
      if (event.sequence !== next || hasLeft) return
      next += 1
      onEvent(event)
    }
    for (let known = kept.peek(next); known !== undefined && !hasLeft; known = kept.peek(next)) tell(known)
    const leave = emitter.on('event', tell)
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
      // The latest event is kept whatever its size.
      kept.set(sequence, event, { size: Math.min(bytes, maxBytes) })
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
