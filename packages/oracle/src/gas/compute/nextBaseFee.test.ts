import { chains } from '@outrigger/core'
import { readRecording } from '@outrigger/devnet/recorded'
import fc from 'fast-check'
import { concat, type Hex, numberToHex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { FeeBlock } from '../gasSample.ts'
import { computeMostGrowth } from '../model/windowBaseFee.ts'
import { computeAcp176BaseFee } from './acp176.ts'
import { computeNextBaseFee } from './eip1559.ts'
import { computeExponential } from './exponential.ts'
import { computeChainNextBaseFee } from './nextBaseFee.ts'
import { decodeOpStackExtraData } from './opStack.ts'

const gwei = 1_000_000_000n
const block = (fields: Partial<FeeBlock>): FeeBlock => ({
  number: 1n,
  hash: '0x01',
  baseFeePerGas: gwei,
  gasUsed: 0n,
  gasLimit: 30_000_000n,
  blobGasUsed: 0n,
  extraData: '0x',
  ...fields,
})

describe('ethereum', () => {
  // Mainnet blocks and the base fee of the next block.
  test.each([
    [14_000_000, 139_541_559_304n, 8_119_826n, 30_058_561n, 131_522_579_145n],
    [14_000_003, 131_253_653_395n, 29_998_584n, 30_000_000n, 147_658_811_276n],
    [14_000_010, 199_670_897_095n, 843_761n, 29_970_648n, 176_117_364_231n],
    [15_000_003, 16_619_046_671n, 15_027_774n, 30_029_295n, 16_620_862_882n],
  ])('block %i', (_, baseFeePerGas, gasUsed, gasLimit, next) => {
    expect(computeChainNextBaseFee(chains.ethereum, block({ baseFeePerGas, gasUsed, gasLimit }))).toBe(next)
  })

  test('matches all recorded pairs', () => {
    const pairs: Record<string, string>[] = JSON.parse(readRecording('gas/basefee_next_pairs.json'))
    expect(pairs).toHaveLength(16)
    for (const pair of pairs) {
      const field = (name: string) => BigInt(pair[name] ?? '')
      const parent = block({
        baseFeePerGas: field('baseFeePerGas'),
        gasUsed: field('gasUsed'),
        gasLimit: field('gasLimit'),
      })
      expect(computeChainNextBaseFee(chains.ethereum, parent), `block ${pair['block']}`).toBe(
        field('nextBaseFeePerGas'),
      )
    }
  })

  // alloy-rs/alloy, crates/eips/src/eip1559/helpers.rs (MIT OR Apache-2.0), edge cases.
  test.each([
    [1_049_238_967n, 0n, 2_000_000n, 918_084_097n],
    [0n, 10_000_000n, 18_000_000n, 1n],
    [2n, 10_000_000n, 18_000_000n, 3n],
  ])('base fee %s', (baseFeePerGas, gasUsed, gasLimit, next) => {
    expect(computeChainNextBaseFee(chains.ethereum, block({ baseFeePerGas, gasUsed, gasLimit }))).toBe(next)
  })

  test('changes by at most an eighth, and rises whenever the target is exceeded', () => {
    const amounts = { baseFee: fc.bigInt(0n, 10n ** 13n), gasUsed: fc.bigInt(0n, 60_000_000n) }
    fc.assert(
      fc.property(fc.record(amounts), ({ baseFee, gasUsed }) => {
        const next = computeNextBaseFee(baseFee, gasUsed, { gasTarget: 30_000_000n, baseFeeChangeDenominator: 8n })
        expect(next).toBeGreaterThanOrEqual(baseFee - baseFee / 8n)
        expect(next).toBeLessThanOrEqual(baseFee + (baseFee / 8n || 1n))
        expect(next > baseFee).toBe(gasUsed > 30_000_000n)
      }),
    )
  })
})

describe('polygon', () => {
  test('targets 65 % of the limit and changes by a 64th of the distance', () => {
    const full = block({ baseFeePerGas: 64n * gwei, gasUsed: 60_000_000n, gasLimit: 60_000_000n })
    expect(computeChainNextBaseFee(chains.polygon, full)).toBe(64n * gwei + (gwei * 35n) / 65n)
    expect(computeChainNextBaseFee(chains.polygon, { ...full, gasUsed: 39_000_000n })).toBe(64n * gwei)
    expect(computeChainNextBaseFee(chains.polygon, { ...full, gasUsed: 0n })).toBe(63n * gwei)
  })

  test('changes by at most 5 %, and by at least one wei', () => {
    const bounded = { gasTarget: 1n, baseFeeChangeDenominator: 1n, maxChangePercent: 5n }
    expect(computeNextBaseFee(1000n, 1000n, bounded)).toBe(1050n)
    expect(computeNextBaseFee(1000n, 0n, bounded)).toBe(950n)
    expect(computeNextBaseFee(10n, 1000n, bounded)).toBe(11n)
  })
})

test('berachain changes by a 48th', () => {
  const full = block({ baseFeePerGas: 48n * gwei, gasUsed: 30_000_000n })
  expect(computeChainNextBaseFee(chains.berachain, full)).toBe(49n * gwei)
  expect(computeChainNextBaseFee(chains.berachain, { ...full, gasUsed: 0n })).toBe(47n * gwei)
})

describe('OP stack', () => {
  const u = (value: number | bigint, size: number) => numberToHex(value, { size })
  const holocene = (denominator: number, elasticity: number) => concat(['0x00', u(denominator, 4), u(elasticity, 4)])
  const jovian = (denominator: number, elasticity: number, floor: bigint) =>
    concat(['0x01', u(denominator, 4), u(elasticity, 4), u(floor, 8)])
  const next = (fields: Partial<FeeBlock>) => computeChainNextBaseFee(chains.base, block(fields))

  // alloy's Optimism vectors: elasticity 6, denominator 50.
  test.each([
    [1_000_000_000n, 10_000_000n, 10_000_000n, 1_100_000_048n],
    [1_072_671_875n, 9_000_000n, 10_000_000n, 1_167_067_046n],
    [1_049_238_967n, 0n, 2_000_000n, 1_028_254_188n],
  ])('base fee %s', (baseFeePerGas, gasUsed, gasLimit, expected) => {
    expect(next({ baseFeePerGas, gasUsed, gasLimit, extraData: holocene(50, 6) })).toBe(expected)
  })

  test('uses the chain constants before Holocene and for zeros', () => {
    const full = { gasUsed: 30_000_000n }
    expect(next({ ...full, extraData: '0x' })).toBe(gwei + (gwei * 5n) / 250n)
    expect(next({ ...full, extraData: holocene(0, 0) })).toBe(gwei + (gwei * 5n) / 250n)
    expect(next({ ...full, extraData: holocene(250, 2) })).toBe(gwei + gwei / 250n)
  })

  test('respects the minimum base fee of Jovian', () => {
    expect(next({ baseFeePerGas: 5_000_000n, extraData: jovian(250, 6, 5_000_000n) })).toBe(5_000_000n)
    expect(next({ baseFeePerGas: 4_000_000n, extraData: jovian(250, 6, 5_000_000n) })).toBe(5_000_000n)
  })

  test('follows the data footprint if it exceeds the gas used, since Jovian', () => {
    const footprint = { gasUsed: 0n, blobGasUsed: 30_000_000n }
    expect(next({ ...footprint, extraData: jovian(250, 6, 0n) })).toBe(gwei + (gwei * 5n) / 250n)
    expect(next({ ...footprint, extraData: holocene(250, 6) })).toBe(gwei - gwei / 250n)
  })

  test('decodes encoded extra data', () => {
    const u32 = fc.integer({ min: 1, max: 2 ** 32 - 1 })
    fc.assert(
      fc.property(u32, u32, fc.bigInt(0n, 2n ** 64n - 1n), (denominator, elasticity, floor) => {
        const defaults = { baseFeeChangeDenominator: 8n, elasticityMultiplier: 2n }
        expect(decodeOpStackExtraData(jovian(denominator, elasticity, floor), defaults)).toEqual({
          baseFeeChangeDenominator: BigInt(denominator),
          elasticityMultiplier: BigInt(elasticity),
          minBaseFeePerGas: floor,
          countsDataFootprint: true,
        })
      }),
    )
  })

  test.each<[string, Hex | null]>([
    ['the next version', concat(['0x02', u(250, 4), u(6, 4), u(0, 8)])],
    ['the next version with a field more', concat(['0x02', u(250, 4), u(6, 4), u(0, 8), u(7, 4)])],
    ['version 1 of version 0’s length', concat(['0x01', u(250, 4), u(6, 4)])],
    ['version 0 of version 1’s length', concat(['0x00', u(250, 4), u(6, 4), u(0, 8)])],
    ['a byte less', holocene(250, 6).slice(0, -2) as Hex],
    ['a byte more', concat([jovian(250, 6, 0n), '0x00'])],
    ['a client’s name', toHex('geth')],
    ['a denominator alone', holocene(250, 0)],
    ['an elasticity alone', jovian(0, 6, 0n)],
    ['none stated', null],
  ])('says unknown of %s', (_, extraData) => {
    expect(decodeOpStackExtraData(extraData, { baseFeeChangeDenominator: 250n, elasticityMultiplier: 6n })).toBeNull()
    expect(next({ extraData })).toBeNull()
    expect(computeMostGrowth(chains.base, block({ extraData }))).toBeNull()
  })

  test('returns null for an unknown layout', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 32 }), (bytes) => {
        const extraData: Hex = `0x${Buffer.from(bytes).toString('hex')}`
        const isLayout =
          bytes.length === 0 || (bytes.length === 9 && bytes[0] === 0) || (bytes.length === 17 && bytes[0] === 1)
        if (!isLayout) expect(next({ extraData })).toBeNull()
      }),
    )
  })
})

