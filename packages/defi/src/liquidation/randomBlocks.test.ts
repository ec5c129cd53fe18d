import { expect, it } from 'vitest'
import { runRandomBlocks } from './fixtures/randomBlocks.ts'

it('misses nobody and names nobody in vain through random blocks of all six lenders, transfers and reorganisations', async () => {
  const { missed, surplus, reorganisations, unlogged, liquidatable } = await runRandomBlocks({ blocks: 40, seed: 3 })
  expect({ missed, surplus }).toEqual({ missed: [], surplus: [] })
  for (const count of [reorganisations, unlogged, liquidatable]) expect(count).toBeGreaterThan(0)
}, 300_000)
