import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideNext,
  emptyConfirmMs,
  emptyQuorumMs,
  type RequestState,
  retryDelayMs,
  type SentCall,
  unansweredRetryMs,
} from './decide.ts'

const state = (parts: Partial<RequestState> = {}): RequestState => ({
  nowMs: 0,
  startedAtMs: 0,
  deadlineMs: 5000,
  hedgeDelayMs: 50,
  maxHedges: 2,
  tries: 2,
  endpoints: ['inService', 'inService'],
  calls: [],
  isAnswered: false,
  ...parts,
})
const call = (
  endpoint: number,
  outcome: SentCall['outcome'] = 'running',
  sentAtMs = 0,
  endedAtMs = sentAtMs + 10,
): SentCall => ({
  endpoint,
  sentAtMs,
  endedAtMs: outcome === 'running' ? null : endedAtMs,
  outcome,
})

describe('one request over several endpoints', () => {
  it('goes to the first endpoint alone, and to others in parallel once the first is late', () => {
    expect(decideNext(state())).toEqual({ kind: 'send', endpoints: [0], hedge: false })
    const calls = [call(0)]
    expect(decideNext(state({ calls }))).toEqual({ kind: 'wait', untilMs: 50 })
    expect(decideNext(state({ calls, nowMs: 50 }))).toEqual({ kind: 'send', endpoints: [1], hedge: true })
    const three = ['inService', 'inService', 'inService', 'inService'] as const
    expect(decideNext(state({ calls, nowMs: 50, endpoints: three }))).toMatchObject({ endpoints: [1, 2], hedge: true })
  })

  it('goes to the next endpoint at once when one fails', () => {
    expect(decideNext(state({ calls: [call(0, 'failed')], nowMs: 10 }))).toEqual({
      kind: 'send',
      endpoints: [1],
      hedge: false,
    })
  })

  it('calls endpoints in reserve when no other is left, or when the last one in service is late', () => {
    const endpoints = ['inService', 'reserve', 'reserve'] as const
    expect(decideNext(state({ endpoints }))).toMatchObject({ endpoints: [0] })
    expect(decideNext(state({ endpoints, calls: [call(0, 'failed')], nowMs: 10 }))).toMatchObject({ endpoints: [1, 2] })
    expect(decideNext(state({ endpoints, calls: [call(0)], nowMs: 50 }))).toEqual({
      kind: 'send',
      endpoints: [1, 2],
      hedge: true,
    })
    expect(decideNext(state({ endpoints: ['reserve', 'reserve'] }))).toMatchObject({ endpoints: [0, 1] })
  })

  it('calls a silent endpoint again, unless only one endpoint may receive the request', () => {
    const calls = [call(0), call(1, 'failed')]
    expect(decideNext(state({ calls, nowMs: 500 }))).toEqual({ kind: 'wait', untilMs: unansweredRetryMs })
    expect(decideNext(state({ calls, nowMs: unansweredRetryMs }))).toMatchObject({ kind: 'send', endpoints: [0, 1] })
    expect(decideNext(state({ calls, nowMs: unansweredRetryMs, maxHedges: 0 }))).toMatchObject({
      kind: 'send',
      endpoints: [1],
    })
  })

  it('ends after every endpoint was called and all have failed as often as allowed', () => {
    const once = [call(0, 'failed'), call(1, 'failed')]
    expect(decideNext(state({ calls: once, nowMs: 10 }))).toEqual({ kind: 'wait', untilMs: 10 + retryDelayMs })
    expect(decideNext(state({ calls: once, nowMs: 100 }))).toMatchObject({ kind: 'send', endpoints: [0, 1] })
    const twice = [...once, call(0, 'failed', 100), call(1, 'failed', 100)]
    expect(decideNext(state({ calls: twice, nowMs: 110 }))).toEqual({ kind: 'end', as: 'failed' })
    expect(decideNext(state({ calls: [call(0, 'refused'), call(1, 'refused')], nowMs: 10 }))).toMatchObject({
      as: 'failed',
    })
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('inService' as const, 'reserve' as const), { minLength: 1 }),
        (endpoints) => {
          let calls: readonly SentCall[] = []
          for (let nowMs = 0; nowMs < 5000; nowMs += 25) {
            const decision = decideNext(state({ endpoints, calls, nowMs }))
            if (decision.kind === 'send')
              calls = [...calls, ...decision.endpoints.map((endpoint) => call(endpoint, 'failed', nowMs, nowMs))]
            if (decision.kind === 'end') break
          }
          expect(new Set(calls.map(({ endpoint }) => endpoint)).size).toBe(endpoints.length)
        },
      ),
    )
  })
})

describe('an empty answer', () => {
  it('counts only after every endpoint was called, including those out of service', () => {
    const endpoints = ['inService', 'inService', 'reserve'] as const
    const decision = decideNext(state({ endpoints, calls: [call(0, 'empty')], nowMs: 10 }))
    expect(decision).toEqual({ kind: 'send', endpoints: [1, 2], hedge: false })
  })

  it('is confirmed by a second endpoint if no other contradicts it in time', () => {
    const both = [call(0, 'empty'), call(1, 'empty', 10)]
    expect(decideNext(state({ calls: both, nowMs: 20 }))).toEqual({ kind: 'end', as: 'confirmed' })
    const calls = [...both, call(2, 'running', 10)]
    const endpoints = ['inService', 'inService', 'inService'] as const
    expect(decideNext(state({ calls, endpoints, nowMs: 30 }))).toEqual({ kind: 'wait', untilMs: 20 + emptyConfirmMs })
    expect(decideNext(state({ calls, endpoints, nowMs: 20 + emptyConfirmMs }))).toMatchObject({ as: 'confirmed' })
  })

  it('waits one second for a second opinion, and is never confirmed by one endpoint alone', () => {
    const calls = [call(0, 'empty'), call(1, 'running', 10)]
    expect(decideNext(state({ calls, nowMs: 900 }))).toEqual({ kind: 'wait', untilMs: 10 + emptyQuorumMs })
    expect(decideNext(state({ calls, nowMs: 10 + emptyQuorumMs }))).toEqual({ kind: 'end', as: 'unconfirmed' })
    const failed = [call(0, 'empty'), call(1, 'failed'), call(1, 'failed', 100)]
    expect(decideNext(state({ calls: failed.slice(0, 2), nowMs: 10 }))).toEqual({ kind: 'wait', untilMs: 85 })
    expect(decideNext(state({ calls: failed, nowMs: 110 }))).toEqual({ kind: 'end', as: 'unconfirmed' })
  })
})