describe('avalanche', () => {
  const state = (excess: bigint, targetExcess: bigint) =>
    concat([numberToHex(0n, { size: 8 }), numberToHex(excess, { size: 8 }), numberToHex(targetExcess, { size: 8 })])

  // Vectors of ava-labs/coreth (acp176_test.go).
  test.each([
    [0n, 0n, 1n],
    [60_303_808n, 33n, 2n],
    [95_672_652n, 32_768n, 3n],
    [2_704_386_192n, 13_605_152n, gwei + 2n],
    [6_610_721_802n, 36_863_312n, 100n * gwei + 4n],
    [220_357_393_400n, 154_523_870n, 100n * gwei + 5n],
    [2_203_573_881_110n, 231_785_804n, 100n * gwei],
    [2n ** 64n - 1n, 1_024_950_627n, 2n],
  ])('excess %s, target excess %s', (excess, targetExcess, price) => {
    expect(computeAcp176BaseFee(state(excess, targetExcess), 0n)).toBe(price)
  })

  test('falls over time', () => {
    const busy = state(2_704_386_192n, 13_605_152n)
    // In 60 s the exponent falls by 60/87.
    expect(Number(computeAcp176BaseFee(busy, 60_000n)) / 1e9).toBeCloseTo(Math.exp(-60 / 87), 6)
    expect(computeAcp176BaseFee(busy, 10n ** 9n)).toBe(1n)
    expect(computeAcp176BaseFee('0x', 0n)).toBeNull()
  })

  test('the integer exponential matches the floating-point one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), (thousandths) => {
        const exact = 1e6 * Math.exp(thousandths / 1000)
        const computed = Number(computeExponential(10n ** 6n, BigInt(thousandths), 1000n))
        expect(Math.abs(computed - exact)).toBeLessThanOrEqual(1 + exact * 1e-5)
      }),
    )
  })
})
