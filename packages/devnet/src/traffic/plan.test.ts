import { describe, expect, test } from 'vitest'
import { EmptyMixError, planTraffic, type TrafficAction, type TrafficPlanParameters } from './plan.ts'
import { scenarios } from './scenarios/registry.ts'

const take = (count: number, parameters: Partial<TrafficPlanParameters> = {}): TrafficAction[] => {
  const plan = planTraffic({ seed: 1, accounts: 20, ...parameters })
  return Array.from({ length: count }, () => plan.next().value)
}

describe('the plan', () => {
  test('depends on its seed only', () => {
    expect(take(2000)).toEqual(take(2000))
    expect(take(50, { seed: 2 })).not.toEqual(take(50))
  })

  test('has every kind with its share, from every account', () => {
    const actions = take(20_000)
    const total = Object.values(scenarios).reduce((sum, { weight }) => sum + weight, 0)
    for (const [kind, { weight }] of Object.entries(scenarios)) {
      const share = actions.filter((action) => action.kind === kind).length / actions.length
      expect(Math.abs(share / (weight / total) - 1), kind).toBeLessThan(0.2)
    }
    expect(new Set(actions.map(({ account }) => account)).size).toBe(20)
  })

  test('takes weights from a mix', () => {
    const kinds = Object.fromEntries(Object.keys(scenarios).map((kind) => [kind, 0]))
    const actions = take(200, { mix: { ...kinds, ethTransfer: 1, deploy: 1 } })
    expect(new Set(actions.map(({ kind }) => kind))).toEqual(new Set(['ethTransfer', 'deploy']))
    expect(() => take(1, { mix: kinds })).toThrow(EmptyMixError)
  })

  test('lets ether fall within a minute at 5 actions per second, then every few minutes, and always recover', () => {
    const factors = take(100_000).map(({ kind, parameters }) =>
      kind === 'priceMove' && parameters.name === 'ETH / USD' ? parameters.factorPpm / 1e6 : null,
    )
    expect(Math.min(...factors.slice(0, 60 * 5).filter((factor) => factor !== null))).toBeLessThan(0.96)
    const moves = factors.flatMap((factor, action) => (factor === null ? [] : [{ factor, seconds: action / 5 }]))
    const falls = moves.filter(({ factor }, index) => index > 0 && factor / (moves[index - 1]?.factor ?? 1) < 0.955)
    const waits = falls.slice(1).map(({ seconds }, index) => seconds - (falls[index]?.seconds ?? 0))
    const calm = moves.filter(({ factor }) => Math.abs(factor - 1) < 0.04).length / moves.length
    expect(waits.reduce((sum, wait) => sum + wait, 0) / waits.length).toBeLessThan(6 * 60)
    expect(calm).toBeGreaterThan(0.4)
    expect(Math.min(...moves.map(({ factor }) => factor))).toBeGreaterThan(0.8)
    expect(Math.max(...moves.map(({ factor }) => factor))).toBeLessThan(1.1)
  })
})
