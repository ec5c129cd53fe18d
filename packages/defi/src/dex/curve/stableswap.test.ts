import { readRecording } from '@outrigger/devnet/recorded'
import fc from 'fast-check'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  parseAbiParameters,
  toEventSelector,
} from 'viem'
import { describe, expect, it } from 'vitest'
import type { StableswapPool } from '../poolState.ts'
import { stableswapKind } from './stableswap.ts'
import { computeBalance, computeInvariant } from './stableswapMath.ts'

const tokens = Array.from({ length: 8 }, (_, index) => numberToHex(index + 1, { size: 20 })) as readonly Address[]
const address: Address = '0x00000000000000000000000000000000000000aa'
const provider = numberToHex(9, { size: 32 })

type Row = {
  readonly [name in 'balances' | 'rates']: readonly string[]
} & {
  readonly [name in
    | 'contract'
    | 'amplification'
    | 'amplificationPrecision'
    | 'fee'
    | 'adminFee'
    | 'offpegFeeMultiplier'
    | 'margin'
    | 'amountIn'
    | 'amountOut'
    | 'balanceIn'
    | 'balanceOut']: string
} & { readonly i: number; readonly j: number } & Pick<StableswapPool['form'], 'product' | 'remainder'>

const rows: readonly Row[] = JSON.parse(readRecording('pools/curve_stableswap_swaps.json'))

const toPool = (row: Row): StableswapPool => ({
  kind: 'stableswap',
  id: address,
  dex: 'curve',
  address,
  tokens: tokens.slice(0, row.balances.length),
  balances: row.balances.map(BigInt),
  rates: row.rates.map(BigInt),
  amplification: BigInt(row.amplification),
  amplificationPrecision: BigInt(row.amplificationPrecision),
  fee: BigInt(row.fee),
  adminFee: BigInt(row.adminFee),
  offpegFeeMultiplier: BigInt(row.offpegFeeMultiplier),
  form: { product: row.product, margin: row.margin === '1' ? 1n : 0n, remainder: row.remainder },
  ramp: null,
  timestamp: 1_700_000_000n,
  hasMovingRates: false,
})
const [first] = rows as readonly [Row]
const pool = toPool(first)

const toLog = (event: string, data: Hex, emitter: Address = address) => ({
  address: emitter,
  topics: [toEventSelector(event), provider],
  data,
})

describe('Swaps of Curve StableSwap', () => {
  it.each([...new Set(rows.map(({ contract }) => contract))])(
    'equals %s to the wei, with its balances after',
    (name) => {
      for (const row of rows.filter(({ contract }) => contract === name)) {
        const [tokenIn, tokenOut] = [tokens[row.i] as Address, tokens[row.j] as Address]
        const swap = stableswapKind.swap(toPool(row), tokenIn, tokenOut, BigInt(row.amountIn))
        const amountOut = BigInt(row.amountOut)
        expect(stableswapKind.quote(toPool(row), tokenIn, tokenOut, BigInt(row.amountIn)) ?? 0n).toBe(amountOut)
        if (amountOut === 0n) continue
        expect(swap?.amountOut).toBe(amountOut)
        expect(swap?.next.balances[row.i]).toBe(BigInt(row.balanceIn))
        expect(swap?.next.balances[row.j]).toBe(BigInt(row.balanceOut))
      }
    },
  )

  it('return null for foreign tokens, zero input, an empty pool, and overflows of 256 bits', () => {
    const [a, b] = pool.tokens as [Address, Address]
    const quote = (state: StableswapPool, amountIn: bigint, tokenOut = b) =>
      stableswapKind.quote(state, a, tokenOut, amountIn)
    expect(quote(pool, 10n ** 6n)).not.toBeNull()
    expect([quote(pool, 0n), quote(pool, 10n ** 6n, a), quote(pool, 10n ** 6n, address)]).toEqual([null, null, null])
    expect(quote({ ...pool, balances: pool.balances.map(() => 0n) }, 10n ** 6n)).toBeNull()
    expect(quote(pool, 10n ** 60n)).toBeNull()
  })

  it('has the rate of a small swap', () => {
    for (const row of rows) {
      const state = toPool(row)
      const [tokenIn, tokenOut] = [tokens[row.i] as Address, tokens[row.j] as Address]
      const amountIn = (state.balances[row.i] as bigint) / 1_000_000n
      const quote = stableswapKind.quote(state, tokenIn, tokenOut, amountIn)
      if (quote === null || quote < 10n ** 7n || amountIn < 10n ** 7n) continue
      const rate = stableswapKind.toRate(state, tokenIn, tokenOut)
      expect(Math.abs(Number(quote) / Number(amountIn) / rate - 1)).toBeLessThan(1e-4)
    }
  })
})

