import { createHash } from 'node:crypto'
import type { Unwatch } from '@outrigger/core'
import { createPayload, type Payload } from '../payload.ts'

export type FeedParts = {
  readonly channel: string
  /** Starts to watch. Each event goes to `emit`. */
  readonly start: (emit: (data: object) => void) => Unwatch
  /** Whether a new listener first gets the last event, if there is one: true for blocks, false for logs. */
  readonly tellsLast: boolean
  /** Maximum number of events kept for clients that reconnect. */
  readonly keep: number
  /** How long the feed continues without listeners. */
  readonly lingerMs: number
  readonly onEnd: () => void
}

/** Events of one channel, in order, for any number of listeners. Each event has a cursor from which a client can resume. */
export type Feed = {
  /**
   * @param cursor of the last event that was received
   * @returns whether all events after the cursor are available; null without a cursor
   */
  subscribe(
    cursor: string | undefined,
    deliver: (payload: Payload) => void,
  ): { readonly resumed: boolean | null; begin(): void; stop(): void }
}

type Event = { readonly cursor: string; readonly payload: Payload }

/** Creates a feed that watches while it has listeners, and for some time after. */
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

  /** Returns the events after a cursor, or null if the cursor is no longer known. */
  function findMissed(cursor: string): readonly Event[] | null {
    // A block that was removed and came back is kept twice. The events between the two cancel out.
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

/**
 * Derives the cursor from the event's content, so that other nodes on the chain know it too. A client may reconnect to any of
 * them.
 */
function toCursor(data: object): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 16)
}
