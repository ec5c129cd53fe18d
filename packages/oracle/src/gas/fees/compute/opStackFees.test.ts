import { type OpStackFees, startOpStackFees } from '@outrigger/devnet'
import { type Hex, hexToBytes, serializeTransaction } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeFastLzLength } from './fastLz.ts'
import { computeL1Fee, computeOperatorFee } from './opStackFees.ts'

/** Transactions per rule. `OUTRIGGER_CASES` sets another number, such as 10 000. */
const cases = Number(process.env['OUTRIGGER_CASES'] ?? 300)
const perValues = 50
let chain: OpStackFees
beforeAll(async () => {
  chain = await startOpStackFees()
}, 60_000)
afterAll(() => chain.close())

let seed = 1
/** The minimal standard generator, for the same transactions in every run. */
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const randomBytes = (length: number, alphabet: number): Uint8Array =>
  Uint8Array.from({ length }, () => random(alphabet))
const randomWei = (bits: number): bigint =>
  BigInt(`0x${Array.from({ length: 1 + random(bits / 4) }, () => random(16).toString(16)).join('')}`)

/** ABI words, long runs of few byte values, noise, and repeated parts. */
function randomData(): Uint8Array {
  const length = [0, 4, 68, 132, 388, 1_500, 5_000][random(7)] as number
  const data = randomBytes(length, [1, 2, 4, 16, 256][random(5)] as number)
  if (random(2) === 0) for (let at = 4; at + 32 <= length; at += 32) data.fill(0, at, at + random(32))
  if (random(3) === 0 && length > 200) data.copyWithin(length - 100, random(100))
  return data
}

function randomTransaction(): Hex {
  return serializeTransaction({
    chainId: 8453,
    type: 'eip1559',
    nonce: random(100_000),
    gas: BigInt(random(2_000_000_000)),
    maxFeePerGas: randomWei(48),
    maxPriorityFeePerGas: 0n,
    value: random(2) === 0 ? 0n : randomWei(80),
    to: `0x${Buffer.from(randomBytes(20, 256)).toString('hex')}`,
    data: `0x${Buffer.from(randomData()).toString('hex')}`,
  })
}

async function compare(rule: 'ecotone' | 'fjord'): Promise<{ readonly compared: number; readonly fees: number }> {
  let compared = 0
  const fees = new Set<bigint>()
  while (compared < cases) {
    const l1 = {
      baseFee: randomWei(48),
      blobBaseFee: randomWei(48),
      baseFeeScalar: random(10_000_000),
      blobBaseFeeScalar: random(10_000_000),
    }
    await chain.setL1(l1)
    const transactions = Array.from({ length: Math.min(perValues, cases - compared) }, randomTransaction)
    const reported = await chain.getL1Fees(transactions)
    const inputs = {
      baseFeePerGas: l1.baseFee,
      blobBaseFeePerGas: l1.blobBaseFee,
      baseFeeScalar: l1.baseFeeScalar,
      blobBaseFeeScalar: l1.blobBaseFeeScalar,
      operatorFeeScalar: 0,
      operatorFeeConstant: 0n,
    }
    for (const [index, transaction] of transactions.entries()) {
      const fee = computeL1Fee(hexToBytes(transaction), inputs, rule)
      expect(fee, transaction).toBe(reported[index])
      fees.add(fee)
    }
    compared += transactions.length
  }
  return { compared, fees: fees.size }
}

test('the L1 fee equals the OP stack’s GasPriceOracle to the wei, for Ecotone and Fjord', async () => {
  const ecotone = await compare('ecotone')
  await chain.activateFjord()
  const fjord = await compare('fjord')
  expect([ecotone.compared, fjord.compared]).toEqual([cases, cases])
  // The fees vary, so the comparison is meaningful.
  expect(Math.min(ecotone.fees, fjord.fees)).toBeGreaterThan(cases / 4)
}, 900_000)

test('FastLZ edge cases: empty input, short input, one repeated byte', () => {
  expect([0, 1, 12, 13].map((length) => computeFastLzLength(new Uint8Array(length)))).toEqual([0, 2, 13, 14])
  // 3 literal bytes, then the rest of the run in matches of up to 264 bytes.
  expect(computeFastLzLength(new Uint8Array(100))).toBeLessThan(25)
})

test.each([
  [21_000n, 100, 0n, 210_000_000n],
  [30_000_000n, 1, 0n, 3_000_000_000n],
  [200_000n, 5_000, 77n, 100_000_000_077n],
  // Without gas only the constant is charged.
  [0n, 5_000, 77n, 77n],
  // The largest values that the specification allows.
  [2n ** 64n - 1n, 2 ** 32 - 1, 2n ** 64n - 1n, (2n ** 64n - 1n) * ((2n ** 32n - 1n) * 100n + 1n)],
])('the operator fee of %s gas at scalar %s and constant %s follows Jovian', (gas, scalar, constant, fee) => {
  expect(computeOperatorFee(gas, { operatorFeeScalar: scalar, operatorFeeConstant: constant })).toBe(fee)
})

test('the operator fee of Isthmus is rounded down to whole wei', () => {
  const fee = { operatorFeeScalar: 2_000_000, operatorFeeConstant: 55n }
  expect(computeOperatorFee(21_000n, fee, 'isthmus')).toBe(42_055n)
  expect(computeOperatorFee(3n, { operatorFeeScalar: 333_333, operatorFeeConstant: 0n }, 'isthmus')).toBe(0n)
})
