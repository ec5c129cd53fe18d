import { expect, it } from 'vitest'
import { runRandomBlocks } from './fixtures/randomBlocks.ts'

it('finds exactly the liquidatable accounts through random blocks of all six lenders, transfers and reorgs', async () => {
  const { missed, surplus, reorganisations, unlogged, liquidatable } = await runRandomBlocks({ blocks: 40, seed: 3 })
  expect({ missed, surplus }).toEqual({ missed: [], surplus: [] })
  for (const count of [reorganisations, unlogged, liquidatable]) expect(count).toBeGreaterThan(0)
}, 300_000)
