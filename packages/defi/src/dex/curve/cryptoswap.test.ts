import { readRecording } from '@outrigger/devnet/recorded'
import { type Address, numberToHex, toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { type Answers, toAnsweringReader } from '../fixtures/answeringReader.ts'
import { computeIntegerRoot } from '../integerRoot.ts'
import type { CryptoswapPool } from '../poolState.ts'
import { cryptoswapKind } from './cryptoswap.ts'
import { computeCubeRoot } from './cryptoswapCubic.ts'
import { computeCryptoInvariant } from './cryptoswapInvariant.ts'
import { computeCryptoswapSwap, toScaledAt } from './cryptoswapSwap.ts'
import { getCryptoswapState } from './readCryptoswap.ts'

const tokens = [1, 2, 3].map((index) => numberToHex(index, { size: 20 })) as readonly Address[]
const address: Address = '0x00000000000000000000000000000000000000aa'

type Numbers = 'balances' | 'priceScale' | 'precisions' | 'priceScaleAfter'
type Amount =
  | ('amplification' | 'gamma' | 'invariant' | 'mid' | 'out' | 'feeGamma' | 'invariantAfter')
  | ('amountIn' | 'amountOut' | 'balanceIn' | 'balanceOut' | 'virtualPriceAfter' | 'xcpProfitAfter')
type Profit = NonNullable<CryptoswapPool['profit']>
type Row = { readonly [name in Numbers]: readonly string[] } & { readonly [name in Amount]: string } & {
  readonly contract: string
  readonly generation: CryptoswapPool['generation']
  readonly profit: { readonly [name in keyof Profit]: string } | null
  readonly i: number
  readonly j: number
}

const rows: readonly Row[] = JSON.parse(readRecording('pools/curve_cryptoswap_swaps.json'))
const [first] = rows as readonly [Row]

const toPool = (row: Row): CryptoswapPool => ({
  kind: 'cryptoswap',
  id: address,
  dex: 'curve',
  address,
  tokens: tokens.slice(0, row.balances.length),
  generation: row.generation,
  balances: row.balances.map(BigInt),
  precisions: row.precisions.map(BigInt),
  amplification: BigInt(row.amplification),
  gamma: BigInt(row.gamma),
  invariant: BigInt(row.invariant),
  feeTerms: { mid: BigInt(row.mid), out: BigInt(row.out), gamma: BigInt(row.feeGamma) },
  priceScale: row.priceScale.map(BigInt),
  isRamping: false,
  profit: row.profit && {
    virtualPrice: BigInt(row.profit.virtualPrice),
    xcpProfit: BigInt(row.profit.xcpProfit),
    allowedExtraProfit: BigInt(row.profit.allowedExtraProfit),
    totalSupply: BigInt(row.profit.totalSupply),
  },
})
const toPair = (row: Row) => [tokens[row.i] as Address, tokens[row.j] as Address] as const

describe('Swaps of Curve CryptoSwap', () => {
  it.each([...new Set(rows.map(({ contract }) => contract))])('quotes equal %s to the wei', (name) => {
    for (const row of rows.filter(({ contract }) => contract === name)) {
      const quote = cryptoswapKind.quote(toPool(row), ...toPair(row), BigInt(row.amountIn))
      expect(quote ?? 0n).toBe(BigInt(row.amountOut))
      const swap = computeCryptoswapSwap(toPool(row), [row.i, row.j], BigInt(row.amountIn))
      expect([swap?.balanceIn, swap?.balanceOut]).toEqual([BigInt(row.balanceIn), BigInt(row.balanceOut)])
    }
  })

  it('leave the pool like the contract if the price scale stays, and return null if it may change', () => {
    let followed = 0
    for (const row of rows) {
      const pool = toPool(row)
      const swap = cryptoswapKind.swap(pool, ...toPair(row), BigInt(row.amountIn))
      if (!swap) continue
      followed++
      expect(swap.amountOut).toBe(BigInt(row.amountOut))
      expect(row.priceScaleAfter).toEqual(row.priceScale)
      expect(swap.next.balances[row.i]).toBe(BigInt(row.balanceIn))
      expect(swap.next.balances[row.j]).toBe(BigInt(row.balanceOut))
      expect(swap.next.invariant).toBe(BigInt(row.invariantAfter))
      expect(swap.next.profit?.virtualPrice).toBe(BigInt(row.virtualPriceAfter))
      expect(swap.next.profit?.xcpProfit).toBe(BigInt(row.xcpProfitAfter))
    }
    expect(followed).toBeGreaterThan(30)
  })

  it('have the rate of a small swap', () => {
    for (const row of rows) {
      const pool = toPool(row)
      const amountIn = (pool.balances[row.i] as bigint) / 1_000_000n
      const quote = cryptoswapKind.quote(pool, ...toPair(row), amountIn)
      if (quote === null || quote < 10n ** 7n || amountIn < 10n ** 7n) continue
      const rate = cryptoswapKind.toRate(pool, ...toPair(row))
      expect(Math.abs(Number(quote) / Number(amountIn) / rate - 1)).toBeLessThan(1e-3)
    }
  })

  it('return null for foreign tokens, zero input, and amounts outside the bounds of the curve', () => {
    const pool = toPool(first)
    const [a, b] = tokens as readonly [Address, Address]
    expect(cryptoswapKind.quote(pool, a, address, 10n ** 9n)).toBeNull()
    expect(cryptoswapKind.quote(pool, a, b, 0n)).toBeNull()
    expect(cryptoswapKind.quote(pool, a, b, (pool.balances[0] as bigint) * 10_000n)).toBeNull()
    expect(cryptoswapKind.quote({ ...pool, gamma: 1n }, a, b, 10n ** 9n)).toBeNull()
    expect(cryptoswapKind.quote({ ...pool, balances: pool.balances.map(() => 0n) }, a, b, 10n ** 9n)).toBeNull()
  })
})

describe('The invariant of CryptoSwap', () => {
  it('equals the contract’s within its tolerance, computed from the balances alone', () => {
    for (const row of rows) {
      const pool = toPool(row)
      const scaled = pool.balances.map((balance, index) => toScaledAt(pool, index, balance))
      const invariant = computeCryptoInvariant(pool, scaled, 0n)
      expect(Math.abs(Number(invariant) / Number(pool.invariant) - 1)).toBeLessThan(1e-9)
    }
  })

  it('has exact roots', () => {
    for (const value of [0n, 1n, 2n, 15n, 16n, 17n, 10n ** 36n - 1n, 2n ** 256n - 1n]) {
      const root = computeIntegerRoot(value)
      expect(root ** 2n <= value && (root + 1n) ** 2n > value).toBe(true)
    }
    expect(computeCubeRoot(27n * 10n ** 18n)).toBe(3n * 10n ** 18n)
    expect(computeCubeRoot(0n)).toBe(0n)
  })
})

it('requires a new read after each of its logs, and during a ramp', () => {
  const pool = toPool(first)
  const exchange = toEventSelector('TokenExchange(address,uint256,uint256,uint256,uint256)')
  expect(cryptoswapKind.applyLog(pool, { address, topics: [exchange], data: '0x' })).toBe('unknown')
  expect(cryptoswapKind.applyLog(pool, { address: tokens[0] as Address, topics: [exchange], data: '0x' })).toBe(pool)
  expect(cryptoswapKind.advance?.(pool, 1n)).toBe(pool)
  expect(cryptoswapKind.advance?.({ ...pool, isRamping: true }, 1n)).toBe('unknown')
})

describe('Reads of CryptoSwap', () => {
  const toAnswers = (pool: CryptoswapPool, difference = 0n): Answers => ({
    'coins(uint256)': (index: bigint) => pool.tokens[Number(index)],
    'balances(uint256)': (index: bigint) => pool.balances[Number(index)],
    'A()': pool.amplification,
    'gamma()': pool.gamma,
    'D()': pool.invariant,
    'mid_fee()': pool.feeTerms.mid,
    'out_fee()': pool.feeTerms.out,
    'fee_gamma()': pool.feeTerms.gamma,
    'price_scale()': pool.tokens.length === 2 ? pool.priceScale[0] : undefined,
    'price_scale(uint256)': (index: bigint) => (pool.tokens.length === 3 ? pool.priceScale[Number(index)] : undefined),
    ...(pool.generation === 'ng' ? { 'MATH()': address } : {}),
    'virtual_price()': pool.profit?.virtualPrice,
    'xcp_profit()': pool.profit?.xcpProfit,
    'allowed_extra_profit()': pool.profit?.allowedExtraProfit,
    'totalSupply()': pool.profit?.totalSupply,
    'get_dy(uint256,uint256,uint256)': (i: bigint, j: bigint, dx: bigint) => {
      const swap = computeCryptoswapSwap(pool, [Number(i), Number(j)], dx)
      return swap ? swap.amountOut + difference : undefined
    },
  })
  const read = (pool: CryptoswapPool, answers = toAnswers(pool)) =>
    getCryptoswapState(
      toAnsweringReader({
        ...Object.fromEntries(
          pool.tokens.map((token, index) => [token, { 'decimals()': 19 - `${pool.precisions[index]}`.length }]),
        ),
        [address]: answers,
      }),
      address,
    )

  it('return a pool of either generation with two or three coins', async () => {
    for (const generation of ['v1', 'ng'] as const)
      for (const count of [2, 3]) {
        const row = rows.find((one) => one.generation === generation && one.balances.length === count) as Row
        expect(await read(toPool(row))).toEqual(toPool(row))
      }
  })

  it('return undefined for other contracts and other outputs', async () => {
    const pool = toPool(first)
    expect(await read(pool, toAnswers(pool, 1n))).toBeUndefined()
    expect(await read(pool, {})).toBeUndefined()
    expect(await read(pool, { ...toAnswers(pool), 'D()': 0n })).toBeUndefined()
  })
})
