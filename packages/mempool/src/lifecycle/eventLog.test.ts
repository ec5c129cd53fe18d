import { expect, it } from 'vitest'
import type { MempoolEvent } from '../watcherTypes.ts'
import { createEventLog } from './eventLog.ts'
import { entryOf } from './fixtures/entries.ts'
import { SequenceGoneError } from './sequenceGoneError.ts'

const pending = { kind: 'pending' } as const
const sequences = (events: readonly MempoolEvent[]) => events.map(({ sequence }) => sequence)

it('delivers every event after a number to each follower once, then new events', () => {
  const log = createEventLog({ maxEvents: 100, maxBytes: 1e6 })
  for (let n = 1; n <= 5; n += 1) log.add(entryOf(n), 10, pending)
  const [all, rest, live]: MempoolEvent[][] = [[], [], []] as never
  log.follow((event) => all?.push(event), 0)
  const leave = log.follow((event) => rest?.push(event), 3)
  log.follow((event) => live?.push(event))
  log.add(entryOf(6), 10, pending)
  leave()
  log.add(entryOf(7), 10, pending)
  expect(sequences(all ?? [])).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(sequences(rest ?? [])).toEqual([4, 5, 6])
  expect(sequences(live ?? [])).toEqual([6, 7])
})

it('replays events exactly as it emitted them', () => {
  const log = createEventLog({ maxEvents: 100, maxBytes: 1e6 })
  const [live, later]: [MempoolEvent[], MempoolEvent[]] = [[], []]
  log.follow((event) => live.push(event))
  for (let n = 1; n <= 3; n += 1) log.add(entryOf(n), 10, pending)
  log.follow((event) => later.push(event), 0)
  expect(later).toEqual(live)
  expect(later).toHaveLength(3)
})

it('preserves the order for a follower that causes events during the replay', () => {
  const log = createEventLog({ maxEvents: 100, maxBytes: 1e6 })
  log.add(entryOf(1), 10, pending)
  log.add(entryOf(2), 10, pending)
  const seen: number[] = []
  log.follow(({ sequence }) => {
    seen.push(sequence)
    if (sequence < 4) log.add(entryOf(9), 10, pending)
  }, 0)
  expect(seen).toEqual([1, 2, 3, 4, 5])
})

it('rejects numbers whose events are no longer stored, or that do not exist yet', () => {
  const log = createEventLog({ maxEvents: 3, maxBytes: 100 })
  for (let n = 1; n <= 5; n += 1) log.add(entryOf(n), 10, pending)
  expect(() => log.follow(() => {}, 1)).toThrow(SequenceGoneError)
  const seen: MempoolEvent[] = []
  log.follow((event) => seen.push(event), 2)()
  expect(seen.map(({ sequence, entry }) => [sequence, entry.transaction.hash])).toEqual(
    [3, 4, 5].map((n) => [n, entryOf(n).transaction.hash]),
  )
  for (const since of [6, 3.5, Number.NaN]) expect(() => log.follow(() => {}, since)).toThrow(SequenceGoneError)
  log.add(entryOf(6), 95, pending)
  expect(() => log.follow(() => {}, 4)).toThrow(/are 6 to 6/)
})
