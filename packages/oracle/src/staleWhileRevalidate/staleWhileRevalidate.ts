import type { Clock } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import type { Freshness, Source } from '../freshness.ts'
import { createReadCycle } from './readCycle.ts'
import { chooseAnswer, computeWaitMs, isFresh, mayReadBehind, ReadTimeoutError } from './state.ts'
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
  /** The value, waiting for a read only where `peek` has no fresh one and a read may help. */
  get(): Promise<served>
  /** Reads now, or joins the read under way; resolves when it ended, however. */
  refresh(): Promise<void>
  /**
   * Reads now, and gives up a pending read that is older than `patienceMs`. For the moment when the providers are back:
   * that read was sent while they hung.
   */
  restart(): Promise<void>
  /** Forgets the value; a read under way does not bring it back. */
  clear(): boolean
  /** Starts no more reads; the value goes on being served and aging. */
  close(): void
}

type Answer<value, served> = {
  readonly value: value
  readonly timestampMs: number
  readonly fresh: served
  /** `fresh` again, ready to be handed out. */
  readonly promise: Promise<served>
  stale?: served
}

/**
 * Holds the last good value of a source.
 *
 * | value | reads | `get` |
 * |---|---|---|
 * | inside its lifetime | any | at once, with the source it was read from; past half of it a read starts behind |
 * | expired | under way or none yet | waits until the read is `patienceMs` old, then serves it stale |
 * | expired | failing or late | at once, `stale`, source `cache`; a read starts behind, once a second at most |
 * | none | any | waits for a read, `coldTimeoutMs` at most, otherwise throws |
 *
 * At most one read is under way. One that takes longer than half a lifetime (`coldTimeoutMs`, if that is less and nothing
 * is held) and three times the last good one is given up by the next `refresh`: it hangs, while the providers may be back.
 * If it still ends before a later one does, its value is kept. A value is dated by the start of its read, so it is never
 * older than it says. One from the future (the clock was put back) counts as expired.
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

  function present(): served | undefined {
    const { held } = cycle.state
    if (held === undefined) return undefined
    const { answer } = held
    if (isFresh(cycle.state, steady.now(), limits)) return answer.fresh
    if (!held.isExpired) cycle.apply({ kind: 'expired' })
    const { value, timestampMs } = answer
    answer.stale ??= serve(value, { source: 'cache', stale: true, ttlMs, timestampMs })
    return answer.stale
  }

  async function getAfterRead(): Promise<served> {
    const waitMs = computeWaitMs(cycle.state, steady.now(), limits)
    await doneWithin(cycle.refresh(), waitMs)
    const served = present()
    if (served !== undefined) return served
    throw unavailable(cycle.state.failure?.error ?? new ReadTimeoutError(waitMs))
  }

  return {
    peek: present,
    refresh: cycle.refresh,
    restart() {
      cycle.apply({ kind: 'providersBack', atMs: steady.now() })
      return cycle.refresh()
    },
    clear() {
      const had = cycle.state.held !== undefined
      cycle.apply({ kind: 'cleared' })
      return had
    },
    close: cycle.close,
    get() {
      const { state } = cycle
      const nowMs = steady.now()
      const choice = chooseAnswer(state, nowMs, limits)
      if (choice === 'wait' || state.held === undefined) return getAfterRead()
      if (choice !== 'fresh' && mayReadBehind(state, nowMs)) void cycle.refresh()
      return choice === 'staleAndRead' ? Promise.resolve(present() as served) : state.held.answer.promise
    },
  }
}

/** Resolves when the promise has, or when the time is up. */
function doneWithin(promise: Promise<void>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
