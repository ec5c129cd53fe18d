import { feeUnit } from '../uniswapV2/math.ts'
import { divideUp, maxTick, priceLimits, toSqrtPrice, toTick } from './mathTicks.ts'
import { computePaid, computeTaken } from './swapMath.ts'
import type { InitializedTick, TickState } from './tickState.ts'

/** A stretch of the price at one liquidity: what a swap takes and pays from its start up to the start of this stretch. */
export type Stretch = {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly sqrtPrice: bigint
  readonly tick: number
  readonly liquidity: bigint
}

/**
 * Every start of a stretch, first the swap's; the last is where what is known ends, or where the contract's range of prices
 * ends. `Pool.swap` of Uniswap V3: it stops at each initialized tick and at each edge of the bitmap's words, and rounds there.
 *
 * @param fee in millionths of the input, below 1,000,000
 */
export function* toStretches(state: TickState, isZeroForOne: boolean, fee: number): Generator<Stretch, void> {
  const { ticks, tickSpacing, from, to } = state
  const charged = feeUnit - BigInt(fee)
  let { tick, liquidity, sqrtPriceX96: sqrtPrice } = state
  let [amountIn, amountOut] = [0n, 0n]
  let next = findFirstAbove(ticks, tick)
  yield { amountIn, amountOut, sqrtPrice, tick, liquidity }
  // Without a price the pool does not trade yet; no contract has such a spacing or fee.
  if (sqrtPrice === 0n || !(tickSpacing > 0) || charged <= 0n) return
  if (isZeroForOne ? tick > to : tick + 1 < from) return
  for (;;) {
    // Without liquidity nothing is rounded: no edge of a word counts up to the next tick.
    const edge = liquidity === 0n ? (isZeroForOne ? -maxTick : maxTick) : computeEdge(tick, tickSpacing, isZeroForOne)
    const initialized = selectReached(ticks[isZeroForOne ? next - 1 : next], edge, isZeroForOne)
    const stop = initialized?.tick ?? edge
    if (isZeroForOne ? stop < from : stop > to) return
    const isLast = Math.abs(stop) === maxTick
    const target = isLast ? (isZeroForOne ? priceLimits.lowest : priceLimits.highest) : toSqrtPrice(stop)
    const taken = computeTaken(sqrtPrice, target, liquidity, isZeroForOne)
    // The amount and its fee, each rounded up; a swap fills the stretch exactly when it brings this much.
    amountIn += divideUp(taken * feeUnit, charged)
    amountOut += computePaid(sqrtPrice, target, liquidity, isZeroForOne)
    sqrtPrice = target
    if (isLast) return yield { amountIn, amountOut, sqrtPrice, tick: toTick(target), liquidity }
    if (initialized !== undefined) {
      liquidity += isZeroForOne ? -initialized.liquidityNet : initialized.liquidityNet
      next += isZeroForOne ? -1 : 1
    }
    // Ticks that contradict each other.
    if (liquidity < 0n) return
    tick = isZeroForOne ? stop - 1 : stop
    yield { amountIn, amountOut, sqrtPrice, tick, liquidity }
  }
}

/** Index of the first tick above `tick`. */
function findFirstAbove(ticks: readonly InitializedTick[], tick: number): number {
  let [low, high] = [0, ticks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ticks[middle] as InitializedTick).tick > tick) high = middle
    else low = middle + 1
  }
  return low
}

/** The tick where it comes before the edge. */
function selectReached(initialized: InitializedTick | undefined, edge: number, isZeroForOne: boolean) {
  if (initialized === undefined) return undefined
  return (isZeroForOne ? initialized.tick >= edge : initialized.tick <= edge) ? initialized : undefined
}

/** The edge of the bitmap's word, at which a swap stops and rounds even where no tick is initialized. */
function computeEdge(tick: number, tickSpacing: number, isZeroForOne: boolean): number {
  const position = Math.floor(tick / tickSpacing) + (isZeroForOne ? 0 : 1)
  const word = Math.floor(position / 256) * 256
  return Math.max(-maxTick, Math.min(maxTick, (isZeroForOne ? word : word + 255) * tickSpacing))
}
