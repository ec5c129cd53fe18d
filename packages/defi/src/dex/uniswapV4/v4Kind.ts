import { toEventSelector, zeroAddress } from 'viem'
import { toDirection } from '../direction.ts'
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

/** The two amounts of a swap are `int128`, what is taken being the negative one. */
const [mostTaken, mostPaid] = [1n << 127n, (1n << 127n) - 1n]
/** A fee of all takes everything, also from a stretch that the contract passes for nothing; and a dynamic one is a flag above it. */
const wholeFee = 1_000_000

/**
 * Uniswap V4. A pool with hooks has no quote: they may change the price, the fee and the amounts. A dynamic fee needs a hook,
 * so that it has none either.
 */
export const v4Kind: PoolKind<V4Pool> = {
  kind: 'v4',
  quote(pool, tokenIn, tokenOut, amountIn) {
    if (amountIn === 0n) return null
    const amountOut = toQuoter(pool, toDirection(pool.tokens, tokenIn, tokenOut))?.quote(amountIn) ?? null
    return fits(amountIn, amountOut) ? amountOut : null
  },
  swap(pool, tokenIn, tokenOut, amountIn) {
    const swapped = toQuoter(pool, toDirection(pool.tokens, tokenIn, tokenOut))?.swap(amountIn) ?? null
    if (swapped === null || !fits(amountIn, swapped.amountOut)) return null
    const { amountOut, ...price } = swapped
    return { amountOut, next: { ...pool, ...price } }
  },
  toRate(pool, tokenIn, tokenOut) {
    const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
    const fee = isZeroForOne === null ? null : toFee(pool, isZeroForOne)
    return isZeroForOne === null || fee === null ? 0 : computeTickRate(pool, isZeroForOne, fee)
  },
  topics: [swap, modifyLiquidity, initialize, protocolFeeUpdated],
  applyLog: (pool, log) => (log.address === pool.address && log.topics[1] === pool.id ? applyV4Log(pool, log) : pool),
}

/** In millionths of the input; null where the arithmetic here is not the pool's. */
function toFee({ hooks, protocolFees, fee: poolFee }: V4Pool, isZeroForOne: boolean): number | null {
  const fee = computeSwapFee(protocolFees[isZeroForOne ? 0 : 1], poolFee)
  return hooks === zeroAddress && fee < wholeFee ? fee : null
}

function toQuoter(pool: V4Pool, isZeroForOne: boolean | null): TickQuoter | null {
  const fee = isZeroForOne === null ? null : toFee(pool, isZeroForOne)
  return isZeroForOne === null || fee === null ? null : toTickQuoter(pool, isZeroForOne, fee)
}

function fits(amountIn: bigint, amountOut: bigint | null): boolean {
  return amountIn <= mostTaken && amountOut !== null && amountOut <= mostPaid
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
