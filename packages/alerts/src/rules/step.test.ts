import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialState, type ReadingOrder, type Rule, type RuleEvent, type RuleState, step } from './step.ts'

const above: Rule = { condition: 'above', threshold: 100, rearmPercent: 1, cooldownSeconds: 0 }

/** Applies values one second apart, and returns the effects and the final state. */
function play(rule: Rule, values: readonly number[], from: RuleState = initialState, fromMs = 0) {
  let state = from
  const effects = values.map((value, index) => {
    const next = step(rule, state, { type: 'reading', reading: { value, atMs: fromMs + index * 1000 } })
    state = next.state
    return next.effect
  })
  return { state, effects, triggers: effects.filter((effect) => effect === 'triggered').length }
}
const apply = (state: RuleState, event: RuleEvent) => step(above, state, event)

describe('an alert', () => {
  it('triggers when its condition becomes true, not while it stays true', () => {
    expect(play(above, [100, 101, 150, 101]).effects).toEqual([null, 'triggered', null, null])
    const below: Rule = { ...above, condition: 'below' }
    expect(play(below, [100, 99, 50, 99]).effects).toEqual([null, 'triggered', null, null])
  })

  it('triggers again only after the figure returned by the margin', () => {
    expect(play(above, [101, 99.5, 101, 99, 101]).effects).toEqual(['triggered', null, null, 'cleared', 'triggered'])
    expect(play({ ...above, condition: 'below' }, [99, 100.5, 99, 101, 99]).triggers).toBe(2)
    const bare = { ...above, rearmPercent: 0 }
    expect(play(bare, [101, 100, 101]).effects).toEqual(['triggered', 'cleared', 'triggered'])
    expect(play({ ...above, threshold: 0 }, [1, 0, 1]).triggers).toBe(2)
    expect(play({ ...above, threshold: -100 }, [-99, -100.5, -99, -101, -99]).triggers).toBe(2)
  })

  it('notifies once if a value oscillates by 0.1 % around the threshold for 1,000 samples', () => {
    const values = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? 100.1 : 99.9))
    expect(play(above, values).triggers).toBe(1)
  })

  it('respects the cooldown, and triggers after it if the condition is still true', () => {
    const slow = { ...above, cooldownSeconds: 3 }
    expect(play(slow, [101, 90, 101, 101, 101]).effects).toEqual(['triggered', 'cleared', null, 'triggered', null])
    // A clock that was set back by an hour.
    const { state } = play(slow, [101, 90], initialState, 3_600_000)
    expect(play(slow, [101], state).triggers).toBe(1)
  })

  it('is silent once acknowledged, until its condition has been false', () => {
    const { state } = play(above, [101])
    const known = apply(state, { type: 'acknowledge' })
    expect(known).toMatchObject({ effect: 'acknowledged', state: { status: 'acknowledged', settled: 1 } })
    expect(play(above, [150, 101], known.state).effects).toEqual([null, null])
    expect(play(above, [90, 101], known.state)).toMatchObject({
      effects: ['cleared', 'triggered'],
      state: { status: 'active', triggers: 2, settled: 1 },
    })
    expect(apply(initialState, { type: 'acknowledge' })).toEqual({ state: initialState, effect: null })
  })

  it('is not evaluated once resolved, until it is reopened', () => {
    const { state } = apply(initialState, { type: 'resolve' })
    expect(play(above, [101, 90, 101], state).triggers).toBe(0)
    expect(play(above, [101], apply(state, { type: 'reset', atMs: 0 }).state).triggers).toBe(1)
  })

  it('skips replayed readings up to its last change, by block if known', () => {
    const reading = { value: 101, atMs: 5000, block: 7 }
    const { state } = apply(initialState, { type: 'reading', reading })
    const back = { value: 90, atMs: 5000, block: 8 }
    expect(apply(state, { type: 'reading', reading: { ...back, block: 7 }, order: 'replayed' }).effect).toBeNull()
    expect(apply(state, { type: 'reading', reading: back, order: 'replayed' }).effect).toBe('cleared')
    expect(apply(state, { type: 'reading', reading: { value: 90, atMs: 5000 }, order: 'replayed' }).effect).toBeNull()
  })

  it('skips live blocks that another node already evaluated, and evaluates a height again after a reorg', () => {
    const at = (value: number, block: number, order: ReadingOrder) =>
      ({ type: 'reading', reading: { value, atMs: block * 1000, block }, order }) as const
    const { state: triggered } = apply(initialState, at(101, 5, 'next'))
    const { state: cleared } = apply(triggered, at(90, 6, 'next'))
    expect(apply(cleared, at(101, 5, 'next')), 'reported before, by the other node').toEqual({
      state: cleared,
      effect: null,
    })
    expect(apply(cleared, at(101, 7, 'next')).effect).toBe('triggered')
    expect(apply(cleared, at(101, 5, 'again')).effect).toBe('triggered')
  })

  it('ignores values that are not numbers', () => {
    expect(play(above, [Number.NaN, Number.POSITIVE_INFINITY]).triggers).toBe(0)
  })

  it('reaches the same state if any part of its history is replayed', () => {
    const samples = fc.array(fc.integer({ min: 90, max: 110 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(samples, fc.nat(59), fc.integer({ min: 0, max: 5 }), (values, from, cooldownSeconds) => {
        const rule = { ...above, cooldownSeconds }
        const readings = values.map((value, index) => ({ value, atMs: index * 1000, block: index }))
        const run = (state: RuleState, part: typeof readings, order: ReadingOrder) =>
          part.reduce((now, reading) => step(rule, now, { type: 'reading', reading, order }).state, state)
        const whole = run(initialState, readings, 'next')
        expect(run(whole, readings.slice(from), 'replayed')).toEqual(whole)
      }),
    )
  })
})
