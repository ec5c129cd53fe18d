import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sleep } from '../time/sleep.ts'
import { type RaceOutcome, raceAttempts } from './race.ts'

type Runner = { readonly id: number; readonly ms: number; readonly fails: boolean }

const race = (
  order: readonly Runner[],
  log: number[] = [],
  late: number[] = [],
): Promise<RaceOutcome<Runner, number>> =>
  raceAttempts<Runner, number>({
    order,
    hedgeDelayMs: 15,
    maxHedges: 2,
    async attempt({ id, ms, fails }) {
      log.push(id)
      await sleep(ms)
      if (fails) throw new RangeError(String(id))
      return id
    },
    isFinal: (failures) => (failures.at(-1) as RangeError).message === '99',
    onLate: ({ id }) => late.push(id),
  })

describe('raceAttempts', () => {
  it('asks only the first while it is in time', async () => {
    const log: number[] = []
    const order = [0, 1, 2].map((id) => ({ id, ms: 2, fails: false }))
    expect(await race(order, log)).toMatchObject({ ok: true, result: 0, attempts: 1, hedged: false })
    await sleep(30)
    expect(log).toEqual([0])
  })

  it('asks two more in parallel when it is late, and says who was late', async () => {
    const log: number[] = []
    const late: number[] = []
    const order = [
      { id: 0, ms: 200, fails: false },
      { id: 1, ms: 100, fails: false },
      { id: 2, ms: 5, fails: false },
      { id: 3, ms: 1, fails: false },
    ]
    expect(await race(order, log, late)).toMatchObject({ ok: true, result: 2, attempts: 3, hedged: true })
    expect(log).toEqual([0, 1, 2])
    expect(late).toEqual([0])
  })

  it('stops at an answer that everybody would give', async () => {
    const log: number[] = []
    const order = [99, 1].map((id) => ({ id, ms: 1, fails: true }))
    const outcome = await race(order, log)
    expect(outcome.ok).toBe(false)
    expect(log).toEqual([99])
  })

  it('answers if anybody does, fails with everybody’s failure if nobody does', async () => {
    const runner = fc.record({ ms: fc.integer({ min: 0, max: 25 }), fails: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(runner, { minLength: 1, maxLength: 4 }), async (parts) => {
        const order = parts.map((part, id) => ({ ...part, id }))
        const log: number[] = []
        const outcome = await race(order, log)
        expect(outcome.ok).toBe(parts.some(({ fails }) => !fails))
        expect(new Set(log).size).toBe(log.length)
        if (outcome.ok) expect(order[outcome.result]?.fails).toBe(false)
        else expect(outcome.failures.length).toBe(order.length)
      }),
      { numRuns: 60 },
    )
  })
})