describe('The invariant of StableSwap', () => {
  const scaled = fc.bigInt(10n ** 22n, 10n ** 26n)
  const arbitrary = fc.record({
    balances: fc.array(scaled, { minLength: 2, maxLength: 5 }),
    amplification: fc.bigInt(1_000n, 500_000n),
    product: fc.constantFrom('each' as const, 'power' as const),
    share: fc.bigInt(1n, 10n ** 9n),
  })

  it('is the root of its polynomial within a hundred units of 1e-18, and so is the computed balance', () => {
    fc.assert(
      fc.property(arbitrary, ({ balances, amplification, product, share }) => {
        const curve = { amplification, precision: 100n, product }
        const invariant = computeInvariant(balances, curve)
        if (invariant === null) return
        const exact = bisect((d) => -toPolynomial(balances, amplification, d))
        expect(Math.abs(Number(invariant - exact))).toBeLessThanOrEqual(100)
        const x = (balances[0] as bigint) + ((balances[0] as bigint) * share) / 10n ** 9n
        const y = computeBalance(balances, curve, invariant, { i: 0, j: 1, x }) as bigint
        const others = balances.slice(2)
        const exactY = bisect((value) => toPolynomial([x, value, ...others], amplification, invariant))
        expect(Math.abs(Number(y - exactY))).toBeLessThanOrEqual(100)
      }),
      { seed: 7, numRuns: 2_000 },
    )
  })
})

/**
 * A n**n S + D = A n**n D + D**(n+1) / (n**n P), multiplied by its denominators. Decreases in D, increases in each
 * balance.
 */
function toPolynomial(balances: readonly bigint[], amplification: bigint, invariant: bigint): bigint {
  const n = BigInt(balances.length)
  const ann = amplification * n
  const sum = balances.reduce((total, balance) => total + balance, 0n)
  const product = balances.reduce((total, balance) => total * balance, 1n)
  return (ann * (sum - invariant) + 100n * invariant) * n ** n * product - 100n * invariant ** (n + 1n)
}

/** The smallest integer at which an increasing function is not negative. */
function bisect(rising: (value: bigint) => bigint): bigint {
  let [low, high] = [1n, 2n ** 110n]
  while (low < high) {
    const middle = (low + high) / 2n
    if (rising(middle) >= 0n) high = middle
    else low = middle + 1n
  }
  return low
}

