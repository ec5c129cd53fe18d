import fc from 'fast-check'
import { type Address, numberToHex } from 'viem'
import { expect, it } from 'vitest'
import { advancePool, applyPoolLog, poolTopics, quotePool, swapPool, toPoolRate } from './poolKinds.ts'
import type { PoolState } from './poolState.ts'

const address: Address = '0x00000000000000000000000000000000000000aa'
const tokens = [1, 2, 3].map((index) => numberToHex(index, { size: 20 })) as readonly Address[]

/** Zeros, ones and maximum words among typical amounts. */
const amount = fc.oneof(fc.constantFrom(0n, 1n, 2n, 10n ** 18n, 2n ** 255n), fc.bigInt(0n, 10n ** 30n))
const list = fc.array(amount, { minLength: 3, maxLength: 3 })
const identity = { id: address, dex: 'curve', address, tokens }
const ramped = { ramp: null, timestamp: 1n }

const stableswap = fc.record({
  balances: list,
  rates: list,
  amplification: amount,
  fee: amount,
  adminFee: amount,
  offpegFeeMultiplier: amount,
  product: fc.constantFrom('each' as const, 'eachPlusOne' as const, 'power' as const),
  precision: fc.constantFrom(1n, 100n),
})
const cryptoswap = fc.record({
  balances: list,
  amplification: fc.bigInt(2_700n, 270_000_000n),
  gamma: amount,
  invariant: amount,
  precisions: list,
  priceScale: fc.array(amount, { minLength: 2, maxLength: 2 }),
  term: amount,
  supply: amount,
  generation: fc.constantFrom('v1' as const, 'v1Unchecked' as const, 'ng' as const),
})
const balancer = fc.record({
  balances: list,
  scalingFactors: list,
  rates: list,
  weights: list,
  fee: fc.bigInt(0n, 10n ** 18n),
  amplification: amount,
  version: fc.constantFrom(2 as const, 3 as const),
  isFirst: fc.boolean(),
})

const pools: fc.Arbitrary<PoolState> = fc.oneof(
  stableswap.map(
    ({ product, precision, ...state }): PoolState => ({
      kind: 'stableswap',
      ...identity,
      ...ramped,
      ...state,
      amplificationPrecision: precision,
      hasMovingRates: false,
      form: { product, margin: 1n, remainder: 'balance' },
    }),
  ),
  cryptoswap.map(
    ({ term, supply, ...state }): PoolState => ({
      kind: 'cryptoswap',
      ...identity,
      ...state,
      feeTerms: { mid: term, out: term, gamma: term },
      isRamping: false,
      profit: { virtualPrice: term, xcpProfit: term, allowedExtraProfit: term, totalSupply: supply },
    }),
  ),
  balancer.map(({ amplification, weights, isFirst, ...state }): PoolState => {
    const shared = { ...identity, ...state, pool: address, hasMovingRates: false, aggregateFee: 0n }
    return isFirst
      ? { kind: 'weighted', ...shared, weights, hasPowerShortcuts: false, minimumBalances: null }
      : { kind: 'balancerStable', ...shared, ...ramped, amplification, bptIndex: null, roundsInvariantUp: isFirst }
  }),
)

it('impossible states return null, 0 or unknown and never throw', () => {
  const [a, b] = tokens as readonly [Address, Address]
  fc.assert(
    fc.property(pools, amount, fc.uint8Array({ maxLength: 400 }), (pool, amountIn, bytes) => {
      const quote = quotePool(pool, a, b, amountIn)
      expect(quote === null || quote > 0n).toBe(true)
      const swap = swapPool(pool, a, b, amountIn)
      if (swap) expect(swap.amountOut).toBe(quote)
      expect(toPoolRate(pool, a, b)).toBeGreaterThanOrEqual(0)
      expect(advancePool(pool, 2n)).not.toBe('unknown')
      const data = `0x${Buffer.from(bytes).toString('hex')}` as const
      for (const topic of poolTopics)
        applyPoolLog(pool, { address, topics: [topic, numberToHex(1, { size: 32 })], data })
    }),
    { seed: 11, numRuns: 3_000 },
  )
})
