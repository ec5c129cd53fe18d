import type { Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import { type Subject, toSubjectKey } from '../alert.ts'
import { collections } from '../delivery/delivery.ts'
import type { Cursor, Reading } from '../rules/step.ts'
import type { SignalSource } from './signalSource.ts'

type Parts = {
  readonly store: Store
  readonly source: SignalSource
  readonly onReading: (key: string, reading: Reading, isReplayed: boolean) => void
  /** The past of a figure could not be read: what it crossed meanwhile stays unknown. */
  readonly onReplayError: (subject: Subject, error: unknown) => void
  readonly onStoreError: (error: unknown) => void
}

type Watched = { stop(): void; last: Reading | undefined; saved: Reading | undefined }

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
export function watchSubjects({ store, source, onReading, onReplayError, onStoreError }: Parts): SubjectWatch {
  const watched = new Map<string, Watched>()
  const cursors = store.collection<Cursor>(collections.cursors)
  const control = new AbortController()
  const replays = new Set<Promise<void>>()

  function start(key: string, subject: Subject): void {
    /** Live readings wait for the past. */
    let held: Reading[] | undefined = []
    const one: Watched = { stop: () => {}, last: undefined, saved: undefined }
    watched.set(key, one)
    const tell = (reading: Reading, isReplayed = false) => {
      one.last = reading
      onReading(key, reading, isReplayed)
    }
    one.stop = source.watch(subject, (reading) => (held === undefined ? tell(reading) : void held.push(reading)))
    const replayed = replay(key, subject, tell)
      .catch((error) => onReplayError(subject, error))
      .finally(() => {
        replays.delete(replayed)
        const live = held ?? []
        held = undefined
        if (watched.get(key) === one && !control.signal.aborted) for (const reading of live) tell(reading)
      })
    replays.add(replayed)
  }
  async function replay(
    key: string,
    subject: Subject,
    tell: (reading: Reading, isReplayed: true) => void,
  ): Promise<void> {
    if (source.replay === undefined) return
    const since = await cursors.get(key)
    if (since === undefined) return
    const readings = await source.replay(subject, since, control.signal)
    for (const reading of readings) if (!control.signal.aborted && watched.has(key)) tell(reading, true)
  }
  async function save(): Promise<void> {
    const moved = [...watched].filter(([, { last, saved }]) => last !== saved)
    if (source.replay === undefined || moved.length === 0) return
    const changes = moved.map(([key, { last }]): Change => {
      const { atMs, block } = last as Reading
      return { collection: collections.cursors, key, change: () => ({ atMs, ...(block !== undefined && { block }) }) }
    })
    const reached = moved.map(([, one]) => [one, one.last] as const)
    await store.commit(changes)
    for (const [one, last] of reached) one.saved = last
  }
  const timer = setInterval(() => void save().catch(onStoreError), saveMs)

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
      await save().catch(onStoreError)
    },
  }
}
