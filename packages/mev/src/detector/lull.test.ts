import { expect, it } from 'vitest'
import { createLull } from './lull.ts'

const { signal } = new AbortController()

/** Simulates arrivals of transactions until `untilMs`. Returns how long each of two slices waits, in milliseconds. */
async function measureWaits(untilMs: number): Promise<readonly number[]> {
  let atMs = 0
  const lull = createLull({
    nowMs: () => atMs,
    async wait(ms) {
      atMs += ms
      if (atMs <= untilMs) lull.note()
    },
  })
  lull.note()
  const rest = lull.begin(signal)
  const waits: number[] = []
  for (let slice = 0; slice < 2; slice++) {
    const before = atMs
    await rest()
    waits.push(atMs - before)
  }
  return waits
}

it('does nothing before a burst of transactions is over', async () => {
  expect(await measureWaits(100)).toEqual([102, 0])
})

it('goes on where they do not end, having waited a quarter of a second', async () => {
  expect(await measureWaits(Number.POSITIVE_INFINITY)).toEqual([252, 0])
})

it('does not wait where none comes', async () => {
  await createLull({ nowMs: () => 0, wait: () => Promise.reject(new RangeError('It waits.')) }).begin(signal)()
})
