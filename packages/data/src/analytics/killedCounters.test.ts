import { createUniform } from '@outrigger/devnet/random'
import { expect, test } from 'vitest'
import { sketchError } from './compute/sketch.ts'
import { killCounters } from './fixtures/killCounters.ts'

test('after kill -9 and reorganisations counters are those of the raw blocks', async () => {
  const result = await killCounters({ blocks: 240, kills: 3, random: createUniform(180) })
  expect(result).toMatchObject({ kills: 3, wrongSums: 0 })
  expect(result.reorganisations).toBeGreaterThan(3)
  expect(result.blocks).toBeGreaterThan(200)
  expect(Math.abs(result.addressError)).toBeLessThan(3 * sketchError)
}, 120_000)
