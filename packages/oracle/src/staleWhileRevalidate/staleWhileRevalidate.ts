import { type Clock, OutriggerError, systemClock } from '@outrigger/core'
import type { Freshness, Source } from '../freshness.ts'
import { toSteadyClock } from './steadyClock.ts'

type Reading<value> = { readonly value: value; readonly source: Exclude<Source, 'cache'> }

export type StaleWhileRevalidateOptions<value, served> = {
  /** One upstream read; must end, by its transport's own time-outs. */
  readonly read: () => Promise<Reading<value>>
  /** Builds what readers get; called once when read and once when the value goes stale. */
  readonly serve: (value: value, freshness: Freshness) => served
  /** The error of a reader who finds nothing. */
  readonly unavailable: (cause: unknown) => Error
  readonly ttlMs: number
  /** How long a reader waits when there is nothing to serve. @default 1500 */
  readonly coldTimeoutMs?: number
  /** How old a read may be for a reader of an expired value to still wait for it. @default 200 */
  readonly patienceMs?: number
  readonly onRead?: (served: served) => void
  readonly onFailure?: (error: unknown) => void
  readonly clock?: Clock
}

/** A value that survives its providers. */
export type StaleWhileRevalidate<served> = {
  /** The value as it stands, never any I/O. The same object as long as it says the same. */
  peek(): served | undefined
  /** The value, waiting for a read only where `peek` would disappoint and a read may help. */
  get(): Promise<served>
  /** Reads now, or joins the read under way; resolves when it ended, however. */
  refresh(): Promise<void>
  /**
   * Reads now, and gives up on a read under way that is older than `patienceMs`: for a moment when the providers are
   * known to be back, but that read was sent to them while they hung.
   */
  restart(): Promise<void>
  /** Forgets the value; a read under way does not bring it back. */
  clear(): boolean
  /** Starts no more reads; the value goes on being served and aging. */
  close(): void
}

type Held<value, served> = {
  readonly value: value
  readonly timestampMs: number
  /** `timestampMs` on the steady clock. */
  readonly startedMs: number
  readonly fresh: served
  /** `fresh` again, ready to be handed out. */
  readonly answer: Promise<served>
  /** Built when the lifetime is first found over, which stays so whatever the clock does. */
  stale?: served
}

type PendingRead = {
  /** Reads are numbered from 1. */
  readonly number: number
  readonly startedMs: number
  readonly done: Promise<void>
  abandon(): void
}

// Readers of an expired value start another read this long after one failed.
const retryMs = 1000

/** No read ended in time. */
export class ReadTimeoutError extends OutriggerError {
  readonly code = 'READ_TIMEOUT'
  override readonly retryable = true
  constructor(timeoutMs: number) {
    super(`No provider answered within ${timeoutMs} ms. Try again, or check the endpoints.`)
  }
}

/**
 * Holds the last good value of a source.
 *
 * | value | reads | `get` |
 * |---|---|---|
 * | inside its lifetime | any | at once, with the source it was read from; past half of it a read starts behind |
 * | expired | under way or none yet | waits until the read is `patienceMs` old, then serves it stale |
 * | expired | failing or late | at once, `stale`, source `cache`; a read starts behind, once a second at most |
 * | none | any | waits for a read, `coldTimeoutMs` at most, else throws |
 *
 * At most one read is under way. One that takes longer than half a lifetime (`coldTimeoutMs`, if that is less and nothing
 * is held) and three times the last good one is given up by the next `refresh`: whatever it waits for hangs, while the
 * providers may be back. Should it yield in the end and no later one has, its value is kept all the same. A value is dated
 * by the start of its read, so it is never older than it says, and one from the future, after the clock was put back,
 * counts as expired.
 */
