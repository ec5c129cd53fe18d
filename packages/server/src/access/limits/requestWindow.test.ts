import { expect, it } from 'vitest'
import { RateLimitExceededError } from '../accessErrors.ts'
import { createRequestWindow } from './requestWindow.ts'

it('refuses what exceeds a minute, per caller, and says when to come back', () => {
  const time = { nowMs: 0 }
  const requests = createRequestWindow({ now: () => time.nowMs })
  for (let i = 0; i < 3; i += 1) requests.take('a', 3)
  time.nowMs = 45_500
  expect(() => requests.take('a', 3)).toThrow(RateLimitExceededError)
  expect(() => requests.take('b', 3)).not.toThrow()
  try {
    requests.take('a', 3)
  } catch (error) {
    expect(error).toMatchObject({
      retryAfterSeconds: 15,
      details: { limit: 3, used: 3, reset_at: '1970-01-01T00:01:00.000Z' },
    })
  }
  time.nowMs = 60_000
  expect(() => requests.take('a', 3)).not.toThrow()
})

it('forgets the oldest callers of a flood', () => {
  const requests = createRequestWindow({ now: () => 0 })
  requests.take('first', 1)
  for (let i = 0; i < 10_000; i += 1) requests.take(String(i), 1)
  expect(() => requests.take('first', 1)).not.toThrow()
})

it('takes a /64 for one caller, however its addresses are written', () => {
  const requests = createRequestWindow({ now: () => 0 })
  requests.take('2001:db8::1', 1)
  for (const same of ['2001:0DB8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4', '2001:db8::192.0.2.1'])
    expect(() => requests.take(same, 1)).toThrow(RateLimitExceededError)
  for (const other of ['2001:db8:0:1::1', '::1', '::ffff:192.0.2.1', '192.0.2.2'])
    expect(() => requests.take(other, 1)).not.toThrow()
  expect(() => requests.take('192.0.2.1', 1)).toThrow(RateLimitExceededError)
})
