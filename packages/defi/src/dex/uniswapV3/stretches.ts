import { feeUnit } from '../uniswapV2/math.ts'
import { divideUp, maxTick, priceLimits, toSqrtPrice, toTick } from './mathTicks.ts'
import { computePaid, computeTaken } from './swapMath.ts'
import type { InitializedTick, TickState } from './tickState.ts'

/**
 * The start of a price range with constant liquidity. The amounts are the totals that a swap takes and pays from its
 * start up to here.
 */
export type Stretch = {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly sqrtPrice: bigint
  readonly tick: number
  readonly liquidity: bigint
}

/**
 * Yields the start of each stretch, beginning with the start of the swap. The last stretch starts at the end of the
 * known ticks or of the contract's price range. It follows `Pool.swap` of Uniswap V3, which stops and rounds at each
 * initialized tick and at each edge of a bitmap word.
 *
 * @param fee in millionths of the input, below 1,000,000
 */
export function* toStretches(state: TickState, isZeroForOne: boolean, fee: number): Generator<Stretch, void> {
  const { ticks } = state
  const charged = feeUnit - BigInt(fee)
  let { tick, liquidity, sqrtPriceX96: sqrtPrice } = state
  let [amountIn, amountOut] = [0n, 0n]
  const [sign, step] = isZeroForOne ? [-1n, -1] : [1n, 1]
  let next = findFirstAbove(ticks, tick) - (isZeroForOne ? 1 : 0)
  yield { amountIn, amountOut, sqrtPrice, tick, liquidity }
  if (charged <= 0n || !canTrade(state, isZeroForOne)) return
  for (;;) {
    const stop = findStop(state, tick, liquidity, ticks[next], isZeroForOne)
    if (stop === null) return
    const taken = computeTaken(sqrtPrice, stop.sqrtPrice, liquidity, isZeroForOne)
    // The amount and its fee, each rounded up. A swap of exactly this input fills the stretch.
    amountIn += divideUp(taken * feeUnit, charged)
    amountOut += computePaid(sqrtPrice, stop.sqrtPrice, liquidity, isZeroForOne)
    ;({ sqrtPrice, tick } = stop)
    if (stop.isLast) return yield { amountIn, amountOut, sqrtPrice, tick, liquidity }
    if (stop.initialized !== undefined) {
      liquidity += sign * stop.initialized.liquidityNet
      next += step
    }
    // The ticks contradict each other.
    if (liquidity < 0n) return
    yield { amountIn, amountOut, sqrtPrice, tick, liquidity }
  }
}

/** An uninitialized pool has no price. No real contract has a tick spacing that is not positive. */
function canTrade({ sqrtPriceX96, tick, tickSpacing, from, to }: TickState, isZeroForOne: boolean): boolean {
  if (sqrtPriceX96 === 0n || !(tickSpacing > 0)) return false
  return isZeroForOne ? tick <= to : tick + 1 >= from
}

type Stop = {
  readonly sqrtPrice: bigint
  /** The tick after the stop. */
  readonly tick: number
  readonly initialized: InitializedTick | undefined
  /** The stop is the end of the contract's price range. */
  readonly isLast: boolean
}

/** Returns the next price at which a swap stops, or null if it is beyond the known ticks. */
function findStop(
  { tickSpacing, from, to }: TickState,
  tick: number,
  liquidity: bigint,
  nearest: InitializedTick | undefined,
  isZeroForOne: boolean,
): Stop | null {
  const [lastTick, lastPrice] = isZeroForOne ? [-maxTick, priceLimits.lowest] : [maxTick, priceLimits.highest]
  // Without liquidity nothing is rounded, so word edges before the next tick do not matter.
  const edge = liquidity === 0n ? lastTick : computeEdge(tick, tickSpacing, isZeroForOne)
  const initialized = selectReached(nearest, edge, isZeroForOne)
  const stop = initialized?.tick ?? edge
  if (isZeroForOne ? stop < from : stop > to) return null
  if (Math.abs(stop) === maxTick) return { sqrtPrice: lastPrice, tick: toTick(lastPrice), initialized, isLast: true }
  return { sqrtPrice: toSqrtPrice(stop), tick: isZeroForOne ? stop - 1 : stop, initialized, isLast: false }
}

/** Returns the index of the first tick above `tick`. */
function findFirstAbove(ticks: readonly InitializedTick[], tick: number): number {
  let [low, high] = [0, ticks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ticks[middle] as InitializedTick).tick > tick) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the tick if it comes before the edge. */
function selectReached(initialized: InitializedTick | undefined, edge: number, isZeroForOne: boolean) {
  if (initialized === undefined) return undefined
  return (isZeroForOne ? initialized.tick >= edge : initialized.tick <= edge) ? initialized : undefined
}

/** Returns the edge of the bitmap word. A swap stops and rounds there even if no tick is initialized. */
function computeEdge(tick: number, tickSpacing: number, isZeroForOne: boolean): number {
  const position = Math.floor(tick / tickSpacing) + (isZeroForOne ? 0 : 1)
  const word = Math.floor(position / 256) * 256
  return Math.max(-maxTick, Math.min(maxTick, (isZeroForOne ? word : word + 255) * tickSpacing))
}
