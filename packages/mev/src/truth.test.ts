import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld } from './fixtures/world/createWorld.ts'
import { runScenario, type ScenarioResult } from './fixtures/world/runScenario.ts'
import { toErrors } from './fixtures/world/summarise.ts'
import type { World } from './fixtures/world/worldTypes.ts'

const count = Number(process.env['OUTRIGGER_MEV_SCENARIOS'] ?? 40)
const firstSeed = 900_000

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

it('estimates what findings then bring on the chain', async () => {
  const results: ScenarioResult[] = []
  for (let seed = firstSeed; seed < firstSeed + count; seed++) results.push(...(await runScenario(world, seed)))
  const { median, p95, count: clean } = toErrors(results)
  expect(new Set(results.map(({ type }) => type))).toEqual(new Set(['arbitrage', 'backrun', 'sandwich']))
  expect(clean).toBeGreaterThan(count / 4)
  expect(median).toBeLessThan(0.005)
  expect(p95).toBeLessThan(0.03)
  expect(results.filter(({ hasRevertedVictim }) => hasRevertedVictim)).toEqual([])
}, 3_600_000)
