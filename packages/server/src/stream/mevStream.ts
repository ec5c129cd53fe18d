import { decode, MevStreamFilter } from '@outrigger/api/contract'
import { getOrCreate } from '@outrigger/core/internal'
import { Compile } from 'typebox/compile'
import { toWireFinding } from '../api/findingWire.ts'
import { InvalidParameterError } from '../errors/serviceError.ts'
import type { FindingChange, FindingRecord } from '../node/findingFeed.ts'
import { createFindingFilter } from '../node/findingFilter.ts'
import { type FindingNotice, toNotice } from '../node/findingNotice.ts'
import { type MevParts, openMev } from '../node/mevDetectors.ts'
import { requireFilter } from '../validation/faults.ts'
import { createPayload, type Payload } from './payload.ts'
import type { Stream } from './stream.ts'

const validator = Compile(MevStreamFilter)

type Matches = (record: FindingRecord) => boolean

/**
 * Streams findings through filters: first the current ones, then each change. Each event has a cursor, from which a client
 * resumes within the stored changes. A finding that no longer matches the filter is reported as gone.
 */
export function createMevStream(parts: MevParts): Stream {
  return {
    greet: (chain) => ({ count: openMev(parts, chain).feed.current().records.length }),
    subscribe(chain, { filter = {}, cursor }, deliver) {
      requireFilter(validator, filter)
      if (cursor !== undefined && typeof cursor !== 'string')
        throw new InvalidParameterError([{ path: 'cursor', message: 'must be the cursor of an event' }])
      const conditions = decode(MevStreamFilter, filter)
      const { feed } = openMev(parts, chain, conditions.types)
      const matches = createFindingFilter(conditions)
      const missed = cursor === undefined ? null : feed.since(cursor)
      const deliverChange = (change: FindingChange) => {
        const payload = toPayload(change, matches)
        if (payload !== null) deliver(payload)
      }
      const current = feed.current()
      const first = missed === null ? toFirst(current, matches) : []
      // Otherwise the last of the current findings has the cursor.
      const start = missed === null && first.length === 0 ? { cursor: current.cursor } : {}
      let unwatch = () => {}
      return {
        answer: { filter, count: first.length, ...start, ...(cursor !== undefined && { resumed: missed !== null }) },
        begin() {
          first.forEach(deliver)
          missed?.forEach(deliverChange)
          unwatch = feed.follow(deliverChange)
        },
        stop: () => unwatch(),
      }
    },
  }
}

/**
 * Creates the message of a current finding. Only the last of them has a cursor. A client that has not received all of
 * them must start again.
 */
function toFirst(
  { records, cursor }: { readonly records: readonly FindingRecord[]; readonly cursor: string },
  matches: Matches,
): readonly Payload[] {
  const found = records.filter(matches)
  return found.map((record, index) => {
    const isLast = index === found.length - 1
    return createPayload({ type: 'found', ...(isLast && { cursor }) }, toWireFinding(record))
  })
}

/** Subscribers of the same change share its payloads. */
const payloads = new WeakMap<FindingChange, Map<string, Payload>>()

function toPayload(change: FindingChange, matches: Matches): Payload | null {
  const notice = toNotice(change, matches)
  if (notice === null) return null
  const known = payloads.get(change) ?? new Map<string, Payload>()
  payloads.set(change, known)
  return getOrCreate(known, notice.type, () => createNoticePayload(notice, change.cursor))
}

function createNoticePayload(notice: FindingNotice, cursor: string): Payload {
  if (notice.type === 'gone') return createPayload({ type: 'gone', cursor, id: notice.id, reason: notice.reason })
  return createPayload({ type: notice.type, cursor }, toWireFinding(notice.record))
}
