import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import { EndpointError } from '../errors.ts'
import { type HedgedRequestOptions, runHedgedRequest } from './hedgedRequest.ts'

type Runner = { readonly id: number; readonly ms: number; readonly fails: boolean }

const log: number[] = []
const late: number[] = []
const overdue: number[] = []
const run = (order: readonly Runner[], options: Partial<HedgedRequestOptions<Runner, number>> = {}) => {
  for (const list of [log, late, overdue]) list.length = 0
  return runHedgedRequest<Runner, number>({
    order,
    endpoints: order.map(() => 'inService'),
    hedgeDelayMs: 15,
    maxHedges: 2,
    tries: 1,
    timeoutMs: 5000,
    async attempt({ id, ms, fails }) {
      log.push(id)
      await sleep(ms)
      if (fails) throw new EndpointError(String(id), id === 99 ? 'answer' : 'broken', String(id))
      return id
    },
    isAnswered: () => false,
    isSettled: () => false,
    onOverdue: ({ id }) => overdue.push(id),
    onLate: ({ id }) => late.push(id),
    ...options,
  })
}

describe('a hedged request', () => {
  it('calls only the first endpoint while it is in time', async () => {
    const order = [0, 1, 2].map((id) => ({ id, ms: 2, fails: false }))
    const outcome = await run(order, { hedgeDelayMs: 1000 })
    expect(outcome).toMatchObject({ as: 'result', result: 0, attempts: 1, hedged: false })
    expect(log).toEqual([0])
  })

  it('calls two more in parallel when the first is late, and reports the late endpoint', async () => {
    const order = [1000, 500, 5, 1].map((ms, id) => ({ id, ms, fails: false }))
    expect(await run(order)).toMatchObject({ as: 'result', result: 2, attempts: 3, hedged: true })
    expect(log).toEqual([0, 1, 2])
    // If this process was busy, no endpoint counts as late.
    expect([[], [0]]).toContainEqual(late)
    expect(overdue).toEqual([0])
  })

  it('stops at an answer that every endpoint would give', async () => {
    const order = [99, 1].map((id) => ({ id, ms: 1, fails: true }))
    expect((await run(order, { hedgeDelayMs: 1000 })).as).toBe('answered')
    expect(log).toEqual([99])
  })

  it('answers if any endpoint answers, and otherwise fails with the failures of all', async () => {
    const runner = fc.record({ ms: fc.integer({ min: 0, max: 25 }), fails: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(runner, { minLength: 1, maxLength: 4 }), async (parts) => {
        const order = parts.map((part, id) => ({ ...part, id }))
        const outcome = await run(order)
        expect(outcome.as).toBe(parts.some(({ fails }) => !fails) ? 'result' : 'failed')
        expect(new Set(log).size).toBe(log.length)
        if (outcome.as === 'result') expect(order[outcome.result]?.fails).toBe(false)
        else expect(outcome.failures.length).toBe(order.length)
      }),
      { numRuns: 60 },
    )
  })

  it('rejects with the reason of the aborted signal', async () => {
    const leaving = new AbortController()
    const running = run([{ id: 0, ms: 1000, fails: false }], { signal: leaving.signal })
    leaving.abort(new RangeError('gone'))
    await expect(running).rejects.toThrow('gone')
  })
})
