import { type ChainProfile, chains } from '@outrigger/core'
import { createAnvil } from '@outrigger/devnet'
import { createPublicClient, createTestClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { computeGasQuote } from '../compute/gasQuote.ts'
import { GasModelError } from '../gasErrors.ts'
import type { GasSample } from '../gasSample.ts'
import { getGasPrice } from '../getGasPrice.ts'
import { toGasFamily, toHorizons } from './families.ts'
import { createFeeMarket } from './fixtures/feeMarket.ts'
import { createChainModel, observeSample } from './observeSample.ts'

const tiers = ['slow', 'standard', 'fast', 'instant'] as const
const evmChains = Object.values<ChainProfile>(chains).filter(({ feeModel }) => feeModel.kind !== 'native')

/** The sample of one read after this many blocks of a market. */
function createSample(count: number): GasSample {
  const next = createFeeMarket(5)
  const history = Array.from({ length: count }, () => {
    const { number, baseFeePerGas, gasUsedRatio, tips } = next().fees
    return { number, baseFeePerGas, gasUsedRatio, rewards: tips }
  })
  const last = history.at(-1)
  return {
    block: {
      number: BigInt(count),
      hash: '0x07',
      baseFeePerGas: last?.baseFeePerGas ?? 0n,
      gasUsed: 15_000_000n,
      gasLimit: 30_000_000n,
      blobGasUsed: 0n,
      extraData: '0x',
    },
    history,
    nodeNextBaseFeePerGas: last?.baseFeePerGas ?? 0n,
    pending: null,
    gasPrice: null,
    suggestedTip: null,
    minBaseFeePerGas: null,
  }
}
const learn = (chain: ChainProfile, sample: GasSample) => observeSample(chain, createChainModel(chain), sample)
const long = createSample(1024)

describe.each(evmChains.map((chain) => [chain.name, chain] as const))('%s', (_, chain) => {
  const model = learn(chain, long)
  const { inclusion, tiers: wire, nextBaseFeePerGas } = computeGasQuote(chain, long, { model })

  test('tiers ascend, and a cap is never below base fee plus tip', () => {
    const tips = tiers.map((tier) => inclusion[tier].maxPriorityFeePerGas)
    expect(tips).toEqual([...tips].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    for (const tier of tiers) {
      const { maxFeePerGas, maxPriorityFeePerGas } = inclusion[tier]
      expect(wire[tier].maxPriorityFeePerGas).toBe(maxPriorityFeePerGas)
      expect(maxFeePerGas).toBeGreaterThanOrEqual(nextBaseFeePerGas + maxPriorityFeePerGas)
    }
  })
  test('reports the source of its tips, and how often they were enough', () => {
    const { tipRule, calibration } = inclusion.instant
    if (toGasFamily(chain) === 'firstCome') {
      expect([tipRule, calibration]).toEqual(['first_come', null])
      return
    }
    expect(tipRule).toBe('model')
    expect(calibration?.samples).toBeGreaterThan(800)
    expect(calibration?.coverage).toBeGreaterThan(0.9)
    expect(calibration?.coverage).toBeLessThan(1)
  })
})

describe('a model with few blocks', () => {
  const short = createSample(60)
  const cold = computeGasQuote(chains.ethereum, short)
  const warming = computeGasQuote(chains.ethereum, short, { model: learn(chains.ethereum, short) })

  test('uses percentile tips, and reports so', () => {
    expect(warming.tiers).toEqual(cold.tiers)
    for (const tier of tiers)
      expect(warming.inclusion[tier]).toMatchObject({ tipRule: 'percentiles', calibration: null })
  })
  test('still has caps for the whole window', () => {
    const { slow } = cold.inclusion
    expect(slow.capRule).toBe('worst_case')
    expect(Number(slow.maxFeePerGas)).toBeGreaterThan(Number(cold.nextBaseFeePerGas) * 1.125 ** 24)
  })
})

test('a longer history rebuilds a model that has seen a shorter one', () => {
  const short = learn(chains.ethereum, { ...long, history: long.history.slice(-60) })
  const both = observeSample(chains.ethereum, short, long)
  expect(both).toEqual(learn(chains.ethereum, long))
  expect(observeSample(chains.ethereum, both, long)).toEqual(both)
})

test('windows follow from the block time', () => {
  expect(toHorizons(chains.ethereum)).toEqual([1, 2, 3, 5, 8, 15, 25])
  expect(toHorizons(chains.polygon)).toEqual([1, 3, 8, 15, 30, 64])
})

test('quotes any window and confidence of a chain', async () => {
  await using anvil = await createAnvil({ chainId: 1 })
  await createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).mine({ blocks: 400 })
  const client = createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) })
  const { inclusion, nextBaseFeePerGas } = await getGasPrice(client, { within: 90_000, confidence: 0.87 })
  // The blocks are empty, so the model learns no tip.
  expect(inclusion.asked).toMatchObject({ withinMs: 90_000, confidence: 0.87, tipRule: 'percentiles' })
  expect(inclusion.asked?.maxFeePerGas).toBeGreaterThanOrEqual(2n * nextBaseFeePerGas)
  expect((await getGasPrice(client)).inclusion.asked).toBeUndefined()
  await expect(getGasPrice(client, { within: 60 })).rejects.toThrow(GasModelError)
  await expect(getGasPrice(client, { confidence: 95 })).rejects.toThrow(/Use 0.5 to 0.999/)
})
