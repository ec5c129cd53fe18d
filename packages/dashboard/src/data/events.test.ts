import { expect, it } from 'vitest'
import { toHappenings } from './events.ts'

const event = {
  timestamp: '2026-01-01T00:00:10.000Z',
  chain: 'base',
  kind: 'status',
  endpoint: 'primary',
  from: 'healthy',
  to: 'unavailable',
  reason: 'no answer for 5 s',
} as const

it('merges both kinds, newest first', () => {
  const alerts = [
    { id: 'a/1', name: 'gas', last_triggered: '2026-01-01T00:00:20.000Z' },
    { id: 'a2', name: 'never', last_triggered: null },
  ]
  const back = {
    timestamp: '2026-01-01T00:00:15.000Z',
    chain: 'base',
    kind: 'failover',
    active: false,
    reason: null,
  } as const
  expect(toHappenings([event, back], alerts, 10).map(({ text, isBad, link }) => [text, isBad, link])).toEqual([
    ['Alert “gas” fired', true, '#/alerts/a%2F1'],
    ['base: traffic returns to the primary', false, '#/providers'],
    ['base: primary changes from healthy to unavailable (no answer for 5 s)', true, '#/providers'],
  ])
  expect(toHappenings([event, back], alerts, 1)).toHaveLength(1)
})
