import { systemClock } from '@outrigger/core/internal'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Freshness, Source } from '../freshness.ts'
import { createStaleWhileRevalidate, type StaleWhileRevalidateOptions } from './staleWhileRevalidate.ts'
import { ReadTimeoutError } from './state.ts'

type Served = Freshness & { readonly value: number }
type Upstream = 'primary' | 'backup' | 'dead' | 'hung'

const ttlMs = 3000

/** An upstream whose nth read returns n. Its state at the start of the read determines the outcome. */
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
      // After half a lifetime a read may be abandoned, and then it does not block the next one.
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

/** Returns the outcome of a promise and its duration on the fake clock. */
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

describe('within its lifetime', () => {
  test('returns the same object immediately, without a read', async () => {
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

  test('keeps the source it was read from', async () => {
    const { cached, become } = setup()
    become('backup')
    await timed(cached.get())
    become('dead')
    await timed(cached.refresh())
    expect(cached.peek()).toMatchObject({ value: 1, source: 'backup', stale: false })
  })

  test('after half of it a call starts a background read', async () => {
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
  test('after a pause a call waits for the read', async () => {
    const { cached } = setup()
    await timed(cached.get())
    await vi.advanceTimersByTimeAsync(10 * ttlMs)
    expect(await timed(cached.get())).toMatchObject({ value: { value: 2, stale: false }, tookMs: 10 })
  })

  test('waits for a hanging read only until it is `patienceMs` old', async () => {
    const { cached, become } = setup()
    await timed(cached.get())
    become('hung')
    await vi.advanceTimersByTimeAsync(2 * ttlMs)
    const first = await timed(cached.get())
    expect(first).toMatchObject({ value: { value: 1, source: 'cache', stale: true }, tookMs: 200 })
    // The read is now older than `patienceMs`, so no call waits for it.
    expect((await timed(cached.get())).tookMs).toBe(0)
  })

  test('is served immediately with its real age while reads fail, with at most one read per second', async () => {
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

  test('is fresh again after the first good read', async () => {
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
  test('is abandoned by the next refresh, which counts as a failure', async () => {
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

  test('is also abandoned if nothing is cached', async () => {
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

  test('still counts if it was only slow, unless a later one has ended', async () => {
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

  test('is not abandoned if reads usually take this long', async () => {
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

describe('a clock that is set back', () => {
  const hourMs = 3_600_000

  test('makes the value expire for good', async () => {
    const { cached, become } = setup()
    await timed(cached.get())
    become('dead')
    vi.setSystemTime(Date.now() - hourMs)
    expect(cached.peek()).toMatchObject({ stale: true, source: 'cache' })
    vi.setSystemTime(Date.now() + hourMs)
    expect(cached.peek()).toMatchObject({ stale: true, source: 'cache' })
  })

  test('neither delays calls nor prevents reads', async () => {
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

  test('does not change ages if it is the system clock', async () => {
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
  test('abandons a read that was sent while the providers were down, and serves the calls that wait for it', async () => {
    const { cached, become } = setup()
    become('hung')
    const waiting = timed(cached.get())
    await vi.advanceTimersByTimeAsync(300)
    become('primary')
    await timed(cached.restart())
    expect(cached.peek()).toMatchObject({ value: 2, source: 'primary' })
    expect(await waiting).toMatchObject({ value: { value: 2 } })
    // The hanging read fails later, which is ignored.
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await timed(cached.get())).toMatchObject({ value: { value: 3, stale: false } })
  })

  test('joins a recent read', async () => {
    const { cached, seen } = setup()
    void cached.refresh()
    await timed(cached.restart())
    expect(seen.reads).toBe(1)
  })
})

describe('cold', () => {
  test('a thousand calls share one read', async () => {
    const { cached, seen } = setup()
    const all = Promise.all(Array.from({ length: 1000 }, () => cached.get()))
    const { value } = await timed(all)
    expect(new Set(value).size).toBe(1)
    expect(seen.reads).toBe(1)
  })

  test('throws the read’s error as soon as it fails', async () => {
    const { cached, become } = setup()
    become('dead')
    const { error, tookMs } = await timed(cached.get())
    expect(error).toMatchObject({ message: 'unavailable', cause: { message: 'dead' } })
    expect(tookMs).toBe(10)
  })

  test('throws in bounded time if everything hangs', async () => {
    const { cached, become } = setup({ coldTimeoutMs: 1500 })
    become('hung')
    const { error, tookMs } = await timed(cached.get())
    expect((error as Error).cause).toBeInstanceOf(ReadTimeoutError)
    expect(tookMs).toBe(1500)
  })
})

describe('clear', () => {
  test('makes the next call read', async () => {
    const { cached } = setup()
    expect(cached.clear()).toBe(false)
    await timed(cached.get())
    expect(cached.clear()).toBe(true)
    expect(cached.peek()).toBeUndefined()
    expect(await timed(cached.get())).toMatchObject({ value: { value: 2 } })
  })

  test('is not undone by a pending read', async () => {
    const { cached, seen } = setup()
    const waiting = cached.get()
    await vi.advanceTimersByTimeAsync(5)
    cached.clear()
    expect(await timed(cached.get())).toMatchObject({ value: { value: 2 }, tookMs: 15 })
    expect(await waiting).toMatchObject({ value: 2 })
    expect(seen.most).toBe(1)
  })

  test('stops reading once closed', async () => {
    const { cached, seen } = setup()
    await timed(cached.get())
    cached.close()
    await vi.advanceTimersByTimeAsync(2 * ttlMs)
    expect(await timed(cached.get())).toMatchObject({ value: { stale: true } })
    expect(seen.reads).toBe(1)
  })
})

test('in any sequence of events: one read at a time, no value older than stated or fresh beyond its lifetime, no call waits too long', async () => {
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
          // The nth value when it was fresh.
          readAtMs[served.value] ??= served.timestampMs
          sources[served.value] = served.source
        },
      })
      const check = (served: Served | undefined) => {
        if (served === undefined) return
        const age = performance.now() - (seen.startedMs[served.value] ?? 0)
        // Not at the boundary, where fractions of a millisecond matter.
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
