import { type ChainProfile, chains } from '@outrigger/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnknownFeeRuleError } from '../gasErrors.ts'
import type { GasSample } from '../gasSample.ts'
import { classifyCongestion } from './congestion.ts'
import { computeGasQuote } from './gasQuote.ts'

const gwei = 1_000_000_000n
const sample = (fields: Partial<GasSample> = {}): GasSample => ({
  block: {
    number: 7n,
    hash: '0x07',
    baseFeePerGas: 8n * gwei,
    gasUsed: 15_000_000n,
    gasLimit: 30_000_000n,
    blobGasUsed: 0n,
    extraData: '0x',
  },
  history: Array.from({ length: 60 }, (_, index) => ({
    number: BigInt(index) - 52n,
    baseFeePerGas: 8n * gwei,
    gasUsedRatio: 0.5,
    rewards: Array.from({ length: 7 }, () => gwei),
  })),
  nodeNextBaseFeePerGas: 8n * gwei,
  pending: null,
  gasPrice: null,
  suggestedTip: null,
  minBaseFeePerGas: null,
  ...fields,
})
const evmChains = Object.values<ChainProfile>(chains).filter(({ feeModel }) => feeModel.kind !== 'native')

describe('next base fee', () => {
  test('reports no mismatch if both agree', () => {
    expect(computeGasQuote(chains.ethereum, sample())).toMatchObject({
      blockNumber: 7n,
      nextBaseFeePerGas: 8n * gwei,
      baseFeeMismatch: null,
    })
  })
  test('uses the node’s fee and reports the mismatch', () => {
    expect(computeGasQuote(chains.ethereum, sample({ nodeNextBaseFeePerGas: 9n * gwei }))).toMatchObject({
      nextBaseFeePerGas: 9n * gwei,
      baseFeeMismatch: { computed: 8n * gwei, node: 9n * gwei },
      tiers: { slow: { baseFeePerGas: 9n * gwei } },
    })
  })
  test('uses the chain’s rule if the node does not report the fee', () => {
    expect(computeGasQuote(chains.ethereum, sample({ nodeNextBaseFeePerGas: null }))).toMatchObject({
      nextBaseFeePerGas: 8n * gwei,
      baseFeeMismatch: null,
    })
  })
})

describe('an OP-stack header of an unknown version', () => {
  const unknown = { ...sample().block, extraData: '0x020000007d00000006' } as const
  test('uses the node’s next base fee and has no load', () => {
    const full = sample().history.map((past) => ({ ...past, gasUsedRatio: 1 }))
    const quote = computeGasQuote(chains.base, sample({ block: unknown, history: full }))
    expect(quote).toMatchObject({ nextBaseFeePerGas: 8n * gwei, baseFeeMismatch: null, congestion: 'low' })
    // A cap from the chain's constants would be wrong, because the header may have changed them.
    expect(quote.inclusion.slow.capRule).toBe('learned')
  })
  test('throws if the node does not report the next base fee either', () => {
    for (const extraData of [unknown.extraData, null]) {
      const block = { ...unknown, extraData }
      expect(() => computeGasQuote(chains.base, sample({ block, nodeNextBaseFeePerGas: null }))).toThrow(
        UnknownFeeRuleError,
      )
    }
  })
})

describe('tiers', () => {
  test.each(evmChains.map((chain) => [chain.name, chain] as const))(
    '%s: the base fee of the next block, and a cap of it plus the tip',
    (_, chain) => {
      const amount = fc.bigInt(0n, 10n ** 12n)
      fc.assert(
        fc.property(fc.option(amount), fc.option(amount), amount, (node, gasPrice, reward) => {
          const history = [{ number: 7n, baseFeePerGas: gwei, gasUsedRatio: 0.9, rewards: [reward, reward, reward] }]
          const quote = computeGasQuote(chain, sample({ nodeNextBaseFeePerGas: node, gasPrice, history }))
          const { slow, standard, fast, instant } = quote.tiers
          for (const tier of [slow, standard, fast, instant]) {
            const headroom = chain.feeModel.kind === 'arbitrum' ? (tier.baseFeePerGas * 5n) / 100n : 0n
            expect(tier.maxFeePerGas).toBe(tier.baseFeePerGas + tier.maxPriorityFeePerGas + headroom)
            expect(tier.baseFeePerGas).toBe(quote.nextBaseFeePerGas)
          }
          expect(slow.maxFeePerGas <= standard.maxFeePerGas).toBe(true)
          expect(standard.maxFeePerGas <= fast.maxFeePerGas).toBe(true)
          expect(fast.maxFeePerGas <= instant.maxFeePerGas).toBe(true)
        }),
        { numRuns: 50 },
      )
    },
  )
  test('polygon has its minimum tip', () => {
    expect(computeGasQuote(chains.polygon, sample()).tiers.slow.maxPriorityFeePerGas).toBe(25n * gwei)
  })
  test('arbitrum has no tips, and headroom only in the cap', () => {
    const { tiers } = computeGasQuote(chains.arbitrum, sample({ nodeNextBaseFeePerGas: 10_000_000n }))
    const expected = { baseFeePerGas: 10_000_000n, maxPriorityFeePerGas: 0n, maxFeePerGas: 10_500_000n }
    expect(tiers).toEqual({ slow: expected, standard: expected, fast: expected, instant: expected })
  })
  test('a chain with one gas price gets at least that price', () => {
    const { tiers } = computeGasQuote(
      chains.bsc,
      sample({ nodeNextBaseFeePerGas: 0n, gasPrice: 50_000_000n, history: [] }),
    )
    expect(tiers.slow.maxFeePerGas).toBe(50_000_000n)
  })
})

describe('congestion', () => {
  test.each([
    [0.5, 1, 'low'],
    [1, 1, 'medium'],
    [0.5, 1.2, 'medium'],
    [1.3, 1, 'high'],
    [1, 1.5, 'high'],
    [1.7, 1, 'critical'],
    [null, 4, 'critical'],
    [null, null, 'low'],
  ] as const)('load %s, surge %s: %s', (load, surge, level) => {
    expect(classifyCongestion({ load, surge })).toBe(level)
  })
  test('measures load against the target of the chain', () => {
    // 30 % of the limit is below Ethereum's target, but almost twice the target with an elasticity of 6.
    const history = sample().history.map((past) => ({ ...past, gasUsedRatio: 0.3 }))
    expect(computeGasQuote(chains.ethereum, sample({ history })).congestion).toBe('low')
    expect(computeGasQuote(chains.optimism, sample({ history })).congestion).toBe('critical')
  })
  test('compares arbitrum with its minimum base fee', () => {
    const at = (fee: bigint) =>
      computeGasQuote(chains.arbitrum, sample({ nodeNextBaseFeePerGas: fee, minBaseFeePerGas: 10_000_000n })).congestion
    expect([at(10_000_000n), at(12_000_000n), at(20_000_000n), at(90_000_000n)]).toEqual([
      'low',
      'medium',
      'high',
      'critical',
    ])
  })
})
