import type { Store } from '@outrigger/core'
import { type Change, LeaseLostError } from '@outrigger/core/internal'
import { type Subject, toSubjectKey } from '../alert.ts'
import { collections } from '../delivery/delivery.ts'
import { type Cursor, isKnown, type Reading } from '../rules/step.ts'
import type { SignalSource } from './signalSource.ts'

type Parts = {
  readonly store: Store
  readonly source: SignalSource
  readonly onReading: (key: string, reading: Reading, isReplayed: boolean) => void
  /** The past of a figure could not be read: what it crossed meanwhile stays unknown. */
  readonly onReplayError: (subject: Subject, error: unknown) => void
  readonly onStoreError: (error: unknown) => void
  /** To be committed before the cursors of these. @throws {LeaseLostError} another process evaluates them by now */
  readonly toFences: (subjects: readonly Subject[]) => readonly Change[]
  /** Whether what came of all readings is in the store, so that the cursor may go past them. */
  readonly isSettled: () => boolean
}

type Watched = { readonly subject: Subject; stop(): void; last: Reading | undefined; saved: Reading | undefined }

export type SubjectWatch = {
  /** Watches these figures and no others. */
  set(subjects: Iterable<Subject>): void
  /** The newest value of a figure. */
  last(key: string): Reading | undefined
  close(): Promise<void>
}

/** How much of the past is evaluated again after a crash at most; doing it twice changes nothing. */
const saveMs = 5000

/** Keeps up with figures, and with where in their history it is, so that what came while it was down is caught up on. */
export function watchSubjects(parts: Parts): SubjectWatch {
  const { store, source, onReading, onReplayError, onStoreError, toFences, isSettled } = parts
  const watched = new Map<string, Watched>()
  const cursors = store.collection<Cursor>(collections.cursors)
  const control = new AbortController()
  const replays = new Set<Promise<void>>()

  function start(key: string, subject: Subject): void {
    /** Live readings wait for the past. */
    let held: Reading[] | undefined = []
    /** How far that went. */
    let past: Cursor | null = null
    const one: Watched = { subject, stop: () => {}, last: undefined, saved: undefined }
    watched.set(key, one)
    const tell = (reading: Reading, isReplayed = false) => {
      one.last = reading
      onReading(key, reading, isReplayed)
    }
    one.stop = source.watch(subject, (reading) => (held === undefined ? tell(reading) : void held.push(reading)))
    const replayed = replay(key, subject, (reading) => {
      past = reading
      tell(reading, true)
    })
      .catch((error) => onReplayError(subject, error))
      .finally(() => {
        replays.delete(replayed)
        const live = held ?? []
        held = undefined
        // The past may have gone on to where some of these are.
        if (watched.get(key) === one && !control.signal.aborted)
          for (const reading of live) tell(reading, isKnown(past, reading))
      })
    replays.add(replayed)
  }
  async function replay(key: string, subject: Subject, tell: (reading: Reading) => void): Promise<void> {
    if (source.replay === undefined) return
    const since = await cursors.get(key)
    if (since === undefined) return
    const readings = await source.replay(subject, since, control.signal)
    for (const reading of readings) if (!control.signal.aborted && watched.has(key)) tell(reading)
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
