import type { Store } from '@outrigger/core'
import { type Change, LeaseLostError } from '@outrigger/core/internal'
import { type Subject, toSubjectKey } from '../alert.ts'
import { collections } from '../delivery/delivery.ts'
import { type Cursor, isKnown, type Reading, type ReadingOrder } from '../rules/step.ts'
import type { SignalSource } from './signalSource.ts'

type Parts = {
  readonly store: Store
  readonly source: SignalSource
  readonly onReading: (key: string, reading: Reading, order: ReadingOrder) => void
  /** Called if the history of a figure cannot be read. Crossings in that time are missed. */
  readonly onReplayError: (subject: Subject, error: unknown) => void
  readonly onStoreError: (error: unknown) => void
  /** Changes to commit before the cursors of these subjects. @throws {LeaseLostError} another process has taken over */
  readonly toFences: (subjects: readonly Subject[]) => readonly Change[]
  /** Whether the results of all readings are stored, so that the cursor may advance. */
  readonly isSettled: () => boolean
}

type Watched = { readonly subject: Subject; stop: () => void; last: Reading | undefined; saved: Reading | undefined }

export type SubjectWatch = {
  /** Watches exactly these figures. */
  set(subjects: Iterable<Subject>): void
  /** Returns the newest value of a figure. */
  last(key: string): Reading | undefined
  close(): Promise<void>
}

/**
 * Longest usual gap between two values. After a longer gap, the providers or this process were down, and the missing
 * blocks are replayed.
 */
const gapMs = 15_000

/** Interval of saving cursors. After a crash at most this time is evaluated again, which has no effect. */
const saveMs = 5000

/** Watches figures and stores a cursor of each, so that values of a downtime are replayed afterwards. */
export function watchSubjects(parts: Parts): SubjectWatch {
  const { store, source, onReading, onReplayError, onStoreError, toFences, isSettled } = parts
  const watched = new Map<string, Watched>()
  const cursors = store.collection<Cursor>(collections.cursors)
  const control = new AbortController()
  const replays = new Set<Promise<void>>()

  const start = (key: string, subject: Subject) => {
    const { signal } = control
    const onValue = (reading: Reading, order: ReadingOrder) => onReading(key, reading, order)
    watched.set(key, watchOne({ subject, source, replays, signal, onValue, onReplayError }, cursors.get(key)))
  }
  async function save(): Promise<void> {
    const moved = [...watched].filter(([, { last, saved }]) => last !== saved)
    if (source.replay === undefined || moved.length === 0 || !isSettled()) return
    const changes = moved.map(([key, { last }]): Change => {
      const { atMs, block } = last as Reading
      return { collection: collections.cursors, key, change: () => ({ atMs, ...(block !== undefined && { block }) }) }
    })
    const reached = moved.map(([, one]) => [one, one.last] as const)
    await store.commit([...toFences(moved.map(([, { subject }]) => subject)), ...changes])
    for (const [one, last] of reached) one.saved = last
  }
  const trySave = () =>
    save().catch((error) => {
      if (!(error instanceof LeaseLostError)) onStoreError(error)
    })
  const timer = setInterval(trySave, saveMs)

  return {
    set(subjects) {
      const requested = new Map([...subjects].map((subject) => [toSubjectKey(subject), subject]))
      for (const [key, one] of watched)
        if (!requested.has(key)) {
          watched.delete(key)
          one.stop()
        }
      for (const [key, subject] of requested) if (!watched.has(key)) start(key, subject)
    },
    last: (key) => watched.get(key)?.last,
    async close() {
      clearInterval(timer)
      control.abort()
      for (const { stop } of watched.values()) stop()
      await Promise.all(replays)
      await trySave()
    },
  }
}

type OneParts = Pick<Parts, 'source' | 'onReplayError'> & {
  readonly subject: Subject
  /** Pending replays. */
  readonly replays: Set<Promise<void>>
  readonly signal: AbortSignal
  readonly onValue: (reading: Reading, order: ReadingOrder) => void
}

/** Watches a figure. It replays the history from a cursor first, and again after a gap in the blocks. */
function watchOne(parts: OneParts, since: Promise<Cursor | undefined>): Watched {
  const { subject, source, replays, signal, onValue, onReplayError } = parts
  /** Live readings that wait for the end of a replay. */
  let buffered: Reading[] | undefined
  let isStopped = false
  const emit = (reading: Reading, isReplayed = false) => {
    if (isStopped || signal.aborted) return
    const order = isReplayed ? 'replayed' : isAgain(one.last, reading) ? 'again' : 'next'
    one.last = reading
    onValue(reading, order)
  }

  async function replay(from: Promise<Cursor | undefined>, onPast: (reading: Reading) => void): Promise<void> {
    const cursor = await from
    if (source.replay === undefined || cursor === undefined) return
    for (const reading of await source.replay(subject, cursor, signal)) onPast(reading)
  }
  function catchUp(from: Promise<Cursor | undefined>): void {
    const live: Reading[] = []
    buffered = live
    let lastReplayed: Cursor | null = null
    const replayed = replay(from, (reading) => {
      lastReplayed = reading
      emit(reading, true)
    })
      .catch((error) => onReplayError(subject, error))
      .finally(() => {
        replays.delete(replayed)
        buffered = undefined
        // The replay may already include some of the live readings.
        for (const reading of live) emit(reading, isKnown(lastReplayed, reading))
      })
    replays.add(replayed)
  }

  const one: Watched = { subject, stop: () => {}, last: undefined, saved: undefined }
  catchUp(since)
  const stop = source.watch(subject, (reading) => {
    if (buffered === undefined && one.last !== undefined && isAfterGap(one.last, reading))
      catchUp(Promise.resolve(one.last))
    if (buffered === undefined) emit(reading)
    else buffered.push(reading)
  })
  one.stop = () => {
    isStopped = true
    stop()
  }
  return one
}

/** Whether a value's block is not above the previous one, because a reorg replaced it. */
const isAgain = (last: Reading | undefined, { block }: Reading): boolean =>
  last?.block !== undefined && block !== undefined && block <= last.block

/** Whether blocks between two values are missing because no value arrived for a while. */
function isAfterGap(last: Reading, next: Reading): boolean {
  if (last.block === undefined || next.block === undefined) return false
  return next.block > last.block + 1 && next.atMs - last.atMs > gapMs
}