describe('Logs of StableSwap', () => {
  const [a, b] = pool.tokens as [Address, Address]
  const exchange = 'TokenExchange(address,int128,uint256,int128,uint256)'
  const encodeExchange = (sold: bigint, bought: bigint) =>
    encodeAbiParameters(parseAbiParameters('int128, uint256, int128, uint256'), [0n, sold, 1n, bought])

  it('return the pool after a swap, or require a new read if the log reports another output', () => {
    const swap = stableswapKind.swap(pool, a, b, 10n ** 8n)
    const bought = swap?.amountOut as bigint
    expect(stableswapKind.applyLog(pool, toLog(exchange, encodeExchange(10n ** 8n, bought)))).toEqual(swap?.next)
    expect(stableswapKind.applyLog(pool, toLog(exchange, encodeExchange(10n ** 8n, bought + 1n)))).toBe('unknown')
    expect(stableswapKind.applyLog(pool, toLog(exchange, '0x'))).toBe('unknown')
    const foreign = toLog(exchange, encodeExchange(10n ** 8n, bought), a)
    expect(stableswapKind.applyLog(pool, foreign)).toBe(pool)
  })

  it('change the balances by amounts and the admin share of the fees, in both encodings of lists', () => {
    const state = { ...pool, adminFee: 5_000_000_000n }
    const n = state.tokens.length
    const [amounts, fees] = [state.balances.map((_, index) => BigInt(index) * 1_000n), state.balances.map(() => 21n)]
    const words = (values: readonly bigint[]) => concatHex(values.map((value) => numberToHex(value, { size: 32 })))
    const fixed = words([...amounts, ...fees, 5n, 6n])
    const lists = encodeAbiParameters(parseAbiParameters('uint256[], uint256[], uint256, uint256'), [
      amounts,
      fees,
      5n,
      6n,
    ])
    const after = (sign: bigint) =>
      state.balances.map((balance, index) => balance + sign * (amounts[index] as bigint) - 10n)
    const list = `uint256[${n}]`
    for (const [event, data, sign] of [
      [`AddLiquidity(address,${list},${list},uint256,uint256)`, fixed, 1n],
      ['AddLiquidity(address,uint256[],uint256[],uint256,uint256)', lists, 1n],
      [`RemoveLiquidityImbalance(address,${list},${list},uint256,uint256)`, fixed, -1n],
      ['RemoveLiquidityImbalance(address,uint256[],uint256[],uint256,uint256)', lists, -1n],
    ] as const) {
      expect(stableswapKind.applyLog(state, toLog(event, data))).toEqual({ ...state, balances: after(sign) })
    }
    const removal = encodeAbiParameters(parseAbiParameters('uint256[], uint256[], uint256'), [amounts, [], 6n])
    const removed = stableswapKind.applyLog(
      state,
      toLog('RemoveLiquidity(address,uint256[],uint256[],uint256)', removal),
    )
    expect(removed).toEqual({
      ...state,
      balances: state.balances.map((balance, k) => balance - (amounts[k] as bigint)),
    })
    const garbage = words([2n ** 255n, 2n ** 255n])
    expect(
      stableswapKind.applyLog(state, toLog('AddLiquidity(address,uint256[],uint256[],uint256,uint256)', garbage)),
    ).toBe('unknown')
  })

  it('never guess missing values', () => {
    const one = toLog('RemoveLiquidityOne(address,uint256,uint256,uint256)', encodeExchange(1n, 1n))
    expect(stableswapKind.applyLog(pool, one)).toBe('unknown')
    const underlying = toLog('TokenExchangeUnderlying(address,int128,uint256,int128,uint256)', encodeExchange(1n, 1n))
    expect(stableswapKind.applyLog(pool, underlying)).toBe('unknown')
    expect(stableswapKind.advance?.({ ...pool, hasMovingRates: true }, pool.timestamp + 1n)).toBe('unknown')
  })

  it('ramp the amplification with time, up and down, and end or stop it', () => {
    const start = pool.timestamp
    const ramp = (from: bigint, to: bigint) =>
      encodeAbiParameters(parseAbiParameters('uint256, uint256, uint256, uint256'), [from, to, start, start + 300n])
    for (const [from, to, third] of [
      [1_000n, 2_000n, 1_333n],
      [2_000n, 1_000n, 1_667n],
    ] as const) {
      const state = stableswapKind.applyLog(pool, toLog('RampA(uint256,uint256,uint256,uint256)', ramp(from, to)))
      if (state === 'unknown') throw new Error('ramp not applied')
      expect(state.amplification).toBe(from)
      expect(stableswapKind.advance?.(state, start + 100n)).toMatchObject({ amplification: third })
      expect(stableswapKind.advance?.(state, start + 300n)).toMatchObject({ amplification: to, ramp: null })
      const stop = encodeAbiParameters(parseAbiParameters('uint256, uint256'), [1_500n, start + 150n])
      const stopped = stableswapKind.applyLog(state, toLog('StopRampA(uint256,uint256)', stop))
      expect(stopped).toMatchObject({ amplification: 1_500n, ramp: null, timestamp: start + 150n })
    }
  })
})
