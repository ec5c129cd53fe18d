import { expect, it } from 'vitest'
import { killPoolBuilds } from './fixtures/killPoolBuilds.ts'

/** Set `OUTRIGGER_BOOK_KILLS` for more kills. */
const kills = Number(process.env['OUTRIGGER_BOOK_KILLS'] ?? 3)
const pairs = Math.max(30, 6 * kills)

it('resumes after kill -9, and ends with the same pools as an undisturbed build', async () => {
  const result = await killPoolBuilds(kills, pairs)
  expect(result).toMatchObject({ kills, setBacks: 0, differences: 0, pools: pairs })
  // Kills during the search, not before or after it.
  expect(result.spread[0]).toBeLessThan(0.6)
  expect(result.spread[1]).toBeGreaterThan(0.2)
}, 900_000)
