import { type Leg, quoteLegs } from './leg.ts'
import { searchPeak } from './searchPeak.ts'
import { noTaxes, type TokenTaxes } from './tokenTaxes.ts'
import { composeLegs, computePeak, toCurvedLeg } from './virtualPair.ts'

/** What a cycle of swaps takes and gives of the token it starts and ends with, before gas. */
export type CycleSize = { readonly amountIn: bigint; readonly amountOut: bigint }

export type CycleOptions = {
  readonly taxes?: TokenTaxes
  /** @default 2 ** 112 - 1, the most a pair of Uniswap V2 can hold */
  readonly maxAmountIn?: bigint
}

const uint112 = (1n << 112n) - 1n

/**
 * The input of a cycle that earns most, computed exactly as the pools would; null where no input earns. All-constant-product
 * cycles by the closed form `x = (sqrt(a b) - b) / c` of their composed curve, others by search from that guess.
 *
 * @param legs of distinct pools; the last gives the token that the first takes
 * @example
 * computeCycleSize([{ pool: cheap, tokenIn: weth, tokenOut: usdc }, { pool: dear, tokenIn: usdc, tokenOut: weth }])
 */
export function computeCycleSize(legs: readonly Leg[], options: CycleOptions = {}): CycleSize | null {
  const { taxes = noTaxes, maxAmountIn = uint112 } = options
  const composed = composeLegs(legs.map(toCurvedLeg), taxes)
  const peak = composed === null ? null : computePeak(composed)
  if (peak === 0) return null
  const quote = (amountIn: bigint) => quoteLegs(legs, amountIn, taxes)
  if (peak !== null && legs.every(({ pool }) => pool.kind === 'pair')) return settle(quote, peak, maxAmountIn)
  const best = searchPeak({
    evaluate(amountIn) {
      const amountOut = quote(amountIn)
      return amountOut === null ? null : amountOut - amountIn
    },
    guess: peak ?? toGuess(legs),
    max: maxAmountIn,
  })
  return best === null || best.value <= 0n ? null : { amountIn: best.at, amountOut: best.at + best.value }
}

/**
 * The exact outcome near the peak in floating point. Integer division leaves steps, which count where amounts are tens of
 * units: a few neighbours are tried there.
 */
function settle(quote: (amountIn: bigint) => bigint | null, peak: number, max: bigint): CycleSize | null {
  const around = peak >= Number(max) ? max : BigInt(Math.round(peak))
  const reach = around < smallAmount ? 12n : around < largeAmount ? 1n : 0n
  let best: CycleSize | null = null
  for (let amountIn = around - reach; amountIn <= around + reach; amountIn++) {
    if (amountIn <= 0n || amountIn > max) continue
    const amountOut = quote(amountIn)
    if (amountOut === null || amountOut <= amountIn) continue
    if (best === null || amountOut - amountIn > best.amountOut - best.amountIn) best = { amountIn, amountOut }
  }
  return best
}

const smallAmount = 100_000n
/** From here on the neighbours differ by no more than what pools round off. */
const largeAmount = 1_000_000_000_000n

/** Where the search begins for curves of other kinds: a thousandth of what the smallest pool holds. */
function toGuess(legs: readonly Leg[]): number {
  const [first] = legs
  if (first === undefined) return 1
  const { pool, tokenIn } = first
  if (!('balances' in pool)) return 1e15
  return Number(pool.balances[pool.tokens.indexOf(tokenIn)] ?? 0n) / 1_000
}
