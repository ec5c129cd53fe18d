import { sleep } from '@outrigger/core'
import { expect, it } from 'vitest'
import { createRecentKeys } from './recentKeys.ts'

function create() {
  const clock = { nowMs: 1000, now: () => clock.nowMs }
  const state = { value: 'first' as string | undefined, reads: 0, isAway: false, delayMs: 0 }
  const { get, expire } = createRecentKeys(async () => {
    state.reads += 1
    await sleep(state.delayMs)
    if (state.isAway) throw new RangeError('away')
    return state.value
  }, clock)
  return { clock, state, get, expire }
}

it('reads once for all who ask in a moment, and again after it', async () => {
  const { clock, state, get } = create()
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['first', 'first', 'first'])
  expect(state.reads).toBe(2)
  state.value = undefined
  clock.nowMs += 399
  expect(await get('a')).toBe('first')
  clock.nowMs += 1
  expect(await get('a')).toBeUndefined()
  expect(state.reads).toBe(3)
})

it('knows keys while the store is away or slow, and no others', async () => {
  const { clock, state, get } = create()
  await get('a')
  clock.nowMs += 60_000
  state.isAway = true
  expect(await get('a')).toBe('first')
  await expect(get('new')).rejects.toThrow('away')
  state.delayMs = 60_000
  expect(await get('a')).toBe('first')
  clock.nowMs += 600_000
  state.delayMs = 0
  await expect(get('b')).rejects.toThrow('away')
})

it('asks again for a key that has changed, not trusting a question that is under way', async () => {
  const { state, get, expire } = create()
  await Promise.all([get('a'), get('b')])
  state.value = 'second'
  expire('a')
  expect(await Promise.all([get('a'), get('b')])).toEqual(['second', 'first'])
  expire(null)
  expect(await get('b')).toBe('second')
  // The read began before the change, but its answer arrives after it.
  expire('a')
  state.delayMs = 50
  const early = get('a')
  state.value = 'third'
  expire('a')
  const late = get('a')
  await Promise.all([early, late])
  expect(await get('a')).toBe('third')
})
