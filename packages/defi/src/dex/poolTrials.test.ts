import { type PoolTrials, startPoolTrials, type TrialLogs } from '@outrigger/devnet'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPairCase, emptyPair, runPairTrial } from './fixtures/pairTrials.ts'
import { runTrials } from './fixtures/report.ts'
import { compareOutcomes, createTickCase, runTickTrial, toEmptyPool } from './fixtures/tickTrials.ts'
import { applyPoolLog } from './poolKinds.ts'
import type { PoolState } from './poolState.ts'

/** Number of swaps of each DEX. The benchmark compares more. */
const swaps = Number(process.env['OUTRIGGER_CASES'] ?? 800)

let trials: PoolTrials
beforeAll(async () => {
  trials = await startPoolTrials()
}, 60_000)
afterAll(() => trials?.close())

describe('outputs and states equal the contracts to the wei over random swaps', () => {
  it.each(['uniswap_v2', 'sushiswap'] as const)('%s', { timeout: 3_600_000 }, async (dex) => {
    const report = await runTrials(swaps, (seed) => runPairTrial(trials, dex, seed))
    expect(report.differences).toEqual([])
    expect(report.swaps).toBeGreaterThanOrEqual(swaps)
    expect(report.refused).toBeGreaterThan(0)
  })

  it.each(['uniswap_v3', 'pancakeswap_v3', 'uniswap_v4'] as const)('%s', { timeout: 3_600_000 }, async (dex) => {
    const report = await runTrials(swaps, (seed) => runTickTrial(trials, dex, seed))
    expect(report.differences).toEqual([])
    expect(report.swaps).toBeGreaterThanOrEqual(swaps)
    expect(report.refused).toBeGreaterThan(0)
    expect(report.crossed).toBeGreaterThan(swaps / 20)
  })
})

it('equals the contract when it computes less precisely to avoid overflowing 256 bits', async () => {
  // A wide stretch with more liquidity than any token has.
  const report = await runTickTrial(trials, 'uniswap_v3', 14)
  expect(report.differences).toEqual([])
})

describe('states equal the contracts after each of their logs', () => {
  it.each(['uniswap_v2', 'sushiswap'] as const)('%s', async (dex) => {
    const { actions, states } = createPairCase(3)
    const { address, id, logs } = await trials.logPair(dex, actions)
    const last = logs.reduce((pool, log) => applyTo(pool, log), { ...emptyPair, address, id })
    expect(last).toEqual({ ...states.at(-1), address, id })
  })

  it.each(['uniswap_v3', 'pancakeswap_v3', 'uniswap_v4'] as const)('%s', async (dex) => {
    for (let seed = 1; seed <= 4; seed++) {
      const { setup, actions } = createTickCase(dex, seed)
      const outcomes = await trials.runTicks(dex, setup, actions)
      const { pool } = compareOutcomes(dex, seed, setup, actions, outcomes)
      const { address, id, logs } = await trials.logTicks(dex, setup, actions)
      const last = logs.reduce((state, log) => applyTo(state, log), { ...toEmptyPool(dex, setup), address, id })
      expect(pool.ticks.length).toBeGreaterThan(2)
      expect(last).toEqual({ ...pool, address, id })
    }
  })
})

function applyTo<pool extends PoolState>(pool: pool, log: TrialLogs['logs'][number]): pool {
  const applied = applyPoolLog(pool, { ...log, address: log.address.toLowerCase() as Address })
  if (applied === 'unknown') throw new TypeError('the log does not report the full change')
  return applied as pool
}
