import { createUniform } from '@outrigger/devnet/random'
import { expect, test } from 'vitest'
import { killIndex } from './fixtures/killIndex.ts'

test('after kill -9 and reorganisations the index is equal to a scan of every block', async () => {
  const result = await killIndex({ blocks: 90, kills: 4, random: createUniform(41) })
  expect(result).toMatchObject({ kills: 4, wrong: [] })
  // The killed processes must have stored blocks, not only the final read.
  expect(result.heldBefore).not.toBeNull()
  expect(result.reorganisations).toBeGreaterThan(4)
  expect(result.entries).toBeGreaterThan(500)
}, 180_000)
