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
  /** The past of a figure could not be read: what it crossed meanwhile stays unknown. */
  readonly onReplayError: (subject: Subject, error: unknown) => void
  readonly onStoreError: (error: unknown) => void
  /** To be committed before the cursors of these. @throws {LeaseLostError} another process evaluates them by now */
  readonly toFences: (subjects: readonly Subject[]) => readonly Change[]
  /** Whether what came of all readings is in the store, so that the cursor may go past them. */
  readonly isSettled: () => boolean
}

type Watched = { readonly subject: Subject; stop: () => void; last: Reading | undefined; saved: Reading | undefined }

export type SubjectWatch = {
  /** Watches these figures and no others. */
  set(subjects: Iterable<Subject>): void
  /** The newest value of a figure. */
  last(key: string): Reading | undefined
  close(): Promise<void>
}

/** Blocks that pass without a value for so long are caught up on: providers were away, or this process was. */
const gapMs = 15_000

/** How much of the past is evaluated again after a crash at most; doing it twice changes nothing. */
const saveMs = 5000

/** Keeps up with figures, and with where in their history it is, so that what came while it or its providers were down is caught up on. */
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
      const wanted = new Map([...subjects].map((subject) => [toSubjectKey(subject), subject]))
      for (const [key, one] of watched)
        if (!wanted.has(key)) {
          watched.delete(key)
          one.stop()
        }
      for (const [key, subject] of wanted) if (!watched.has(key)) start(key, subject)
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
  /** Those that are under way. */
  readonly replays: Set<Promise<void>>
  readonly signal: AbortSignal
  readonly onValue: (reading: Reading, order: ReadingOrder) => void
}

/** Watches a figure, first of all from a cursor on, and catches up again wherever blocks are missing. */
function watchOne(parts: OneParts, since: Promise<Cursor | undefined>): Watched {
  const { subject, source, replays, signal, onValue, onReplayError } = parts
  /** Live readings wait for the past. */
  let held: Reading[] | undefined
  let isStopped = false
  const tell = (reading: Reading, isReplayed = false) => {
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
    held = live
    /** How far the past went. */
    let past: Cursor | null = null
    const replayed = replay(from, (reading) => {
      past = reading
      tell(reading, true)
    })
      .catch((error) => onReplayError(subject, error))
      .finally(() => {
        replays.delete(replayed)
        held = undefined
        // The past may have gone on to where some of these are.
        for (const reading of live) tell(reading, isKnown(past, reading))
      })
    replays.add(replayed)
  }

  const one: Watched = { subject, stop: () => {}, last: undefined, saved: undefined }
  catchUp(since)
  const stop = source.watch(subject, (reading) => {
    if (held === undefined && one.last !== undefined && isAfterGap(one.last, reading))
      catchUp(Promise.resolve(one.last))
    if (held === undefined) tell(reading)
    else held.push(reading)
  })
  one.stop = () => {
    isStopped = true
    stop()
  }
  return one
}

/** Whether a value is of no higher block than the one before: the chain has another block there now. */
const isAgain = (last: Reading | undefined, { block }: Reading): boolean =>
  last?.block !== undefined && block !== undefined && block <= last.block

/** Whether blocks between two values were not evaluated because none came for a while. */
function isAfterGap(last: Reading, next: Reading): boolean {
  if (last.block === undefined || next.block === undefined) return false
  return next.block > last.block + 1 && next.atMs - last.atMs > gapMs
}
