import { toEventSelector, zeroAddress } from 'viem'
import { toDirectedSwaps } from '../direction.ts'
import { toLogWords, toSigned } from '../logWords.ts'
import type { PoolKind, PoolLog } from '../poolKind.ts'
import type { V4Pool } from '../poolState.ts'
import { changeLiquidity } from '../uniswapV3/changeLiquidity.ts'
import type { TickQuoter } from '../uniswapV3/math.ts'
import { withFirstPrice, withPrice } from '../uniswapV3/tickLogs.ts'
import { computeTickRate, toTickQuoter } from '../uniswapV3/tickQuoters.ts'
import { computeSwapFee, toProtocolFees } from './protocolFee.ts'

const swap = toEventSelector('Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)')
const modifyLiquidity = toEventSelector('ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)')
const initialize = toEventSelector('Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)')
const protocolFeeUpdated = toEventSelector('ProtocolFeeUpdated(bytes32,uint24)')

/** The amounts of a swap are `int128`. The input is negative. */
const [maxInput, maxOutput] = [1n << 127n, (1n << 127n) - 1n]
/**
 * With this fee the pool takes the full input, even in a stretch that the contract crosses without input. A dynamic fee
 * is a flag with a higher value.
 */
const wholeFee = 1_000_000

/**
 * Pools of Uniswap V4. A pool with hooks has no quote, because hooks may change the price, the fee and the amounts. A
 * pool with a dynamic fee has no quote either, because it requires a hook.
 */
export const v4Kind: PoolKind<V4Pool> = {
  kind: 'v4',
  ...toDirectedSwaps<V4Pool>({
    quote(pool, isZeroForOne, amountIn) {
      if (amountIn === 0n) return null
      const amountOut = toQuoter(pool, isZeroForOne)?.quote(amountIn) ?? null
      return fits(amountIn, amountOut) ? amountOut : null
    },
    swap(pool, isZeroForOne, amountIn) {
      const swapped = toQuoter(pool, isZeroForOne)?.swap(amountIn) ?? null
      if (swapped === null || !fits(amountIn, swapped.amountOut)) return null
      const { amountOut, ...price } = swapped
      return { amountOut, next: { ...pool, ...price } }
    },
    toRate(pool, isZeroForOne) {
      const fee = toFee(pool, isZeroForOne)
      return fee === null ? 0 : computeTickRate(pool, isZeroForOne, fee)
    },
  }),
  topics: [swap, modifyLiquidity, initialize, protocolFeeUpdated],
  applyLog: (pool, log) => (log.address === pool.address && log.topics[1] === pool.id ? applyV4Log(pool, log) : pool),
}

/** Returns the fee in millionths of the input, or null if the arithmetic here does not apply to the pool. */
function toFee({ hooks, protocolFees, fee: poolFee }: V4Pool, isZeroForOne: boolean): number | null {
  const fee = computeSwapFee(protocolFees[isZeroForOne ? 0 : 1], poolFee)
  return hooks === zeroAddress && fee < wholeFee ? fee : null
}

function toQuoter(pool: V4Pool, isZeroForOne: boolean): TickQuoter | null {
  const fee = toFee(pool, isZeroForOne)
  return fee === null ? null : toTickQuoter(pool, isZeroForOne, fee)
}

function fits(amountIn: bigint, amountOut: bigint | null): boolean {
  return amountIn <= maxInput && amountOut !== null && amountOut <= maxOutput
}

function applyV4Log(pool: V4Pool, { topics, data }: PoolLog): V4Pool | 'unknown' {
  switch (topics[0]) {
    case swap: {
      const [, , sqrtPriceX96, liquidity, tick] = toLogWords(data, 6) ?? []
      return withPrice(pool, sqrtPriceX96, liquidity, tick)
    }
    case modifyLiquidity: {
      const [lower, upper, delta] = (toLogWords(data, 4) ?? []).map(toSigned)
      if (lower === undefined || upper === undefined || delta === undefined) return 'unknown'
      return changeLiquidity(pool, Number(lower), Number(upper), delta)
    }
    case initialize: {
      const [, , , sqrtPriceX96, tick] = toLogWords(data, 5) ?? []
      return withFirstPrice(pool, sqrtPriceX96, tick)
    }
    case protocolFeeUpdated: {
      const [packed] = toLogWords(data, 1) ?? []
      return packed === undefined ? 'unknown' : { ...pool, protocolFees: toProtocolFees(Number(packed)) }
    }
    default:
      return pool
  }
}
