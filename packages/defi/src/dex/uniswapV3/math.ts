import { feeUnit } from '../uniswapV2/math.ts'
import { divideUp, maxTick, toSqrtPrice } from './mathTicks.ts'

export type InitializedTick = { readonly tick: number; readonly liquidityNet: bigint }

/** A pool's price and the liquidity around it. */
export type TickState = {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  /** In millionths of the input. */
  readonly fee: number
  readonly tickSpacing: number
  /** All that are initialized in `from` to `to`, ascending. */
  readonly ticks: readonly InitializedTick[]
  /** What is beyond these was not read. */
  readonly from: number
  readonly to: number
}

/** A stretch of the price at one liquidity: what it takes and pays from the swap's start up to its own start. */
type Stretch = {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly sqrtPrice: bigint
  readonly liquidity: bigint
}

/** Quotes one direction of one state of a pool, and remembers what it has walked through. */
export type TickQuoter = (amountIn: bigint) => bigint | null

/**
 * The exact output of a pool for an exact input; null where the state does not reach that far. The input needed from one
 * tick to the next does not depend on the size of the swap, so these stretches are computed once, and a quote is one step
 * from the last stretch that it fills.
 *
 * Formulas: Uniswap V3's whitepaper 6.2 with the roundings of `SwapMath` and `SqrtPriceMath`.
 *
 * @example
 * const quote = createTickQuoter(state, true)
 * quote(10n ** 18n)
 */
export function createTickQuoter(state: TickState, isZeroForOne: boolean): TickQuoter {
  const stretches = toStretches(state, isZeroForOne)
  const walked: Stretch[] = []
  const charged = feeUnit - BigInt(state.fee)

  /** The one after those that `amountIn` fills. Undefined where the state ends. */
  function findUnfilled(amountIn: bigint): number | undefined {
    while ((walked.at(-1)?.amountIn ?? -1n) < amountIn) {
      const { value, done } = stretches.next()
      if (done) return undefined
      walked.push(value)
    }
    let [low, high] = [0, walked.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((walked[middle] as Stretch).amountIn < amountIn) low = middle + 1
      else high = middle
    }
    return low
  }

  return (amountIn) => {
    const next = findUnfilled(amountIn)
    if (next === undefined) return null
    const end = walked[next] as Stretch
    if (end.amountIn === amountIn) return end.amountOut
    const { sqrtPrice, liquidity, ...start } = walked[next - 1] as Stretch
    const remaining = ((amountIn - start.amountIn) * charged) / feeUnit
    const target = computeNextPrice(sqrtPrice, liquidity, remaining, isZeroForOne)
    return start.amountOut + computePaid(sqrtPrice, target, liquidity, isZeroForOne)
  }
}

/** Every start of a stretch, first the swap's; the last is where what is known ends. */
function* toStretches(state: TickState, isZeroForOne: boolean): Generator<Stretch, void> {
  const nets = new Map(state.ticks.map(({ tick, liquidityNet }) => [tick, liquidityNet]))
  const charged = feeUnit - BigInt(state.fee)
  let { tick, liquidity, sqrtPriceX96: sqrtPrice } = state
  let [amountIn, amountOut] = [0n, 0n]
  yield { amountIn, amountOut, sqrtPrice, liquidity }
  for (;;) {
    const stop = computeStop(state, tick, isZeroForOne)
    if (stop < state.from || stop > state.to || Math.abs(stop) >= maxTick) return
    const target = toSqrtPrice(stop)
    const taken = computeTaken(sqrtPrice, target, liquidity, isZeroForOne)
    // The amount and its fee, each rounded up; a swap fills the stretch exactly when it brings this much.
    amountIn += divideUp(taken * feeUnit, charged)
    amountOut += computePaid(sqrtPrice, target, liquidity, isZeroForOne)
    const net = nets.get(stop) ?? 0n
    liquidity += isZeroForOne ? -net : net
    ;[sqrtPrice, tick] = [target, isZeroForOne ? stop - 1 : stop]
    yield { amountIn, amountOut, sqrtPrice, liquidity }
  }
}

/** Where a swap stops next: an initialized tick, or the edge of the bitmap's word, at which amounts are rounded too. */
function computeStop({ ticks, tickSpacing }: TickState, tick: number, isZeroForOne: boolean): number {
  const position = Math.floor(tick / tickSpacing) + (isZeroForOne ? 0 : 1)
  const word = Math.floor(position / 256) * 256
  const [first, last] = [isZeroForOne ? word : position, isZeroForOne ? position : word + 255]
  const among = ticks.filter((one) => one.tick >= first * tickSpacing && one.tick <= last * tickSpacing)
  return isZeroForOne ? (among.at(-1)?.tick ?? first * tickSpacing) : (among[0]?.tick ?? last * tickSpacing)
}

/** Price after `amount`, the fee taken off, has been put in at one liquidity. */
function computeNextPrice(sqrtPrice: bigint, liquidity: bigint, amount: bigint, isZeroForOne: boolean): bigint {
  if (!isZeroForOne) return sqrtPrice + (amount << 96n) / liquidity
  if (amount === 0n) return sqrtPrice
  const shifted = liquidity << 96n
  const product = amount * sqrtPrice
  // The contract computes less precisely where 256 bits would overflow.
  return product >> 256n === 0n && (shifted + product) >> 256n === 0n
    ? divideUp(shifted * sqrtPrice, shifted + product)
    : divideUp(shifted, shifted / sqrtPrice + amount)
}

function computeTaken(from: bigint, to: bigint, liquidity: bigint, isZeroForOne: boolean): bigint {
  return isZeroForOne
    ? divideUp(divideUp((liquidity << 96n) * (from - to), from), to)
    : divideUp(liquidity * (to - from), 1n << 96n)
}

function computePaid(from: bigint, to: bigint, liquidity: bigint, isZeroForOne: boolean): bigint {
  return isZeroForOne ? (liquidity * (from - to)) >> 96n : ((liquidity << 96n) * (to - from)) / to / from
}
