import { expect, it } from 'vitest'
import { killPoolBuilds } from './fixtures/killPoolBuilds.ts'

/** More by `OUTRIGGER_BOOK_KILLS`. */
const kills = Number(process.env['OUTRIGGER_BOOK_KILLS'] ?? 3)
const pairs = Math.max(30, 6 * kills)

it('goes on after kill -9 where it was, and is in the end what an undisturbed build is', async () => {
  const result = await killPoolBuilds(kills, pairs)
  expect(result).toMatchObject({ kills, setBacks: 0, differences: 0, pools: pairs })
  // In the midst of the search, not before it or after it.
  expect(result.spread[0]).toBeLessThan(0.6)
  expect(result.spread[1]).toBeGreaterThan(0.2)
}, 900_000)
