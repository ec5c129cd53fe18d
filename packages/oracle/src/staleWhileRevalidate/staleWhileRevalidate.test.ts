import { systemClock } from '@outrigger/core/internal'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Freshness, Source } from '../freshness.ts'
import { createStaleWhileRevalidate, type StaleWhileRevalidateOptions } from './staleWhileRevalidate.ts'
import { ReadTimeoutError } from './state.ts'

type Served = Freshness & { readonly value: number }
type Upstream = 'primary' | 'backup' | 'dead' | 'hung'

const ttlMs = 3000

/** An upstream whose nth read yields n, in the state it is in when the read starts. */
function setup(options: Partial<StaleWhileRevalidateOptions<number, Served>> = {}) {
  let state: Upstream = 'primary'
  let latencyMs = 10
  const seen = { reads: 0, inFlight: 0, most: 0, startedMs: [0] }
  const cached = createStaleWhileRevalidate<number, Served>({
    ttlMs,
    clock: { now: () => Date.now() },
    serve: (value, freshness) => ({ ...freshness, value }),
    unavailable: (cause) => new Error('unavailable', { cause }),
    async read() {
      const value = ++seen.reads
      seen.startedMs[value] = performance.now()
      const current = state
      seen.most = Math.max(seen.most, ++seen.inFlight)
      const tookMs = current === 'hung' ? 5000 : latencyMs
      // From half a lifetime on a read may be given up, and then it is not in the way of the next.
      setTimeout(() => seen.inFlight--, Math.min(tookMs, ttlMs / 2))
      await new Promise((resolve) => setTimeout(resolve, tookMs))
      if (current === 'dead' || current === 'hung') throw new Error(current)
      return { value, source: current }
    },
    ...options,
  })
  const become = (next: Upstream, latency = 10) => {
    state = next
    latencyMs = latency
  }
  return { cached, seen, become }
}

