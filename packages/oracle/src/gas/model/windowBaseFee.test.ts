import { chains } from '@outrigger/core'
import { readRecording } from '@outrigger/devnet/recorded'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeNextBaseFee } from '../compute/eip1559.ts'
import { computeMostGrowth, computeWindowBaseFee } from './windowBaseFee.ts'

const gwei = 1_000_000_000n
const ethereum = computeMostGrowth(chains.ethereum) as number

describe('largest growth of a base fee in one block', () => {
  test('follows from the parameters of the chain', () => {
    expect(ethereum).toBe(1.125)
    expect(computeMostGrowth(chains.base)).toBe(1 + 5 / 250)
    expect(computeMostGrowth(chains.polygon)).toBe(1.05)
    expect(computeMostGrowth(chains.arbitrum)).toBeNull()
    expect(computeMostGrowth(chains.bsc)).toBeNull()
  })
})

describe('cap of a window', () => {
  test('is above the base fee of every block of the window and one more if all are full', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 13n),
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 3, max: 60_000_001 }),
        (next, blocks, gasLimit) => {
          const { baseFeePerGas, rule } = computeWindowBaseFee(next, blocks, 0.7, [], ethereum)
          expect(rule).toBe('worst_case')
          let baseFee = next
          for (let block = 0; block < blocks; block++) {
            const limit = BigInt(2 * gasLimit)
            const parameters = { gasTarget: limit / 2n, baseFeeChangeDenominator: 8n }
            if (baseFee > 0n) baseFee = computeNextBaseFee(baseFee, limit, parameters)
          }
          expect(baseFeePerGas).toBeGreaterThanOrEqual(baseFee)
        },
      ),
    )
  })
  test('covers six full blocks in a row on every chain with a rule', () => {
    for (const chain of [chains.ethereum, chains.polygon, chains.base, chains.optimism, chains.gnosis]) {
      const most = computeMostGrowth(chain) as number
      for (const blocks of [6, 30, 150, 400]) {
        const { baseFeePerGas } = computeWindowBaseFee(gwei, blocks, 0.5, [1, 1, 1], most)
        expect(Number(baseFeePerGas)).toBeGreaterThanOrEqual(1e9 * most ** 6)
      }
    }
  })
  test('is learned if the bound is too high, and rises with the confidence', () => {
    const growths = Array.from({ length: 1000 }, (_, index) => 1 + index / 100)
    const cap = (confidence: number) => computeWindowBaseFee(gwei, 150, confidence, growths, 1.05)
    expect(cap(0.9).rule).toBe('learned')
    expect(cap(0.9).baseFeePerGas).toBeGreaterThan(10n * gwei)
    expect(cap(0.99).baseFeePerGas).toBeGreaterThan(cap(0.9).baseFeePerGas)
    expect(computeWindowBaseFee(gwei, 120, 0.99, [], null).baseFeePerGas).toBeGreaterThan(1_120_000_000n)
  })
  test('covers every window of recorded blocks, unlike base fee plus tip of the first block', () => {
    const pairs = JSON.parse(readRecording('gas/basefee_next_pairs.json').toString()) as Pair[]
    const fees = new Map(
      pairs.flatMap(({ block, baseFeePerGas, nextBaseFeePerGas }) => [
        [block, BigInt(baseFeePerGas)],
        [block + 1, BigInt(nextBaseFeePerGas)],
      ]),
    )
    let windows = 0
    let firstWasTooLow = 0
    for (const [block, first] of fees) {
      for (let blocks = 2, highest = first; fees.has(block + blocks - 1); blocks++) {
        const last = fees.get(block + blocks - 1) as bigint
        if (last > highest) highest = last
        windows++
        if (first < highest) firstWasTooLow++
        expect(computeWindowBaseFee(first, blocks, 0.7, [], ethereum).baseFeePerGas).toBeGreaterThanOrEqual(highest)
      }
    }
    expect(windows).toBeGreaterThan(70)
    expect(firstWasTooLow).toBeGreaterThan(30)
  })
})

type Pair = { readonly block: number; readonly baseFeePerGas: string; readonly nextBaseFeePerGas: string }
