import { describe, expect, it } from 'vitest'
import { isPollDue, isUpToDate, mayPoll, type PollingEvent, startPolling, stepPolling } from './headPolling.ts'

const run = (...events: PollingEvent[]) => events.reduce(stepPolling, startPolling(0))
const answered = (atMs: number): PollingEvent[] => [
  { kind: 'sent', atMs },
  { kind: 'answered', sentAtMs: atMs },
  { kind: 'ended' },
]

describe('sockets', () => {
  it('are reliable once a poll has shown the heads from before they subscribed, until a head is overdue', () => {
    const connected = run({ kind: 'connected', atMs: 100 })
    expect(isUpToDate(connected, 1000, 200)).toBe(false)
    const complete = answered(150).reduce(stepPolling, connected)
    expect(isUpToDate(complete, 1000, 200)).toBe(true)
    expect(isUpToDate(complete, 1000, 1000)).toBe(false)
    expect(isUpToDate(stepPolling(complete, { kind: 'risen', atMs: 900 }), 1000, 1000)).toBe(true)
    expect(isUpToDate(stepPolling(complete, { kind: 'connected', atMs: 300 }), 1000, 400)).toBe(false)
  })
})

describe('a poll', () => {
  it('is due at once, then at regular intervals', () => {
    expect(isPollDue(run(), false, 500, 0)).toBe(true)
    const polling = run(...answered(1000))
    expect(isPollDue(polling, false, 500, 1400)).toBe(false)
    expect(isPollDue(polling, false, 500, 1490)).toBe(true)
  })

  it('is rarer while another one hangs, and at most five may hang', () => {
    const hanging = run({ kind: 'sent', atMs: 1000 })
    expect(isPollDue(hanging, false, 500, 1900)).toBe(false)
    expect(isPollDue(hanging, false, 500, 2000)).toBe(true)
    expect(mayPoll(run(...Array<PollingEvent>(4).fill({ kind: 'sent', atMs: 0 })))).toBe(true)
    expect(mayPoll(run(...Array<PollingEvent>(5).fill({ kind: 'sent', atMs: 0 })))).toBe(false)
  })

  it('is rarer on a quiet chain with a live socket, until a head arrives', () => {
    const quiet = run(...answered(0), ...answered(1000))
    expect(isPollDue(quiet, true, 300, 2000)).toBe(false)
    expect(isPollDue(quiet, true, 300, 2200)).toBe(true)
    expect(isPollDue(quiet, false, 300, 1300)).toBe(true)
    expect(isPollDue(stepPolling(quiet, { kind: 'risen', atMs: 1100 }), true, 300, 1300)).toBe(true)
  })
})
