import { expect, it } from 'vitest'
import { chains } from '../../chains/registry.ts'
import { getChainRules } from './chainRules.ts'

it('allows ten seconds of lag, at least two blocks, and checks heads once per block, every 2 to 12 seconds', () => {
  const ethereum = { ...chains.ethereum, blockTimeMs: 12_000 }
  expect(getChainRules(ethereum)).toEqual({ maxLagBlocks: 2, probeIntervalMs: 12_000, maxHeadAgeMs: 36_000 })
  expect(getChainRules({ ...ethereum, blockTimeMs: 250 })).toEqual({
    maxLagBlocks: 40,
    probeIntervalMs: 2000,
    maxHeadAgeMs: 30_000,
  })
  expect(getChainRules(chains.bitcoin).maxHeadAgeMs).toBe(3_600_000)
})
