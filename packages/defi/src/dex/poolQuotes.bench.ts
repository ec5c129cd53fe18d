import type { Address } from 'viem'
import { createRandom } from '../liquidation/sizing/fixtures/random.ts'
import { createPairCase, emptyPair } from './fixtures/pairTrials.ts'
import { createTickCase } from './fixtures/tickTrials.ts'
import { quotePool, swapPool } from './poolKinds.ts'
import type { PoolState, SolidlyPool } from './poolState.ts'
import { createTickQuoter } from './uniswapV3/math.ts'
import type { TickState } from './uniswapV3/tickState.ts'

const rounds = 7
const roundMs = 150

/** Benchmark for `npm run bench`: quotes of many sizes from the same state, as sizing requests them, and swaps. */
export const suite = { name: 'pool quotes', run }

async function run() {
  const pair = createPairCase(3).states.at(-1) as PoolState
  const ticks = toDeepPool()
  const [inside, across] = [toAmounts(ticks, 1e-4), toAmounts(ticks, 30)]
  const solidly = toStablePool(pair)
  const uncached = measure(across, (amount) => createTickQuoter(ticks as TickState, true).quote(amount))
  const cached = measure(across, (amount) => quote(ticks, amount))
  return [
    row(
      'Uniswap V2 quotes',
      measure(toAmounts(pair, 0.01), (amount) => quote(pair, amount)),
      1e6,
    ),
    row(
      'Uniswap V3 quotes in one stretch',
      measure(inside, (amount) => quote(ticks, amount)),
      3e5,
    ),
    row('Uniswap V3 quotes over many ticks', cached),
    {
      name: 'speedup over walking the ticks again for each quote',
      value: cached / uncached,
      unit: 'x',
      bar: { atLeast: 2 },
    },
    row(
      'Uniswap V3 swaps in one stretch, with the pool after it',
      measure(inside, (amount) => swap(ticks, amount)),
    ),
    row(
      'Solidly stable quotes',
      measure(toAmounts(solidly, 0.01), (amount) => quote(solidly, amount)),
    ),
  ]
}

function row(name: string, value: number, atLeast?: number) {
  return { name, value, unit: '/s', ...(atLeast === undefined ? {} : { bar: { atLeast } }) }
}

const [first, second] = emptyPair.tokens as readonly [Address, Address]
const quote = (pool: PoolState, amount: bigint) => quotePool(pool, first, second, amount)
const swap = (pool: PoolState, amount: bigint) => swapPool(pool, first, second, amount)?.amountOut ?? null

/** Calls per second in the best of several rounds, because other load on the machine only slows a round down. */
function measure(amounts: readonly bigint[], quoteOne: (amount: bigint) => bigint | null): number {
  let best = 0
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now()
    let quoted = 0
    while (performance.now() - startedMs < roundMs) {
      for (const amount of amounts) if (quoteOne(amount) === null) throw new RangeError('no quote')
      quoted += amounts.length
    }
    best = Math.max(best, (quoted * 1_000) / (performance.now() - startedMs))
  }
  return best
}

/** The first random pool that can quote thirty times its depth. */
function toDeepPool(): PoolState {
  for (let seed = 1; ; seed++) {
    const { pool } = createTickCase('uniswap_v3', seed, 120)
    if (pool.liquidity > 10n ** 20n && pool.ticks.length > 20 && toAmounts(pool, 30).every((one) => quote(pool, one)))
      return pool
  }
}

/** Amounts of all sizes up to a multiple of the pool's depth in its first token. */
function toAmounts(pool: PoolState, most: number): readonly bigint[] {
  const random = createRandom(1)
  const depth =
    'liquidity' in pool ? (pool.liquidity << 96n) / pool.sqrtPriceX96 : 'reserve0' in pool ? pool.reserve0 : 0n
  return Array.from(
    { length: 500 },
    () => (depth * BigInt(Math.ceil(random.across(most / 100, most) * 1e9))) / 10n ** 9n,
  )
}

function toStablePool({ id, dex, address, tokens }: PoolState): SolidlyPool {
  const units = [10n ** 18n, 10n ** 6n] as const
  const reserves = { reserve0: 5_000_000n * units[0], reserve1: 4_000_000n * units[1] }
  return {
    id,
    dex,
    address,
    tokens,
    kind: 'solidly',
    isStable: true,
    solver: 'velodromeV2',
    fee: 500,
    units,
    ...reserves,
  }
}
