import { expect, it } from 'vitest'
import { runAll } from './fixtures/world/runAll.ts'
import { isHeld, toErrors } from './fixtures/world/summarise.ts'

const count = Number(process.env['OUTRIGGER_MEV_SCENARIOS'] ?? 60)
const firstSeed = 900_000
const dexes = ['uniswap_v2', 'uniswap_v3', 'uniswap_v4', 'balancer_v2', 'curve']

it('estimates the profit of findings on the chain', async () => {
  const others = Math.ceil(count / 5)
  const counts = { swaps: count, liquidations: others, copies: others }
  const { results, refused } = await runAll(firstSeed, counts, { positions: 2 })
  const types = new Set(results.map(({ type }) => type))
  expect(types).toEqual(new Set(['arbitrage', 'backrun', 'sandwich', 'liquidation', 'frontrun']))
  const groups = [
    ...[...types].map((type) => results.filter((one) => one.type === type)),
    ...dexes.map((dex) => results.filter((one) => one.dexes.includes(dex))),
  ]
  for (const group of groups) {
    const { median, p95, count: clean } = toErrors(group)
    expect(clean).toBeGreaterThan(0)
    expect(median).toBeLessThan(0.005)
    expect(p95).toBeLessThan(0.03)
  }
  expect(results.filter(({ isSurprise }) => !isSurprise).length).toBeGreaterThan(count / 4)
  expect(results.filter(({ hasRevertedVictim }) => hasRevertedVictim)).toEqual([])
  // Calls that were reported as not copyable give a copier no profit.
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason, executed } of refused) {
    expect(reason).not.toBeNull()
    expect(executed).toBeLessThanOrEqual(0n)
  }
  expect(results.filter((one) => one.type === 'frontrun' && !one.isSurprise).every(isHeld)).toBe(true)
}, 3_600_000)
