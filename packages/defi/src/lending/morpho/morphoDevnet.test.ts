import { type Devnet, startDevnet } from '@outrigger/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../liquidation/sizing/fixtures/random.ts'
import { playLiquidations } from './fixtures/liquidations.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
}, 120_000)
afterAll(() => devnet.close())

describe('against Morpho itself', () => {
  it('matches the computation exactly', { timeout: 60_000 }, async () => {
    const outcome = await playLiquidations(devnet, 150, createRandom(1))
    expect(outcome.differences).toEqual([])
    expect(outcome.liquidated).toBeGreaterThan(60)
    expect(outcome.reverted).toBeGreaterThan(10)
    expect(outcome.withBadDebt).toBeGreaterThan(5)
  })
})
