import { chains } from '@outrigger/core'
import { expect, it } from 'vitest'
import { computeFeeMarket, unknownMarket } from './feeMarket.ts'

const before = { ...unknownMarket, nextBaseFeePerGas: 7n, cutoffTip: 3n }
const wrong = ['garbage', '', '0x', '-5', 1.5, -1, {}, [], true, null, undefined, `0x${'f'.repeat(5000)}`]

it.each([chains.ethereum, chains.optimism, chains.avalanche, chains.polygon])(
  'accepts any header of $name',
  (chain) => {
    for (const value of wrong) {
      const names = ['number', 'hash', 'baseFeePerGas', 'gasUsed', 'gasLimit', 'blobGasUsed', 'extraData']
      const header = Object.fromEntries(names.map((name) => [name, value]))
      const { nextBaseFeePerGas, cutoffTip, gasLimit } = computeFeeMarket(
        chain,
        { header, transactions: [] },
        before,
        0,
      )
      expect(gasLimit).toBeGreaterThanOrEqual(0)
      expect(nextBaseFeePerGas).toBeTypeOf('bigint')
      expect(cutoffTip).toBe(3n)
    }
  },
)

it('stores the prices of the last three blocks with transactions', () => {
  const toBlock = (timestamp: number, ...tips: readonly bigint[]) => ({
    header: {
      number: '0x1',
      baseFeePerGas: '0x64',
      gasUsed: '0x1',
      gasLimit: '0x2',
      timestamp: `0x${timestamp.toString(16)}`,
    },
    transactions: tips.map((tip) => ({
      terms: { maxFeePerGas: 100n + tip, maxPriorityFeePerGas: tip, gas: 21_000n },
    })) as never,
  })
  let market = unknownMarket
  for (const [block, arrivedMs] of [
    [toBlock(10, 5n), 11_000],
    [toBlock(20, 6n, 7n), 21_000],
    [toBlock(25), 26_000],
    // Dated in the future.
    [toBlock(90, 8n), 30_000],
    [toBlock(40, 9n), 41_000],
  ] as const)
    market = computeFeeMarket(chains.ethereum, block, market, arrivedMs)
  expect(market.taken).toEqual(
    [
      [20_000, 6],
      [30_000, 8],
      [40_000, 9],
    ].map(([builtMs, cutoffTip]) => ({ builtMs, baseFeePerGas: 100, cutoffTip: expect.closeTo(cutoffTip ?? 0, 0) })),
  )
})
