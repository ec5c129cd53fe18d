import { feeUnit } from '../uniswapV2/math.ts'
import { toTick } from './mathTicks.ts'
import { type Stretch, toStretches } from './stretches.ts'
import { computeNextPrice, computePaid } from './swapMath.ts'
import type { TickState } from './tickState.ts'

/** What a swap pays and where it leaves the price. */
export type TickSwap = Pick<TickState, 'sqrtPriceX96' | 'tick' | 'liquidity'> & { readonly amountOut: bigint }

/** Quotes one direction of one state of a pool, and remembers what it has walked through. */
export type TickQuoter = {
  /** Null where the state does not reach that far, or the pool cannot take all of it; nothing pays nothing. */
  quote(amountIn: bigint): bigint | null
  /** The same; null for nothing, with which the contract reverts. */
  swap(amountIn: bigint): TickSwap | null
  /** Where the first liquidity is; null where there is none. */
  toStart(): Stretch | null
}

/** Amounts are `int256`. */
const maxAmount = (1n << 255n) - 1n

/**
 * The exact output of a pool for an exact input. The input needed from one tick to the next does not depend on the size of
 * the swap, so these stretches are computed once, and a quote is one step from the last stretch that it fills.
 *
 * Formulas: Uniswap V3's whitepaper 6.2 with the roundings of `SwapMath` and `SqrtPriceMath`.
 *
 * @param fee in millionths of the input. @default the state's
 * @example
 * const quoter = createTickQuoter(state, true)
 * quoter.quote(10n ** 18n)
 */
export function createTickQuoter(state: TickState, isZeroForOne: boolean, fee = state.fee): TickQuoter {
  const charged = feeUnit - BigInt(fee)
  const walk = createWalk(toStretches(state, isZeroForOne, fee))

  /** The price that the rest of an input reaches in the stretch it does not fill. */
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
      // Just below a tick that was crossed downwards the price is still the tick's own.
      const tick = sqrtPriceX96 === sqrtPrice ? start.tick : toTick(sqrtPriceX96)
      return { amountOut, sqrtPriceX96, tick, liquidity }
    },
    toStart: () => walk.findLiquid(),
  }
}

type Walk = {
  /** The stretch that an input fills in part, between its start and its end, or fills exactly; null where the walk ends. */
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
