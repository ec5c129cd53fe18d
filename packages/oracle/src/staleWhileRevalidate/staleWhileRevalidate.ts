import type { Clock } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import type { Freshness, Source } from '../freshness.ts'
import { createReadCycle } from './readCycle.ts'
import { chooseAnswer, computeWaitMs, isFresh, mayReadInBackground, ReadTimeoutError } from './state.ts'
import { toSteadyClock } from './steadyClock.ts'

type Reading<value> = { readonly value: value; readonly source: Exclude<Source, 'cache'> }

export type StaleWhileRevalidateOptions<value, served> = {
  /** One upstream read. It must end, for example by the timeouts of its transport. */
  readonly read: () => Promise<Reading<value>>
  /** Builds the served value. Called once after the read and once when the value becomes stale. */
  readonly serve: (value: value, freshness: Freshness) => served
  /** Builds the error of `get` if there is no value. */
  readonly unavailable: (cause: unknown) => Error
  readonly ttlMs: number
  /** How long `get` waits if nothing is cached. @default 1500 */
  readonly coldTimeoutMs?: number
  /** Time in ms. If the value has expired, `get` waits until the current read has run for this time. @default 200 */
  readonly patienceMs?: number
  readonly onRead?: (served: served) => void
  readonly onFailure?: (error: unknown) => void
  readonly clock?: Clock
}

/** A cached value that is served even while its providers fail. */
export type StaleWhileRevalidate<served> = {
  /** Returns the cached value without I/O. It is the same object until the value changes. */
  peek(): served | undefined
  /** Returns the value. Waits for a read only if the value is not fresh and the read may return a fresh value. */
  get(): Promise<served>
  /** Starts a read, or joins the current one. Resolves when it ends, successful or not. */
  refresh(): Promise<void>
  /**
   * Starts a read, and abandons a pending read that is older than `patienceMs`. Call it when providers recover, because that
   * read was sent while they were hanging.
   */
  restart(): Promise<void>
  /** Drops the value. A pending read does not restore it. Returns true if there was a value. */
  clear(): boolean
  /** Stops reading. The last value is still served. */
  close(): void
}

type Answer<value, served> = {
  readonly value: value
  readonly timestampMs: number
  readonly fresh: served
  /** A promise that has resolved to `fresh`. */
  readonly promise: Promise<served>
  stale?: served
}

/**
 * Caches the last good value of a source.
 *
 * | value | reads | `get` |
 * |---|---|---|
 * | within its lifetime | any | returns immediately; after half the lifetime it also starts a background read |
 * | expired | pending or none yet | waits until the read is `patienceMs` old, then returns the stale value |
 * | expired | failing or late | returns the stale value, source `cache`; starts at most one background read per second |
 * | none | any | waits for a read up to `coldTimeoutMs`, then throws |
 *
 * At most one read is pending. A read counts as hung if it takes longer than three times the last good read, and
 * longer than half a lifetime (or `coldTimeoutMs`, if that is less and nothing is cached). The next `refresh`
 * abandons a hung read. If an abandoned read still ends before a later read, its value is used. A value has the time
 * at which its read started, so it is never older than stated. A value from the future (the clock was set back)
 * counts as expired.
 */
export function createStaleWhileRevalidate<value, served>(
  options: StaleWhileRevalidateOptions<value, served>,
): StaleWhileRevalidate<served> {
  const { read, serve, unavailable, ttlMs, clock = systemClock } = options
  const { coldTimeoutMs = 1500, patienceMs = 200 } = options
  const limits = { ttlMs, coldTimeoutMs, patienceMs }
  const steady = toSteadyClock(clock)
  const cycle = createReadCycle<Reading<value>, Answer<value, served>>({
    read,
    toAnswer({ value, source }, timestampMs) {
      const fresh = serve(value, { source, stale: false, ttlMs, timestampMs })
      return { value, timestampMs, fresh, promise: Promise.resolve(fresh) }
    },
    onRead: ({ fresh }) => options.onRead?.(fresh),
    onFailure: (error) => options.onFailure?.(error),
    limits,
    clock,
    steady,
  })

  function peek(): served | undefined {
    const { cached } = cycle.state
    if (cached === undefined) return undefined
    const { answer } = cached
    if (isFresh(cycle.state, steady.now(), limits)) return answer.fresh
    if (!cached.isExpired) cycle.apply({ kind: 'expired' })
    const { value, timestampMs } = answer
    answer.stale ??= serve(value, { source: 'cache', stale: true, ttlMs, timestampMs })
    return answer.stale
  }

  async function getAfterRead(): Promise<served> {
    const waitMs = computeWaitMs(cycle.state, steady.now(), limits)
    await doneWithin(cycle.refresh(), waitMs)
    const served = peek()
    if (served !== undefined) return served
    throw unavailable(cycle.state.failure?.error ?? new ReadTimeoutError(waitMs))
  }

  return {
    peek,
    refresh: cycle.refresh,
    restart() {
      cycle.apply({ kind: 'providersBack', atMs: steady.now() })
      return cycle.refresh()
    },
    clear() {
      const had = cycle.state.cached !== undefined
      cycle.apply({ kind: 'cleared' })
      return had
    },
    close: cycle.close,
    get() {
      const { state } = cycle
      const nowMs = steady.now()
      const choice = chooseAnswer(state, nowMs, limits)
      if (choice === 'wait' || state.cached === undefined) return getAfterRead()
      if (choice !== 'fresh' && mayReadInBackground(state, nowMs)) void cycle.refresh()
      return choice === 'staleAndRead' ? Promise.resolve(peek() as served) : state.cached.answer.promise
    },
  }
}

/** Resolves when the promise resolves or the timeout elapses. */
function doneWithin(promise: Promise<void>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
