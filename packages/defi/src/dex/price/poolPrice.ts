import type { Address } from 'viem'
import { quotePool, toPoolRate } from '../poolKinds.ts'
import type { PoolState } from '../poolState.ts'

/** A pool's price of one token in another, in whole units. */
export type PoolPrice = {
  readonly pool: PoolState
  /** Between bid and ask. */
  readonly middle: number
  /** Price for selling the first token, after the pool's fee. */
  readonly bid: number
  /** Price for buying the first token. */
  readonly ask: number
  /** Amount of the second token that can be traded before the price moves 2 %, the smaller of both directions. */
  readonly depth: number
}

export type PricedPair = {
  readonly token: Address
  readonly base: Address
  readonly tokenDecimals: number
  readonly baseDecimals: number
}

/** A trade that moves the price by 2 % gets on average 1 % less than the starting price. */
const averageShare = 0.99
const doublings = 40
const halvings = 6

/** Returns a pool's price, or null if the pool is empty or its known state has no price. */
export function computePoolPrice(pool: PoolState, pair: PricedPair): PoolPrice | null {
  const { token, base, tokenDecimals, baseDecimals } = pair
  const [sell, buy] = [toPoolRate(pool, token, base), toPoolRate(pool, base, token)]
  if (!(sell > 0 && buy > 0)) return null
  const scale = 10 ** (tokenDecimals - baseDecimals)
  const middle = Math.sqrt(sell / buy) * scale
  const sold = findDepth(pool, token, base, sell, 10n ** BigInt(tokenDecimals))
  const bought = findDepth(pool, base, token, buy, 10n ** BigInt(baseDecimals))
  return {
    pool,
    middle,
    bid: sell * scale,
    ask: scale / buy,
    depth: Math.min((Number(sold) / 10 ** tokenDecimals) * middle, Number(bought) / 10 ** baseDecimals),
  }
}

/** Returns the largest input that still gets `averageShare` of the rate, to within a few percent. */
function findDepth(pool: PoolState, tokenIn: Address, tokenOut: Address, rate: number, unit: bigint): bigint {
  const isWithin = (amountIn: bigint) => {
    const amountOut = quotePool(pool, tokenIn, tokenOut, amountIn)
    return amountOut !== null && Number(amountOut) >= Number(amountIn) * rate * averageShare
  }
  let within = 0n
  let amount = unit / 100n + 1n
  for (let i = 0; i < doublings && isWithin(amount); i++) {
    within = amount
    amount *= 2n
  }
  for (let i = 0; i < halvings; i++) {
    const between = (within + amount) / 2n
    if (isWithin(between)) within = between
    else amount = between
  }
  return within
}

/** Returns the depth-weighted price of several pools, or null if there are none. */
export function computeWeightedPrice(
  prices: readonly { readonly priceUsd: number; readonly depthUsd: number }[],
): { readonly priceUsd: number; readonly depthUsd: number } | null {
  const depthUsd = prices.reduce((sum, one) => sum + one.depthUsd, 0)
  if (!(depthUsd > 0)) return null
  return { priceUsd: prices.reduce((sum, one) => sum + one.priceUsd * one.depthUsd, 0) / depthUsd, depthUsd }
}
