import { toHex } from 'viem'
import { expect, it } from 'vitest'
import type { Hop } from '../sizing/playSwap.ts'
import { createBlockAges, usableBlocks, validBlocks } from './blockAge.ts'
import { createPaidSwaps } from './paidSwaps.ts'

const hop: Hop = { pool: '0x01', tokenIn: '0x0a', tokenOut: '0x0b' }
const back: Hop = { pool: '0x01', tokenIn: '0x0b', tokenOut: '0x0a' }

function open() {
  let now = 100n
  const swaps = createPaidSwaps(createBlockAges(() => ({ number: now, hash: toHex(now) })))
  return { swaps, pass: (blocks: number) => (now += BigInt(blocks)) }
}

it('knows a swap to pay up to the amount that did, in its direction only', () => {
  const { swaps } = open()
  swaps.note({ hop, amountIn: 1_000n, gasUsed: 90_000n })
  expect(swaps.find({ hop, amountIn: 1_000n })).toMatchObject({ amountIn: 1_000n, gasUsed: 90_000n, isDue: false })
  expect(swaps.find({ hop, amountIn: 1_001n })).toBeNull()
  expect(swaps.find({ hop: back, amountIn: 900n })).toBeNull()
  expect(swaps.find({ hop: { ...hop, pool: '0x02' }, amountIn: 900n })).toBeNull()
  expect([swaps.has('0x01'), swaps.has('0x02')]).toEqual([true, false])
})

it('has it carried out again before it counts no more', () => {
  const { swaps, pass } = open()
  swaps.note({ hop, amountIn: 1_000n, gasUsed: 1n })
  pass(validBlocks)
  expect(swaps.find({ hop, amountIn: 1_000n })).toMatchObject({ isDue: true })
  pass(usableBlocks - validBlocks)
  expect(swaps.find({ hop, amountIn: 1_000n })).toBeNull()
  expect(swaps.has('0x01')).toBe(false)
})

it('keeps the larger amount of a size while it is young, then the one that paid last', () => {
  const { swaps, pass } = open()
  swaps.note({ hop, amountIn: 1_000n, gasUsed: 1n })
  swaps.note({ hop, amountIn: 600n, gasUsed: 1n })
  expect(swaps.find({ hop, amountIn: 1_000n })).not.toBeNull()
  pass(validBlocks)
  swaps.note({ hop, amountIn: 600n, gasUsed: 1n })
  expect(swaps.find({ hop, amountIn: 601n })).toBeNull()
  expect(swaps.find({ hop, amountIn: 600n })).toMatchObject({ isDue: false })
})

it('knows nothing of amounts that are many times smaller, and keeps several sizes', () => {
  const { swaps } = open()
  swaps.note({ hop, amountIn: 8_000n, gasUsed: 1n })
  expect([1_000n, 999n].map((amountIn) => swaps.find({ hop, amountIn }) !== null)).toEqual([true, false])
  swaps.note({ hop, amountIn: 900n, gasUsed: 1n })
  expect([8_000n, 900n, 113n, 112n].map((amountIn) => swaps.find({ hop, amountIn }) !== null)).toEqual([
    ...[true, true, true, false],
  ])
})

it('does not count what was seen on a branch that went further than the chain does', () => {
  const { swaps, pass } = open()
  swaps.note({ hop, amountIn: 1_000n, gasUsed: 1n })
  pass(-1)
  expect(swaps.find({ hop, amountIn: 1_000n })).toBeNull()
})

it('refuses what is hardly less than what did not pay, and keeps smaller amounts that did', () => {
  const { swaps, pass } = open()
  swaps.note({ hop, amountIn: 500n, gasUsed: 1n })
  swaps.refuse({ hop, amountIn: 1_100n })
  expect(swaps.find({ hop, amountIn: 500n })).toMatchObject({ amountIn: 500n })
  expect(swaps.find({ hop, amountIn: 800n })).toBeNull()
  expect([1_000n, 5_000n].map((amountIn) => swaps.find({ hop, amountIn }))).toEqual(['refused', 'refused'])
  // An amount that paid before is refused now.
  swaps.refuse({ hop, amountIn: 400n })
  expect(swaps.find({ hop, amountIn: 500n })).toBe('refused')
  pass(validBlocks)
  expect(swaps.find({ hop, amountIn: 500n })).toBeNull()
  swaps.note({ hop, amountIn: 600n, gasUsed: 1n })
  expect(swaps.find({ hop, amountIn: 600n })).toMatchObject({ amountIn: 600n })
})
