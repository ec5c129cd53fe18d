import { expect, it } from 'vitest'
import { killBuilds } from './fixtures/killBuilds.ts'

it('goes on after kill -9 where it was, and is in the end what an undisturbed build is', async () => {
  const result = await killBuilds(4, 60)
  expect(result).toMatchObject({ kills: 4, setBacks: 0, differences: 0, accounts: 61 })
  // In the midst of the search, not before it or after it.
  expect(result.spread[0]).toBeLessThan(0.6)
  expect(result.spread[1]).toBeGreaterThan(0.2)
}, 120_000)
