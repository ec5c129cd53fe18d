import { expect, it } from 'vitest'
import { initialSession, type SessionEvent, step } from './sessionState.ts'

const limits = { subscriptions: 2 }
const subscribe = (name: string): SessionEvent => ({ kind: 'subscribe', name })
const answered = (name: string): SessionEvent => ({ kind: 'answered', name })
const unsubscribe = (name: unknown): SessionEvent => ({ kind: 'unsubscribe', name })

function play(...events: readonly SessionEvent[]) {
  return events.reduce((last, event) => step(last.state, event, limits), { state: initialSession } as ReturnType<
    typeof step
  >)
}

it('counts the calls under way', () => {
  expect(play({ kind: 'callsBegin', count: 3 }, { kind: 'callsEnd', count: 2 })).toEqual({
    state: { ...initialSession, pendingCalls: 1 },
  })
})

it('opens a subscription when its answer is out', () => {
  expect([...play(subscribe('a')).state.subscriptions]).toEqual([['a', 'answering']])
  expect([...play(subscribe('a'), answered('a')).state.subscriptions]).toEqual([['a', 'open']])
})

it('does not open one that was ended before its answer was out', () => {
  expect(play(subscribe('a'), unsubscribe('a'), answered('a')).state.subscriptions.size).toBe(0)
  expect(play(subscribe('a'), { kind: 'closed' }, answered('a')).state.subscriptions.size).toBe(0)
})

it('bounds the subscriptions, and ends only those there are', () => {
  expect(play(subscribe('a'), subscribe('b'), subscribe('c')).refusal).toMatchObject({ code: -32005 })
  expect(play(subscribe('a'), subscribe('b'), unsubscribe('a'), subscribe('c')).refusal).toBeUndefined()
  for (const name of ['b', 7, undefined])
    expect(play(subscribe('a'), unsubscribe(name)).refusal).toMatchObject({ message: 'subscription not found' })
})
