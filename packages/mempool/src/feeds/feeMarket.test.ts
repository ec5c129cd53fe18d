import { chains } from '@outrigger/core'
import { expect, it } from 'vitest'
import { computeFeeMarket, unknownMarket } from './feeMarket.ts'

const before = { ...unknownMarket, nextBaseFeePerGas: 7n, cutoffTip: 3n }
const wrong = ['garbage', '', '0x', '-5', 1.5, -1, {}, [], true, null, undefined, `0x${'f'.repeat(5000)}`]

it.each([chains.ethereum, chains.optimism, chains.avalanche, chains.polygon])('takes any header of $name', (chain) => {
  for (const value of wrong) {
    const names = ['number', 'hash', 'baseFeePerGas', 'gasUsed', 'gasLimit', 'blobGasUsed', 'extraData']
    const header = Object.fromEntries(names.map((name) => [name, value]))
    const { nextBaseFeePerGas, cutoffTip, gasLimit } = computeFeeMarket(chain, { header, transactions: [] }, before)
    expect(gasLimit).toBeGreaterThanOrEqual(0)
    expect(nextBaseFeePerGas).toBeTypeOf('bigint')
    expect(cutoffTip).toBe(3n)
  }
})
