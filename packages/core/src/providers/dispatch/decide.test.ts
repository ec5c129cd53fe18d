import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Ask,
  decideNext,
  notFoundConfirmMs,
  notFoundQuorumMs,
  type RequestState,
  retryDelayMs,
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
  asks: [],
  isAnswered: false,
  ...parts,
})
const ask = (who: number, outcome: Ask['outcome'] = 'running', askedAtMs = 0, endedAtMs = askedAtMs + 10): Ask => ({
  who,
  askedAtMs,
  endedAtMs: outcome === 'running' ? null : endedAtMs,
  outcome,
})

describe('one request over several endpoints', () => {
  it('is put to the first alone while it is in time, and to others beside it when it is late', () => {
    expect(decideNext(state())).toEqual({ kind: 'ask', who: [0], hedge: false })
    const asks = [ask(0)]
    expect(decideNext(state({ asks }))).toEqual({ kind: 'wait', untilMs: 50 })
    expect(decideNext(state({ asks, nowMs: 50 }))).toEqual({ kind: 'ask', who: [1], hedge: true })
    const three = ['inService', 'inService', 'inService', 'inService'] as const
    expect(decideNext(state({ asks, nowMs: 50, endpoints: three }))).toMatchObject({ who: [1, 2], hedge: true })
  })

  it('is put to the next at once when one fails', () => {
    expect(decideNext(state({ asks: [ask(0, 'failed')], nowMs: 10 }))).toEqual({ kind: 'ask', who: [1], hedge: false })
  })

  it('asks those out of service when nobody else is left, and when the last one in service is late', () => {
    const endpoints = ['inService', 'reserve', 'reserve'] as const
    expect(decideNext(state({ endpoints }))).toMatchObject({ who: [0] })
    expect(decideNext(state({ endpoints, asks: [ask(0, 'failed')], nowMs: 10 }))).toMatchObject({ who: [1, 2] })
    expect(decideNext(state({ endpoints, asks: [ask(0)], nowMs: 50 }))).toEqual({
      kind: 'ask',
      who: [1, 2],
      hedge: true,
    })
    expect(decideNext(state({ endpoints: ['reserve', 'reserve'] }))).toMatchObject({ who: [0, 1] })
  })

  it('asks one that has fallen silent anew, unless only one may have the request', () => {
    const asks = [ask(0), ask(1, 'failed')]
    expect(decideNext(state({ asks, nowMs: 500 }))).toEqual({ kind: 'wait', untilMs: unansweredRetryMs })
    expect(decideNext(state({ asks, nowMs: unansweredRetryMs }))).toMatchObject({ kind: 'ask', who: [0, 1] })
    expect(decideNext(state({ asks, nowMs: unansweredRetryMs, maxHedges: 0 }))).toMatchObject({ kind: 'ask', who: [1] })
  })

  it('ends when all have failed as often as they may, and not before all have been asked', () => {
    const once = [ask(0, 'failed'), ask(1, 'failed')]
    expect(decideNext(state({ asks: once, nowMs: 10 }))).toEqual({ kind: 'wait', untilMs: 10 + retryDelayMs })
    expect(decideNext(state({ asks: once, nowMs: 100 }))).toMatchObject({ kind: 'ask', who: [0, 1] })
    const twice = [...once, ask(0, 'failed', 100), ask(1, 'failed', 100)]
    expect(decideNext(state({ asks: twice, nowMs: 110 }))).toEqual({ kind: 'end', as: 'failed' })
    expect(decideNext(state({ asks: [ask(0, 'refused'), ask(1, 'refused')], nowMs: 10 }))).toMatchObject({
      as: 'failed',
    })
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('inService' as const, 'reserve' as const), { minLength: 1 }),
        (endpoints) => {
          let asks: readonly Ask[] = []
          for (let nowMs = 0; nowMs < 5000; nowMs += 25) {
            const decision = decideNext(state({ endpoints, asks, nowMs }))
            if (decision.kind === 'ask')
              asks = [...asks, ...decision.who.map((who) => ask(who, 'failed', nowMs, nowMs))]
            if (decision.kind === 'end') break
          }
          expect(new Set(asks.map(({ who }) => who)).size).toBe(endpoints.length)
        },
      ),
    )
  })
})

describe('that there is nothing', () => {
  it('is asked of everybody, those out of service included, before it counts', () => {
    const endpoints = ['inService', 'inService', 'reserve'] as const
    const decision = decideNext(state({ endpoints, asks: [ask(0, 'nothing')], nowMs: 10 }))
    expect(decision).toEqual({ kind: 'ask', who: [1, 2], hedge: false })
  })

  it('is confirmed by a second, when none objects within a moment', () => {
    const both = [ask(0, 'nothing'), ask(1, 'nothing', 10)]
    expect(decideNext(state({ asks: both, nowMs: 20 }))).toEqual({ kind: 'end', as: 'confirmed' })
    const asks = [...both, ask(2, 'running', 10)]
    const endpoints = ['inService', 'inService', 'inService'] as const
    expect(decideNext(state({ asks, endpoints, nowMs: 30 }))).toEqual({ kind: 'wait', untilMs: 20 + notFoundConfirmMs })
    expect(decideNext(state({ asks, endpoints, nowMs: 20 + notFoundConfirmMs }))).toMatchObject({ as: 'confirmed' })
  })

  it('waits for a second opinion for a second, and is never confirmed by one alone', () => {
    const asks = [ask(0, 'nothing'), ask(1, 'running', 10)]
    expect(decideNext(state({ asks, nowMs: 900 }))).toEqual({ kind: 'wait', untilMs: 10 + notFoundQuorumMs })
    expect(decideNext(state({ asks, nowMs: 10 + notFoundQuorumMs }))).toEqual({ kind: 'end', as: 'unconfirmed' })
    const failed = [ask(0, 'nothing'), ask(1, 'failed'), ask(1, 'failed', 100)]
    expect(decideNext(state({ asks: failed.slice(0, 2), nowMs: 10 }))).toEqual({ kind: 'wait', untilMs: 85 })
    expect(decideNext(state({ asks: failed, nowMs: 110 }))).toEqual({ kind: 'end', as: 'unconfirmed' })
  })
})
