import { expect, it } from 'vitest'
import { blockOf, hashOf } from './fixtures/entries.ts'
import { type LifecycleEvent, step, type TransactionState } from './transition.ts'

const block = blockOf(1)
const events = {
  seen: { kind: 'seen', isNonceUsed: false, hasRoom: false },
  'seen with room': { kind: 'seen', isNonceUsed: false, hasRoom: true },
  'seen with a used nonce': { kind: 'seen', isNonceUsed: true, hasRoom: true },
  replaced: { kind: 'superseded', by: hashOf(2), isCancellation: false },
  cancelled: { kind: 'superseded', by: hashOf(2), isCancellation: true },
  mined: { kind: 'included', block, as: 'mined' },
  failed: { kind: 'included', block, as: 'failed' },
  'of unknown end': { kind: 'included', block, as: 'included' },
  'block removed': { kind: 'blockRemoved' },
  gone: { kind: 'missing', reason: 'gone' },
  evicted: { kind: 'evicted' },
} as const satisfies Record<string, LifecycleEvent>

const states: Record<TransactionState['kind'], TransactionState> = {
  new: { kind: 'new' },
  pending: { kind: 'pending' },
  mined: { kind: 'mined', block },
  replaced: { kind: 'replaced' },
  dropped: { kind: 'dropped' },
  evicted: { kind: 'evicted' },
}

/** Next state and transition by event, without events that change nothing. */
const toRow = (state: TransactionState) =>
  Object.fromEntries(
    Object.entries(events).flatMap(([name, event]) => {
      const next = step(state, event)
      return next === null ? [] : [[name, `${next.state.kind}: ${next.transition.kind}`]]
    }),
  )
const inclusion = { mined: 'mined: mined', failed: 'mined: failed', 'of unknown end': 'mined: included' }

it.each([
  ['new', { seen: 'pending: pending', 'seen with room': 'pending: pending', ...inclusion }],
  [
    'pending',
    {
      replaced: 'replaced: replaced',
      cancelled: 'replaced: cancelled',
      ...inclusion,
      gone: 'dropped: dropped',
      evicted: 'evicted: dropped',
    },
  ],
  ['mined', { 'block removed': 'pending: reorged' }],
  ['replaced', inclusion],
  ['dropped', { seen: 'pending: pending', 'seen with room': 'pending: pending', ...inclusion }],
  ['evicted', { 'seen with room': 'pending: pending', ...inclusion }],
] as const)('%s', (kind, expected) => {
  expect(toRow(states[kind])).toEqual(expected)
})

it('names the block, the successor or the reason', () => {
  expect(step(states.pending, events.mined)?.state).toEqual({ kind: 'mined', block })
  expect(step(states.mined, events['block removed'])?.transition).toEqual({ kind: 'reorged', block })
  expect(step(states.pending, events.replaced)?.transition).toEqual({ kind: 'replaced', by: hashOf(2) })
  expect(step(states.pending, events.gone)?.transition).toEqual({ kind: 'dropped', reason: 'gone' })
  expect(step(states.pending, events.evicted)?.transition).toEqual({ kind: 'dropped', reason: 'evicted' })
})
