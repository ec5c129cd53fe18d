import { Writable } from 'node:stream'
import type { PoolEvents, PoolReport } from '@outrigger/core'
import { createEmitter } from '@outrigger/core/internal'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logPool } from './logPool.ts'
import { settleMs } from './settledChanges.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Status = PoolEvents['status']['to']

function start() {
  const lines: { readonly msg: string; readonly to?: Status; readonly active?: boolean }[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const events = createEmitter<PoolEvents>()
  const newest = { isLate: false }
  const statuses = new Map<string, Status>([['spare', 'healthy']])
  const report = () => {
    const endpoints = [...statuses].map(([name, status]) => ({ name, status, reason: status }))
    const isLost = endpoints.every(({ status }) => status === 'unavailable')
    const outage = newest.isLate ? { kind: 'lateHead' } : null
    const status = isLost ? 'unavailable' : 'degraded'
    return { chain: 'ethereum', status, endpoints, outage, head: 7n, headAtMs: 0 } as unknown as PoolReport
  }
  const stop = logPool({ on: events.on, report }, 'ethereum', pino(stream))
  let from: Status = 'unknown'
  const turn = (to: Status, endpoint = 'backup') => {
    statuses.set(endpoint, to)
    events.emit('status', { endpoint, from, to, reason: null })
    from = to
  }
  return { events, newest, turn, stop, said: () => lines.map(({ msg, to, active }) => `${msg} ${to ?? active}`) }
}

it('logs an endpoint that flaps once when it begins and once when it ended', () => {
  const { turn, said } = start()
  turn('healthy')
  for (let times = 0; times < 20; times += 1) {
    turn('unavailable')
    vi.advanceTimersByTime(4_000)
    turn('healthy')
    vi.advanceTimersByTime(8_000)
  }
  expect(said()).toEqual(['endpoint healthy', 'endpoint unavailable'])
  vi.advanceTimersByTime(settleMs)
  expect(said()).toEqual(['endpoint healthy', 'endpoint unavailable', 'endpoint healthy'])
  turn('degraded')
  turn('unavailable')
  expect(said().slice(3)).toEqual(['endpoint degraded', 'endpoint unavailable'])
})

it('keeps endpoints apart, and logs a failover that flaps once', () => {
  const { events, turn, said } = start()
  turn('unavailable', 'primary')
  turn('unavailable', 'backup')
  for (const active of [true, false, true, false]) events.emit('failover', { active, reason: null })
  expect(said()).toEqual(['endpoint unavailable', 'endpoint unavailable', 'failover true'])
  vi.advanceTimersByTime(settleMs)
  expect(said()).toEqual(['endpoint unavailable', 'endpoint unavailable', 'failover true', 'failover false'])
})

it('logs that no provider responds, and 30 seconds after one is back', () => {
  const { turn, said } = start()
  turn('unavailable', 'backup')
  turn('unavailable', 'spare')
  expect(said().slice(1)).toEqual(['no provider responds undefined', 'endpoint unavailable'])
  turn('healthy', 'spare')
  vi.advanceTimersByTime(settleMs)
  expect(said().slice(3)).toEqual(['a provider responds again undefined', 'endpoint healthy'])
})

it('logs that blocks are late, and 30 seconds after they are not', () => {
  const { newest, said } = start()
  newest.isLate = true
  vi.advanceTimersByTime(10_000)
  expect(said()).toEqual(['no new blocks undefined'])
  newest.isLate = false
  vi.advanceTimersByTime(10_000 + settleMs)
  expect(said().slice(1)).toEqual(['new blocks again undefined'])
})

it('logs nothing after it stopped', () => {
  const { newest, turn, stop, said } = start()
  turn('unavailable')
  turn('healthy')
  stop()
  newest.isLate = true
  vi.advanceTimersByTime(2 * settleMs)
  expect(said()).toEqual(['endpoint unavailable'])
})
