import { chains } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { expect, it } from 'vitest'
import { createGasReader } from './gasReader.ts'

const header = {
  number: '0x1',
  hash: `0x${'5c'.repeat(32)}`,
  baseFeePerGas: '0x64',
  gasUsed: '0x5208',
  gasLimit: '0xa410',
}

it('uses the base fee of the node if a header lacks its gas', async () => {
  const fast = { baseFeePerGas: 5n, maxPriorityFeePerGas: 2n, maxFeePerGas: 7n }
  const tiers = { slow: fast, standard: fast, fast, instant: fast }
  const read = createGasReader(chains.ethereum, async () => ({ tiers }), systemClock)
  expect(await read(header)).toBe(102n)
  for (const field of ['gasUsed', 'gasLimit']) expect(await read({ ...header, [field]: undefined })).toBe(7n)
})
