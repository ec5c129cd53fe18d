import { createHash } from 'node:crypto'
import type { Unwatch } from '@outrigger/core'
import { createPayload, type Payload } from '../payload.ts'

export type FeedParts = {
  readonly channel: string
  /** Begins to watch; each event goes to `emit`. */
  readonly start: (emit: (data: object) => void) => Unwatch
  /** Whether a listener first gets the last event, if one is held: the present block, not an old log. */
  readonly tellsLast: boolean
  /** Most events that are kept for those who come back. */
  readonly keep: number
  /** How long it goes on without anyone listening. */
  readonly lingerMs: number
  readonly onEnd: () => void
}

/** Events of one channel, in order, for any number of listeners; each has a cursor after which to go on. */
export type Feed = {
  /**
   * @param cursor of the last event that was received
   * @returns whether all after the cursor is there; null without one
   */
  subscribe(
    cursor: string | undefined,
    deliver: (payload: Payload) => void,
  ): { readonly resumed: boolean | null; begin(): void; stop(): void }
}

type Event = { readonly cursor: string; readonly payload: Payload }

/** A feed that watches while it is listened to, and for a while after. */
export function createFeed({ channel, start, tellsLast, keep, lingerMs, onEnd }: FeedParts): Feed {
  const listeners = new Set<(payload: Payload) => void>()
  const kept: Event[] = []
  let unwatch: Unwatch | undefined
  let ending: NodeJS.Timeout | undefined

  function emit(data: object): void {
    const cursor = toCursor(data)
    const payload = createPayload({ channel, cursor }, data)
    kept.push({ cursor, payload })
    if (kept.length > keep) kept.shift()
    for (const deliver of listeners) deliver(payload)
  }

  /** What came after a cursor; null where that is not known any more. */
  function findMissed(cursor: string): readonly Event[] | null {
    // A block that was taken out and came back is there twice: what lies between has undone itself.
    const last = kept.findLastIndex((event) => event.cursor === cursor)
    return last === -1 ? null : kept.slice(last + 1)
  }

  return {
    subscribe(cursor, deliver) {
      const missed = cursor === undefined ? null : findMissed(cursor)
      const first = missed ?? (tellsLast ? kept.slice(-1) : [])
      return {
        resumed: cursor === undefined ? null : missed !== null,
        begin() {
          clearTimeout(ending)
          for (const { payload } of first) deliver(payload)
          listeners.add(deliver)
          unwatch ??= start(emit)
        },
        stop() {
          listeners.delete(deliver)
          if (listeners.size > 0 || unwatch === undefined) return
          ending = setTimeout(() => {
            unwatch?.()
            onEnd()
          }, lingerMs).unref()
        },
      }
    },
  }
}

/** By what the event says, so that other nodes which follow the chain know it as well: a client may come back to any of them. */
function toCursor(data: object): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 16)
}
