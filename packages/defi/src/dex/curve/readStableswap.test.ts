import type { Address } from 'viem'
import { expect, it } from 'vitest'
import { type Answers, toAnsweringReader } from '../fixtures/answeringReader.ts'
import type { StableswapPool } from '../poolState.ts'
import { getStableswapState } from './readStableswap.ts'
import { computeStableswapSwap } from './stableswapSwap.ts'

const address: Address = '0x00000000000000000000000000000000000000aa'
const base: Address = '0x00000000000000000000000000000000000000bb'
const tokens: readonly Address[] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
]

const pool: StableswapPool = {
  kind: 'stableswap',
  id: address,
  dex: 'curve',
  address,
  tokens,
  balances: [10n ** 24n, 3n * 10n ** 12n],
  amplification: 20_000n,
  amplificationPrecision: 100n,
  ramp: null,
  timestamp: 1_700_000_000n,
  rates: [10n ** 18n, 10n ** 30n],
  hasMovingRates: false,
  fee: 4_000_000n,
  adminFee: 5_000_000_000n,
  offpegFeeMultiplier: 0n,
  form: { product: 'power', margin: 1n, remainder: 'balance' },
}
const decimals = { [tokens[0] as Address]: { 'decimals()': 18 }, [tokens[1] as Address]: { 'decimals()': 6 } }

/** The getters of a pool with a state. Its `get_dy` is off by `difference`. */
const toAnswers = (state: StableswapPool, difference = 0n): Answers => ({
  'coins(uint256)': (index: bigint) => state.tokens[Number(index)],
  'balances(uint256)': (index: bigint) => state.balances[Number(index)],
  'A()': state.amplification / state.amplificationPrecision,
  'A_precise()': state.amplificationPrecision === 1n ? undefined : state.amplification,
  'fee()': state.fee,
  'admin_fee()': state.adminFee,
  'totalSupply()': 10n ** 24n,
  'get_dy(int128,int128,uint256)': (i: bigint, j: bigint, dx: bigint) => {
    const swap = computeStableswapSwap(state, [Number(i), Number(j)], dx)
    return swap ? swap.amountOut + difference : undefined
  },
})

const read = (answers: Answers, others: { readonly [address: string]: Answers } = {}) =>
  getStableswapState(toAnsweringReader({ ...decimals, ...others, [address]: answers }), address)

it('reads a factory pool of two coins, and one that divides like older pools', async () => {
  expect(await read(toAnswers(pool))).toEqual(pool)
  const each = {
    ...pool,
    balances: [10n ** 22n + 7n, 3n * 10n ** 12n],
    form: { ...pool.form, product: 'each' as const },
  }
  expect(await read({ ...toAnswers(each), 'totalSupply()': undefined })).toEqual(each)
})

it('returns undefined for other contracts, missing coins and other outputs', async () => {
  expect(await read({})).toBeUndefined()
  expect(await read(toAnswers(pool, 2n))).toBeUndefined()
  expect(await read({ ...toAnswers(pool), 'fee()': undefined })).toBeUndefined()
  expect(await read({ ...toAnswers(pool), 'balances(uint256)': () => 0n })).toBeUndefined()
})

it('reads external rates, and marks them as moving', async () => {
  const rated = { ...pool, rates: [1_100_000_000_000_000_000n, 10n ** 30n], hasMovingRates: true }
  expect(await read({ ...toAnswers(rated), 'stored_rates()': rated.rates, 'D_oracle()': 1n })).toEqual(rated)
})

it('reads the base pool’s price, or the cached one while it is fresh', async () => {
  const price = 1_020_000_000_000_000_000n
  const meta: StableswapPool = {
    ...pool,
    rates: [10n ** 18n, price],
    hasMovingRates: true,
    balances: [10n ** 24n, 3n * 10n ** 24n],
    form: { ...pool.form, product: 'each' },
  }
  const answers = { ...toAnswers(meta), 'base_pool()': base, 'totalSupply()': undefined }
  expect(await read(answers, { [base]: { 'get_virtual_price()': price } })).toEqual(meta)
  const cached = { ...answers, 'base_virtual_price()': price, 'base_cache_updated()': pool.timestamp - 600n }
  expect(await read(cached, { [base]: { 'get_virtual_price()': price + 5n } })).toEqual(meta)
})

it('reads an ongoing ramp', async () => {
  const [startsAt, endsAt] = [pool.timestamp - 50n, pool.timestamp + 50n]
  const times = { 'initial_A_time()': startsAt, 'future_A_time()': endsAt }
  const answers = { ...toAnswers(pool), ...times, 'initial_A()': 10_000n, 'future_A()': 30_000n }
  expect(await read(answers)).toEqual({ ...pool, ramp: { from: 10_000n, to: 30_000n, startsAt, endsAt } })
})
