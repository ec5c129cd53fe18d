import { randomBytes } from 'node:crypto'
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

type Event = { readonly sequence: number; readonly payload: Payload }

/** A feed that watches while it is listened to, and for a while after. */
export function createFeed({ channel, start, tellsLast, keep, lingerMs, onEnd }: FeedParts): Feed {
  // A cursor of another run, or of another filter, means nothing here.
  const id = randomBytes(6).toString('base64url')
  const listeners = new Set<(payload: Payload) => void>()
  const kept: Event[] = []
  let sequence = 0
  let unwatch: Unwatch | undefined
  let ending: NodeJS.Timeout | undefined

  function emit(data: object): void {
    sequence += 1
    const payload = createPayload({ channel, cursor: `${id}.${sequence}` }, data)
    kept.push({ sequence, payload })
    if (kept.length > keep) kept.shift()
    for (const deliver of listeners) deliver(payload)
  }

  /** What came after a cursor; null where that is not known any more. */
  function findMissed(cursor: string): readonly Event[] | null {
    const [feed, text] = cursor.split('.')
    const last = Number(text)
    const oldest = kept[0]?.sequence ?? sequence + 1
    if (feed !== id || !Number.isInteger(last) || last > sequence || last < oldest - 1) return null
    return kept.filter((event) => event.sequence > last)
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
