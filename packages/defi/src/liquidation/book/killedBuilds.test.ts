import { expect, it } from 'vitest'
import { killBuilds } from './fixtures/killBuilds.ts'

it('resumes after kill -9, and ends up equal to an undisturbed build', async () => {
  const result = await killBuilds(4, 60)
  expect(result).toMatchObject({ kills: 4, setBacks: 0, differences: 0, accounts: 61 })
  // Killed during the search, not before or after it.
  expect(result.spread[0]).toBeLessThan(0.6)
  expect(result.spread[1]).toBeGreaterThan(0.2)
}, 120_000)
