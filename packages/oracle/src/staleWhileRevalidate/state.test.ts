import { describe, expect, test } from 'vitest'
import {
  chooseAnswer,
  computeWaitMs,
  type Event,
  initialState,
  isReplaced,
  mayReadBehind,
  ReadTimeoutError,
  type State,
  step,
} from './state.ts'

const limits = { ttlMs: 3000, coldTimeoutMs: 1500, patienceMs: 200 }
const first = { number: 1, startedMs: 0 }

function play(...events: readonly Event<string>[]): State<string> {
  return events.reduce<State<string>>((state, event) => step(state, event, limits), initialState)
}
const wanted = (atMs: number): Event<string> => ({ kind: 'wanted', atMs })
const read = (atMs: number): Event<string> => ({ kind: 'read', read: first, answer: 'a', atMs })
const ended: Event<string> = { kind: 'ended', read: first }

describe('reads', () => {
  test('one at a time: who wants one joins it', () => {
    expect(play(wanted(0), wanted(100)).pending).toEqual(first)
  })

  test('a late one is given up and replaced, with a failure', () => {
    const { pending, failure } = play(wanted(0), wanted(1501))
    expect(pending).toEqual({ number: 2, startedMs: 1501 })
    expect(failure?.error).toBeInstanceOf(ReadTimeoutError)
  })

  test('late is three times the last good one where that is more', () => {
    const slow = play(wanted(0), read(1000), ended, wanted(1000), wanted(3900))
    expect(slow.pending?.number).toBe(2)
    expect(step(slow, wanted(4001), limits).pending?.number).toBe(3)
  })

  test('one given up is kept when it still comes before a newer one', () => {
    const state = play(wanted(0), wanted(1501), read(1600))
    expect(state.held?.answer).toBe('a')
    expect(state.failure).toBeUndefined()
    const newer = { number: 2, startedMs: 1501 }
    const after = step(step(state, { kind: 'read', read: newer, answer: 'b', atMs: 1700 }, limits), read(1800), limits)
    expect(after.held?.answer).toBe('b')
  })

  test('the failure of one given up is no news', () => {
    const state = play(wanted(0), wanted(1501))
    const failed = step(state, { kind: 'failed', read: first, error: 'x', atMs: 1600 }, limits)
    expect(failed).toBe(state)
  })

  test('one under way does not bring back what was cleared', () => {
    const state = play(wanted(0), { kind: 'cleared' }, read(50))
    expect(state.held).toBeUndefined()
    expect(isReplaced(state, first)).toBe(true)
  })

  test('one sent while the providers hung is given up when they are back, a young one is not', () => {
    expect(play(wanted(0), { kind: 'providersBack', atMs: 201 }).pending).toBeUndefined()
    expect(play(wanted(0), { kind: 'providersBack', atMs: 200 }).pending).toEqual(first)
  })
})

describe('answers', () => {
  const held = play(wanted(0), read(10), ended)

  test.each([
    [1500, 'fresh'],
    [1501, 'freshAndRead'],
    [3000, 'freshAndRead'],
    [3001, 'wait'],
    // The clock was put back.
    [-1, 'wait'],
  ] as const)('%d ms after the read: %s', (nowMs, choice) => {
    expect(chooseAnswer(held, nowMs, limits)).toBe(choice)
  })

  test('an expired value stays expired', () => {
    const expired = step(held, { kind: 'expired' }, limits)
    expect(chooseAnswer(expired, 100, limits)).toBe('wait')
  })

  test('an expired value is served at once while reads fail or hang', () => {
    const failed = step(held, { kind: 'failed', read: first, error: 'x', atMs: 3100 }, limits)
    expect(chooseAnswer(failed, 3200, limits)).toBe('staleAndRead')
    expect(chooseAnswer(failed, 6101, limits)).toBe('wait')
    const hanging = step(held, wanted(3100), limits)
    expect(chooseAnswer(hanging, 3300, limits)).toBe('wait')
    expect(computeWaitMs(hanging, 3200, limits)).toBe(100)
    expect(chooseAnswer(hanging, 3301, limits)).toBe('staleAndRead')
  })

  test('a read behind starts once a second after a failure', () => {
    const failed = step(held, { kind: 'failed', read: first, error: 'x', atMs: 3100 }, limits)
    expect(mayReadBehind(failed, 4099)).toBe(false)
    expect(mayReadBehind(failed, 4100)).toBe(true)
    expect(mayReadBehind(step(failed, wanted(4200), limits), 5200)).toBe(false)
  })

  test('without a value a reader waits as long as a cold one may', () => {
    expect(chooseAnswer(initialState, 0, limits)).toBe('wait')
    expect(computeWaitMs(initialState, 0, limits)).toBe(1500)
  })
})
