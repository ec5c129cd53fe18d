import { createUniform } from '@outrigger/devnet/random'
import { expect, test } from 'vitest'
import { killKeepers } from './fixtures/killKeepers.ts'

/** 50 to reproduce the figure in the documentation. */
const wanted = Number(process.env['OUTRIGGER_FEE_KILLS'] ?? 4)

test('after kill -9 every block is stored once or reported as a gap', async () => {
  const result = await killKeepers(wanted, createUniform(14))
  expect(result).toMatchObject({ kills: wanted, setBacks: 0, unsaid: 0, wrongBars: 0 })
  expect(result.withGaps).toBeGreaterThan(0)
  expect(result.blocks).toBeGreaterThan(1500)
}, 600_000)