/** The outcome of a promise and how long it took on the fake clock. */
async function timed<value>(promise: Promise<value>): Promise<{ value?: value; error?: unknown; tookMs: number }> {
  const startedMs = Date.now()
  let outcome: { value?: value; error?: unknown; tookMs: number } | undefined
  void promise.then(
    (value) => {
      outcome = { value, tookMs: Date.now() - startedMs }
    },
    (error: unknown) => {
      outcome = { error, tookMs: Date.now() - startedMs }
    },
  )
  await vi.advanceTimersByTimeAsync(0)
  while (outcome === undefined) await vi.advanceTimersByTimeAsync(1)
  return outcome
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('inside its lifetime', () => {
  test('the same object, at once, without a read', async () => {
    const { cached, seen } = setup()
    const { value: first } = await timed(cached.get())
    expect(first).toMatchObject({ value: 1, source: 'primary', stale: false })
    await vi.advanceTimersByTimeAsync(ttlMs / 2 - 20)
    const { value, tookMs } = await timed(cached.get())
    expect(value).toBe(first)
    expect(cached.peek()).toBe(first)
    expect(tookMs).toBe(0)
    expect(seen.reads).toBe(1)
  })

  test('keeps the source it was read from whatever happens since', async () => {
    const { cached, become } = setup()
    become('backup')
    await timed(cached.get())
    become('dead')
    await timed(cached.refresh())
    expect(cached.peek()).toMatchObject({ value: 1, source: 'backup', stale: false })
  })

  test('past half of it a reader starts a read and does not wait for it', async () => {
    const { cached, seen } = setup()
    await timed(cached.get())
    await vi.advanceTimersByTimeAsync(ttlMs / 2)
    const { value, tookMs } = await timed(cached.get())
    expect([value?.value, tookMs, seen.reads]).toEqual([1, 0, 2])
    await vi.advanceTimersByTimeAsync(10)
    expect(cached.peek()?.value).toBe(2)
  })
})

describe('expired', () => {
  test('after a pause a reader waits for the read', async () => {
    const { cached } = setup()
    await timed(cached.get())
    await vi.advanceTimersByTimeAsync(10 * ttlMs)
    expect(await timed(cached.get())).toMatchObject({ value: { value: 2, stale: false }, tookMs: 10 })
  })

  test('a read that hangs is waited for no longer than patience', async () => {
    const { cached, become } = setup()
    await timed(cached.get())
    become('hung')
    await vi.advanceTimersByTimeAsync(2 * ttlMs)
    const first = await timed(cached.get())
    expect(first).toMatchObject({ value: { value: 1, source: 'cache', stale: true }, tookMs: 200 })
    // The read is older than patience by now: nobody waits for it again.
    expect((await timed(cached.get())).tookMs).toBe(0)
  })

  test('while reads fail it is served at once, with its real age, and one read a second is tried', async () => {
    const { cached, become, seen } = setup()
    await timed(cached.get())
    const readAtMs = cached.peek()?.timestampMs
    become('dead')
    await timed(cached.refresh())
    await vi.advanceTimersByTimeAsync(2 * ttlMs)
    await timed(cached.get())
    const before = seen.reads
    for (let i = 0; i < 100; i++) {
      const { value, tookMs } = await timed(cached.get())
      expect(value).toMatchObject({ stale: true, source: 'cache', timestampMs: readAtMs })
      expect(tookMs).toBe(0)
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(seen.reads - before).toBeLessThanOrEqual(6)
    expect(cached.peek()).toBe(cached.peek())
  })

  test('the first good read ends it', async () => {
    const { cached, become } = setup()
    await timed(cached.get())
    become('dead')
    await vi.advanceTimersByTimeAsync(2 * ttlMs)
    await timed(cached.get())
    become('primary')
    await timed(cached.refresh())
    expect(cached.peek()).toMatchObject({ source: 'primary', stale: false })
  })
})

describe('a read that hangs', () => {
  test('is given up by the next refresh, which is a failure', async () => {
    const failures: unknown[] = []
    const { cached, become } = setup({ onFailure: (error) => failures.push(error) })
    await timed(cached.get())
    become('hung')
    void cached.refresh()
    await vi.advanceTimersByTimeAsync(ttlMs / 2 + 1)
    become('primary')
    await timed(cached.refresh())
    expect(cached.peek()).toMatchObject({ value: 3, stale: false })
    expect(failures).toMatchObject([expect.any(ReadTimeoutError)])
  })

  test('is given up with nothing held, too', async () => {
    const { cached, become } = setup()
    await timed(cached.get())
    become('hung')
    void cached.refresh()
    await vi.advanceTimersByTimeAsync(100)
    cached.clear()
    await vi.advanceTimersByTimeAsync(ttlMs / 2 - 99)
    become('primary')
    expect(await timed(cached.get())).toMatchObject({ value: { value: 3, stale: false }, tookMs: 10 })
  })

  test('and was only slow still counts, unless a later one has ended', async () => {
    const { cached, become } = setup()
    become('primary', 2000)
    void cached.refresh()
    await vi.advanceTimersByTimeAsync(1600)
    void cached.refresh()
    await vi.advanceTimersByTimeAsync(400)
    expect(cached.peek()).toMatchObject({ value: 1, stale: false })
    await vi.advanceTimersByTimeAsync(1600)
    expect(cached.peek()).toMatchObject({ value: 2 })

    become('primary', 2000)
    cached.clear()
    void cached.refresh()
    await vi.advanceTimersByTimeAsync(300)
    become('primary', 10)
    await timed(cached.restart())
    await vi.advanceTimersByTimeAsync(2000)
    expect(cached.peek()).toMatchObject({ value: 4 })
  })

  test('is not given up where reads usually take as long', async () => {
    const { cached, become, seen } = setup()
    become('primary', 1000)
    await timed(cached.get())
    become('primary', 2900)
    void cached.refresh()
    await vi.advanceTimersByTimeAsync(2000)
    await timed(cached.refresh())
    expect(seen.reads).toBe(2)
  })
})

describe('a clock that is put back', () => {
  const hourMs = 3_600_000

  test('makes the value expired, for good', async () => {
    const { cached, become } = setup()
    await timed(cached.get())
    become('dead')
    vi.setSystemTime(Date.now() - hourMs)
    expect(cached.peek()).toMatchObject({ stale: true, source: 'cache' })
    vi.setSystemTime(Date.now() + hourMs)
    expect(cached.peek()).toMatchObject({ stale: true, source: 'cache' })
  })

  test('keeps no reader waiting and no read from being tried', async () => {
    const { cached, become } = setup()
    await timed(cached.get())
    become('hung')
    void cached.refresh()
    vi.setSystemTime(Date.now() - hourMs)
    expect((await timed(cached.get())).tookMs).toBeLessThanOrEqual(1000)
    become('primary')
    await timed(cached.refresh())
    expect(await timed(cached.get())).toMatchObject({ value: { stale: false, source: 'primary' }, tookMs: 0 })
  })

  test('of the system does not touch ages', async () => {
    const { cached, become } = setup({ clock: systemClock })
    await timed(cached.get())
    become('dead')
    vi.setSystemTime(Date.now() - hourMs)
    expect(cached.peek()).toMatchObject({ stale: false })
    await vi.advanceTimersByTimeAsync(ttlMs + 1)
    expect(cached.peek()).toMatchObject({ stale: true })
  })
})

describe('restart', () => {
  test('gives up on a read that hangs since the providers were down, and serves those who wait for it', async () => {
    const { cached, become } = setup()
    become('hung')
    const waiting = timed(cached.get())
    await vi.advanceTimersByTimeAsync(300)
    become('primary')
    await timed(cached.restart())
    expect(cached.peek()).toMatchObject({ value: 2, source: 'primary' })
    expect(await waiting).toMatchObject({ value: { value: 2 } })
    // The hung read fails in the end, which is no news.
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await timed(cached.get())).toMatchObject({ value: { value: 3, stale: false } })
  })

  test('joins a young read', async () => {
    const { cached, seen } = setup()
    void cached.refresh()
    await timed(cached.restart())
    expect(seen.reads).toBe(1)
  })
})

describe('cold', () => {
  test('a thousand readers share one read', async () => {
    const { cached, seen } = setup()
    const all = Promise.all(Array.from({ length: 1000 }, () => cached.get()))
    const { value } = await timed(all)
    expect(new Set(value).size).toBe(1)
    expect(seen.reads).toBe(1)
  })

  test('fails with the reason as soon as the read does', async () => {
    const { cached, become } = setup()
    become('dead')
    const { error, tookMs } = await timed(cached.get())
    expect(error).toMatchObject({ message: 'unavailable', cause: { message: 'dead' } })
    expect(tookMs).toBe(10)
  })

  test('fails in bounded time when everything hangs', async () => {
    const { cached, become } = setup({ coldTimeoutMs: 1500 })
    become('hung')
    const { error, tookMs } = await timed(cached.get())
    expect((error as Error).cause).toBeInstanceOf(ReadTimeoutError)
    expect(tookMs).toBe(1500)
  })
})

describe('clear', () => {
  test('the next reader reads', async () => {
    const { cached } = setup()
    expect(cached.clear()).toBe(false)
    await timed(cached.get())
    expect(cached.clear()).toBe(true)
    expect(cached.peek()).toBeUndefined()
    expect(await timed(cached.get())).toMatchObject({ value: { value: 2 } })
  })

  test('a read that was under way does not bring the value back', async () => {
    const { cached, seen } = setup()
    const waiting = cached.get()
    await vi.advanceTimersByTimeAsync(5)
    cached.clear()
    expect(await timed(cached.get())).toMatchObject({ value: { value: 2 }, tookMs: 15 })
    expect(await waiting).toMatchObject({ value: 2 })
    expect(seen.most).toBe(1)
  })

  test('closed, it reads no more', async () => {
    const { cached, seen } = setup()
    await timed(cached.get())
    cached.close()
    await vi.advanceTimersByTimeAsync(2 * ttlMs)
    expect(await timed(cached.get())).toMatchObject({ value: { stale: true } })
    expect(seen.reads).toBe(1)
  })
})

test('whatever happens: one read at a time, no value older than it says or fresh beyond its lifetime, no reader kept waiting', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constantFrom('get', 'clear', 'refresh', 'peek') }),
    fc.record({ do: fc.constant('wait'), ms: fc.integer({ min: 0, max: 7000 }) }),
    fc.record({ do: fc.constant('putBack'), ms: fc.integer({ min: 1, max: 3_600_000 }) }),
    fc.record({
      do: fc.constant('become'),
      state: fc.constantFrom<Upstream>('primary', 'backup', 'dead', 'hung'),
      ms: fc.integer({ min: 0, max: 800 }),
    }),
  ) as fc.Arbitrary<{ do: string; ms?: number; state?: Upstream }>

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      vi.setSystemTime(1_700_000_000_000)
      const readAtMs: number[] = []
      const sources: Source[] = []
      const { cached, seen, become } = setup({
        clock: systemClock,
        onRead: (served) => {
          // What the nth read said when it was new.
          readAtMs[served.value] ??= served.timestampMs
          sources[served.value] = served.source
        },
      })
      const check = (served: Served | undefined) => {
        if (served === undefined) return
        const age = performance.now() - (seen.startedMs[served.value] ?? 0)
        // Not at the boundary, where fractions of milliseconds decide.
        if (Math.abs(age - ttlMs) >= 1) expect(served.stale).toBe(age > ttlMs)
        expect(served.timestampMs).toBe(readAtMs[served.value])
        expect(served.source).toBe(served.stale ? 'cache' : sources[served.value])
      }
      for (const { do: action, ms = 0, state } of steps) {
        if (action === 'wait') {
          await vi.advanceTimersByTimeAsync(ms)
          check(cached.peek())
        } else if (action === 'putBack') vi.setSystemTime(Date.now() - ms)
        else if (action === 'become') become(state ?? 'primary', ms)
        else if (action === 'clear') cached.clear()
        else if (action === 'refresh') void cached.refresh()
        else if (action === 'peek') check(cached.peek())
        else {
          const { value, tookMs } = await timed(cached.get())
          check(value)
          expect(tookMs).toBeLessThanOrEqual(1500)
        }
        expect(seen.most).toBeLessThanOrEqual(1)
      }
      cached.close()
      await vi.advanceTimersByTimeAsync(10_000)
    }),
    { numRuns: 60 },
  )
})
