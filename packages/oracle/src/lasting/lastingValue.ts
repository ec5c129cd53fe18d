import { BaseError, type Clock, systemClock } from '@outrigger/core'
import type { Freshness, Source } from '../freshness.ts'

type Reading<value> = { readonly value: value; readonly source: Exclude<Source, 'cache'> }

export type LastingValueOptions<value, served> = {
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
export type LastingValue<served> = {
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
  /** How long the read took. */
  readonly readMs: number
  readonly fresh: served
  /** `fresh` again, ready to be handed out. */
  readonly answer: Promise<served>
  /** Built when the value is first served after its lifetime. */
  stale?: served
}

type Flight = {
  readonly startedMs: number
  readonly generation: number
  readonly done: Promise<void>
  abandon(): void
}

// Readers of an expired value start another read this long after one failed.
const retryMs = 1000

/** No read ended in time. */
export class ReadTimeoutError extends BaseError {
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
 * At most one read is under way. One that takes longer than half a lifetime and three times the last good one is given
 * up by the next `refresh`: whatever it waits for hangs, while the providers may be back. A value is dated by the start of its read, so it is never older than it says.
 */
export function createLastingValue<value, served>(options: LastingValueOptions<value, served>): LastingValue<served> {
  const { read, serve, unavailable, ttlMs, coldTimeoutMs = 1500, patienceMs = 200, clock = systemClock } = options
  let held: Held<value, served> | undefined
  let failure: { readonly error: unknown; readonly atMs: number } | undefined
  let flight: Flight | undefined
  let closed = false
  // What a read of an earlier generation yields is not kept.
  let generation = 0

  const fail = (error: unknown): void => {
    failure = { error, atMs: clock.now() }
    options.onFailure?.(error)
  }

  const fly = async (timestampMs: number, begunIn: number): Promise<void> => {
    try {
      const reading = await read()
      if (begunIn !== generation) return
      const fresh = serve(reading.value, { source: reading.source, stale: false, ttlMs, timestampMs })
      held = {
        value: reading.value,
        timestampMs,
        readMs: clock.now() - timestampMs,
        fresh,
        answer: Promise.resolve(fresh),
      }
      failure = undefined
      options.onRead?.(fresh)
    } catch (error) {
      if (begunIn === generation) fail(error)
    }
  }

  const takeOff = (): Flight => {
    const startedMs = clock.now()
    let abandon = () => {}
    const abandoned = new Promise<void>((resolve) => {
      abandon = resolve
    })
    const begun = { startedMs, generation, abandon, done: Promise.race([fly(startedMs, generation), abandoned]) }
    void begun.done.then(() => {
      if (flight === begun) flight = undefined
    })
    return begun
  }

  const giveUp = (): void => {
    generation++
    flight?.abandon()
    flight = undefined
  }

  const refresh = async (): Promise<void> => {
    if (closed) return
    if (held !== undefined && flight !== undefined) {
      const ageMs = clock.now() - flight.startedMs
      if (ageMs > Math.max(ttlMs / 2, 3 * held.readMs)) {
        giveUp()
        fail(new ReadTimeoutError(ageMs))
      }
    }
    flight ??= takeOff()
    const { generation: begunIn, done } = flight
    await done
    // Cleared or abandoned meanwhile: that read does not count.
    if (begunIn !== generation) await refresh()
  }

  const refreshBehind = (now: number): void => {
    if (flight === undefined && (failure === undefined || now - failure.atMs >= retryMs)) void refresh()
  }

  const present = (candidate: Held<value, served>): served => {
    const { value, timestampMs, fresh } = candidate
    if (clock.now() - timestampMs <= ttlMs) return fresh
    candidate.stale ??= serve(value, { source: 'cache', stale: true, ttlMs, timestampMs })
    return candidate.stale
  }

  /** Whether waiting for a read is no use: the last one failed just now, or the one under way is late. */
  const isFailing = (now: number): boolean =>
    (failure !== undefined && now - failure.atMs <= ttlMs) ||
    (flight !== undefined && now - flight.startedMs > patienceMs)

  const getAfterRead = async (now: number): Promise<served> => {
    const waitMs = held === undefined ? coldTimeoutMs : patienceMs - (now - (flight?.startedMs ?? now))
    await settledWithin(refresh(), waitMs)
    if (held !== undefined) return present(held)
    throw unavailable(failure?.error ?? new ReadTimeoutError(waitMs))
  }

  return {
    peek: () => held && present(held),
    refresh,
    restart() {
      if (flight !== undefined && clock.now() - flight.startedMs > patienceMs) giveUp()
      return refresh()
    },
    clear() {
      const had = held !== undefined
      held = undefined
      failure = undefined
      generation++
      return had
    },
    close() {
      closed = true
    },
    get() {
      const now = clock.now()
      if (held === undefined) return getAfterRead(now)
      const age = now - held.timestampMs
      if (age <= ttlMs) {
        if (age * 2 > ttlMs) refreshBehind(now)
        return held.answer
      }
      if (!isFailing(now)) return getAfterRead(now)
      refreshBehind(now)
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