export function createStaleWhileRevalidate<value, served>(
  options: StaleWhileRevalidateOptions<value, served>,
): StaleWhileRevalidate<served> {
  const { read, serve, unavailable, ttlMs, coldTimeoutMs = 1500, patienceMs = 200, clock = systemClock } = options
  const steady = toSteadyClock(clock)
  let held: Held<value, served> | undefined
  let failure: { readonly error: unknown; readonly atMs: number } | undefined
  let pending: PendingRead | undefined
  let closed = false
  let usualReadMs = 0
  let lastNumber = 0
  // What an earlier pending yields is not kept.
  let leastKept = 0

  /** Time since a moment; for ever, when the clock was put back behind it. */
  const since = (atMs: number): number => {
    const ms = steady.now() - atMs
    return ms < 0 ? Number.POSITIVE_INFINITY : ms
  }

  const fail = (error: unknown): void => {
    failure = { error, atMs: steady.now() }
    options.onFailure?.(error)
  }

  const runRead = async (number: number, startedMs: number): Promise<void> => {
    const timestampMs = clock.now()
    try {
      const reading = await read()
      if (number < leastKept) return
      leastKept = number
      usualReadMs = steady.now() - startedMs
      const fresh = serve(reading.value, { source: reading.source, stale: false, ttlMs, timestampMs })
      held = { value: reading.value, timestampMs, startedMs, fresh, answer: Promise.resolve(fresh) }
      failure = undefined
      options.onRead?.(fresh)
    } catch (error) {
      // That one given up or cleared failed is no news.
      if (number >= leastKept && number === lastNumber) fail(error)
    }
  }

  const startRead = (): PendingRead => {
    const number = ++lastNumber
    const startedMs = steady.now()
    let abandon = () => {}
    const abandoned = new Promise<void>((resolve) => {
      abandon = resolve
    })
    const begun = { number, startedMs, abandon, done: Promise.race([runRead(number, startedMs), abandoned]) }
    void begun.done.then(() => {
      if (pending === begun) pending = undefined
    })
    return begun
  }

  const abandonRead = (): void => {
    pending?.abandon()
    pending = undefined
  }

  const abandonIfLate = (): void => {
    if (pending === undefined) return
    const ageMs = since(pending.startedMs)
    const lateMs = held === undefined ? Math.min(coldTimeoutMs, ttlMs / 2) : ttlMs / 2
    if (ageMs <= Math.max(lateMs, 3 * usualReadMs)) return
    abandonRead()
    fail(new ReadTimeoutError(ageMs))
  }

  const refresh = async (): Promise<void> => {
    if (closed) return
    abandonIfLate()
    pending ??= startRead()
    const { number, done } = pending
    await done
    // Cleared or given up meanwhile: that read does not count.
    if (number < leastKept || number < lastNumber) await refresh()
  }

  const refreshBehind = (): void => {
    if (pending === undefined && (failure === undefined || since(failure.atMs) >= retryMs)) void refresh()
  }

  const isFresh = ({ startedMs, stale }: Held<value, served>): boolean =>
    stale === undefined && since(startedMs) <= ttlMs

  const present = (candidate: Held<value, served>): served => {
    if (isFresh(candidate)) return candidate.fresh
    const { value, timestampMs } = candidate
    candidate.stale ??= serve(value, { source: 'cache', stale: true, ttlMs, timestampMs })
    return candidate.stale
  }

  /** Whether waiting for a read is no use: the last one failed just now, or the one under way is late. */
  const isFailing = (): boolean =>
    (failure !== undefined && since(failure.atMs) <= ttlMs) ||
    (pending !== undefined && since(pending.startedMs) > patienceMs)

  const getAfterRead = async (): Promise<served> => {
    const waitMs =
      held === undefined ? coldTimeoutMs : patienceMs - (pending === undefined ? 0 : since(pending.startedMs))
    await settledWithin(refresh(), waitMs)
    if (held !== undefined) return present(held)
    throw unavailable(failure?.error ?? new ReadTimeoutError(waitMs))
  }

  return {
    peek: () => held && present(held),
    refresh,
    restart() {
      if (pending !== undefined && since(pending.startedMs) > patienceMs) abandonRead()
      return refresh()
    },
    clear() {
      const had = held !== undefined
      held = undefined
      failure = undefined
      leastKept = lastNumber + 1
      return had
    },
    close() {
      closed = true
    },
    get() {
      if (held === undefined) return getAfterRead()
      if (isFresh(held)) {
        if (since(held.startedMs) * 2 > ttlMs) refreshBehind()
        return held.answer
      }
      if (!isFailing()) return getAfterRead()
      refreshBehind()
      return Promise.resolve(present(held))
    },
  }
}

/** Resolves when the promise has settled or the time is up. */
function settledWithin(promise: Promise<void>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
