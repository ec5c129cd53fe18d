import { expect, it } from 'vitest'
import { countEvmBlock } from './evm.ts'

const block = { number: '0x1', hash: '0x5c', parentHash: '0x5b', timestamp: '0x65920080', transactions: [] }

it('the gas of a block that does not tell it is unknown', () => {
  expect(countEvmBlock({ ...block, gasUsed: '0x5208' }, null).gasUsed).toBe(21_000n)
  expect(countEvmBlock({ ...block, gasUsed: null }, null).gasUsed).toBeNull()
  expect(countEvmBlock(block, null).gasUsed).toBeNull()
})
