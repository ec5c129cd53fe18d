import { describe, expect, test } from 'vitest'
import {
  chooseAnswer,
  computeWaitMs,
  type Event,
  initialState,
  isReplaced,
  mayReadInBackground,
  ReadTimeoutError,
  type State,
  step,
} from './state.ts'

const limits = { ttlMs: 3000, coldTimeoutMs: 1500, patienceMs: 200 }
const first = { number: 1, startedMs: 0 }

function play(...events: readonly Event<string>[]): State<string> {
  return events.reduce<State<string>>((state, event) => step(state, event, limits), initialState)
}
const wanted = (atMs: number): Event<string> => ({ kind: 'requested', atMs })
const read = (atMs: number): Event<string> => ({ kind: 'read', read: first, answer: 'a', atMs })
const ended: Event<string> = { kind: 'ended', read: first }

describe('reads', () => {
  test('run one at a time, and a request joins the pending one', () => {
    expect(play(wanted(0), wanted(100)).pending).toEqual(first)
  })

  test('that are late are abandoned and replaced, with a failure', () => {
    const { pending, failure } = play(wanted(0), wanted(1501))
    expect(pending).toEqual({ number: 2, startedMs: 1501 })
    expect(failure?.error).toBeInstanceOf(ReadTimeoutError)
  })

  test('are late after three times the last good one, if that is longer', () => {
    const slow = play(wanted(0), read(1000), ended, wanted(1000), wanted(3900))
    expect(slow.pending?.number).toBe(2)
    expect(step(slow, wanted(4001), limits).pending?.number).toBe(3)
  })

  test('that were abandoned count if they end before a newer one', () => {
    const state = play(wanted(0), wanted(1501), read(1600))
    expect(state.cached?.answer).toBe('a')
    expect(state.failure).toBeUndefined()
    const newer = { number: 2, startedMs: 1501 }
    const after = step(step(state, { kind: 'read', read: newer, answer: 'b', atMs: 1700 }, limits), read(1800), limits)
    expect(after.cached?.answer).toBe('b')
  })

  test('that were abandoned do not report a failure', () => {
    const state = play(wanted(0), wanted(1501))
    const failed = step(state, { kind: 'failed', read: first, error: 'x', atMs: 1600 }, limits)
    expect(failed).toBe(state)
  })

  test('that are pending do not restore a cleared value', () => {
    const state = play(wanted(0), { kind: 'cleared' }, read(50))
    expect(state.cached).toBeUndefined()
    expect(isReplaced(state, first)).toBe(true)
  })

  test('that were sent while the providers hung are abandoned when they recover, recent ones are not', () => {
    expect(play(wanted(0), { kind: 'providersBack', atMs: 201 }).pending).toBeUndefined()
    expect(play(wanted(0), { kind: 'providersBack', atMs: 200 }).pending).toEqual(first)
  })
})

describe('answers', () => {
  const cached = play(wanted(0), read(10), ended)

  test.each([
    [1500, 'fresh'],
    [1501, 'freshAndRead'],
    [3000, 'freshAndRead'],
    [3001, 'wait'],
    // The clock was set back.
    [-1, 'wait'],
  ] as const)('%d ms after the read: %s', (nowMs, choice) => {
    expect(chooseAnswer(cached, nowMs, limits)).toBe(choice)
  })

  test('an expired value stays expired', () => {
    const expired = step(cached, { kind: 'expired' }, limits)
    expect(chooseAnswer(expired, 100, limits)).toBe('wait')
  })

  test('an expired value is served immediately while reads fail or hang', () => {
    const failed = step(cached, { kind: 'failed', read: first, error: 'x', atMs: 3100 }, limits)
    expect(chooseAnswer(failed, 3200, limits)).toBe('staleAndRead')
    expect(chooseAnswer(failed, 6101, limits)).toBe('wait')
    const hanging = step(cached, wanted(3100), limits)
    expect(chooseAnswer(hanging, 3300, limits)).toBe('wait')
    expect(computeWaitMs(hanging, 3200, limits)).toBe(100)
    expect(chooseAnswer(hanging, 3301, limits)).toBe('staleAndRead')
  })

  test('a background read starts at most once per second after a failure', () => {
    const failed = step(cached, { kind: 'failed', read: first, error: 'x', atMs: 3100 }, limits)
    expect(mayReadInBackground(failed, 4099)).toBe(false)
    expect(mayReadInBackground(failed, 4100)).toBe(true)
    expect(mayReadInBackground(step(failed, wanted(4200), limits), 5200)).toBe(false)
  })

  test('without a value a call waits up to the cold timeout', () => {
    expect(chooseAnswer(initialState, 0, limits)).toBe('wait')
    expect(computeWaitMs(initialState, 0, limits)).toBe(1500)
  })
})
