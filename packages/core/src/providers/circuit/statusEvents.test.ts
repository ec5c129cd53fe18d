import { expect, it } from 'vitest'
import { createEmitter } from '../../events/emitter.ts'
import type { PoolEvents } from '../poolTypes.ts'
import { createHealths, rules } from './fixtures/healths.ts'
import { type EndpointHealth, whyUnavailable } from './health.ts'
import { recordAnswer, recordLate, recordProbeSuccess } from './recordOutcome.ts'
import { createStatusEvents } from './statusEvents.ts'

it('emits each status change once, and when traffic leaves the primary and returns', () => {
  const healths = createHealths(2)
  const [primary] = healths as [EndpointHealth, EndpointHealth]
  const events = createEmitter<PoolEvents>()
  const reported: string[] = []
  events.on('status', ({ endpoint, from, to }) => reported.push(`${endpoint} ${from} ${to}`))
  events.on('failover', ({ active }) => reported.push(`failover ${active}`))
  const { refresh, isFailoverActive } = createStatusEvents({
    healths,
    events,
    clock: { now: () => 7 },
    whyUnavailable: (health) => whyUnavailable(health, 0, rules),
    onUnavailable: () => reported.push('unavailable'),
  })
  const answer = () => recordAnswer(primary, { method: 'm', latencyMs: 1, nowMs: 0, isAlreadyAnswered: false }, rules)
  answer()
  refresh(primary)
  refresh(primary)
  for (let i = 0; i < 3; i += 1) recordLate(primary, 0, rules)
  refresh(primary)
  expect(isFailoverActive()).toBe(true)
  recordProbeSuccess(primary, 0, rules)
  refresh(primary)
  expect(reported).toEqual([
    'primary unknown healthy',
    'unavailable',
    'primary healthy unavailable',
    'failover true',
    'primary unavailable healthy',
    'failover false',
  ])
})

it('gives the reason for a failover: the fault of the primary, or its recovery, and emits none when the backup fails too', () => {
  const healths = createHealths(2)
  const [primary, backup] = healths as [EndpointHealth, EndpointHealth]
  const events = createEmitter<PoolEvents>()
  const moves: PoolEvents['failover'][] = []
  events.on('failover', (move) => moves.push(move))
  const { refresh, unavailableSinceMs } = createStatusEvents({
    healths,
    events,
    clock: { now: () => 7 },
    whyUnavailable: (health) => whyUnavailable(health, 0, rules),
    onUnavailable: () => {},
  })
  const lose = (health: EndpointHealth) => {
    for (let i = 0; i < 3; i += 1) recordLate(health, 0, rules)
    refresh(health)
  }
  const recover = (health: EndpointHealth) => {
    recordProbeSuccess(health, 0, rules)
    refresh(health)
  }
  recover(backup)
  lose(primary)
  recover(primary)
  lose(primary)
  expect(unavailableSinceMs()).toBeNull()
  lose(backup)
  expect(unavailableSinceMs()).toBe(7)
  const lost = whyUnavailable(primary, 0, rules)
  expect(lost).toEqual(expect.any(String))
  expect(moves).toEqual([
    { active: true, reason: lost },
    { active: false, reason: 'primary is back in service.' },
    { active: true, reason: lost },
  ])
})
