import { feeUnit } from '../uniswapV2/math.ts'
import { toTick } from './mathTicks.ts'
import { type Stretch, toStretches } from './stretches.ts'
import { computeNextPrice, computePaid } from './swapMath.ts'
import type { TickState } from './tickState.ts'

/** The output of a swap, and the price, tick and liquidity after it. */
type TickSwap = Pick<TickState, 'sqrtPriceX96' | 'tick' | 'liquidity'> & { readonly amountOut: bigint }

/** Quotes one direction of one pool state, and caches the stretches computed so far. */
export type TickQuoter = {
  /**
   * Returns null if the known ticks do not reach far enough or the pool cannot take the full input. Zero input returns
   * zero.
   */
  quote(amountIn: bigint): bigint | null
  /** Like `quote`, with the price after the swap. Zero input returns null because the contract reverts. */
  swap(amountIn: bigint): TickSwap | null
  /** Returns the first stretch with liquidity, or null if no stretch has any. */
  toStart(): Stretch | null
}

/** Amounts are `int256`. */
const maxAmount = (1n << 255n) - 1n

/**
 * Creates a quoter of a pool's exact output for an exact input. The input needed to reach each tick does not depend
 * on the size of the swap. So these stretches are computed once, and a quote adds one step to the last stretch that
 * it fills.
 *
 * Formulas: section 6.2 of Uniswap V3's whitepaper, with the rounding of `SwapMath` and `SqrtPriceMath`.
 *
 * @param fee in millionths of the input. @default the state's
 * @example
 * const quoter = createTickQuoter(state, true)
 * quoter.quote(10n ** 18n)
 */
export function createTickQuoter(state: TickState, isZeroForOne: boolean, fee = state.fee): TickQuoter {
  const charged = feeUnit - BigInt(fee)
  const walk = createWalk(toStretches(state, isZeroForOne, fee))

  /** Returns the price after the rest of an input that does not fill its stretch. */
  function toPrice({ amountIn: filled, sqrtPrice, liquidity }: Stretch, amountIn: bigint): bigint {
    return computeNextPrice(sqrtPrice, liquidity, ((amountIn - filled) * charged) / feeUnit, isZeroForOne)
  }

  return {
    quote(amountIn) {
      if (amountIn === 0n) return 0n
      const found = walk.find(amountIn)
      if (found === null) return null
      const { start, end } = found
      if (end.amountIn === amountIn) return end.amountOut
      const price = toPrice(start, amountIn)
      return start.amountOut + computePaid(start.sqrtPrice, price, start.liquidity, isZeroForOne)
    },
    swap(amountIn) {
      const found = walk.find(amountIn)
      if (found === null) return null
      const { start, end } = found
      if (end.amountIn === amountIn) {
        const { amountOut, sqrtPrice: sqrtPriceX96, tick, liquidity } = end
        return { amountOut, sqrtPriceX96, tick, liquidity }
      }
      const { liquidity, sqrtPrice } = start
      const sqrtPriceX96 = toPrice(start, amountIn)
      const amountOut = start.amountOut + computePaid(sqrtPrice, sqrtPriceX96, liquidity, isZeroForOne)
      // After a downward crossing the tick is one lower, but the price is still the crossed tick's.
      const tick = sqrtPriceX96 === sqrtPrice ? start.tick : toTick(sqrtPriceX96)
      return { amountOut, sqrtPriceX96, tick, liquidity }
    },
    toStart: () => walk.findLiquid(),
  }
}

type Walk = {
  /** Returns the stretch that an input fills partly or exactly, by its start and end, or null beyond the last one. */
  find(amountIn: bigint): { readonly start: Stretch; readonly end: Stretch } | null
  findLiquid(): Stretch | null
}

function createWalk(stretches: Iterator<Stretch, void>): Walk {
  const walked: Stretch[] = []
  const step = (): boolean => {
    const { value } = stretches.next()
    if (value) walked.push(value)
    return Boolean(value)
  }
  step()
  return {
    find(amountIn) {
      if (amountIn <= 0n || amountIn > maxAmount) return null
      while ((walked.at(-1) as Stretch).amountIn < amountIn) if (!step()) return null
      let [low, high] = [1, walked.length - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((walked[middle] as Stretch).amountIn < amountIn) low = middle + 1
        else high = middle
      }
      return { start: walked[low - 1] as Stretch, end: walked[low] as Stretch }
    },
    findLiquid() {
      for (let index = 0; index < walked.length || step(); index++) {
        const stretch = walked[index] as Stretch
        if (stretch.liquidity > 0n) return stretch
      }
      return null
    },
  }
}
