import { type Leg, quoteLegs, toGuess } from './leg.ts'
import { searchPeak } from './searchPeak.ts'
import { noTaxes, type TokenTaxes } from './tokenTaxes.ts'
import { composeLegs, computePeak, toCurvedLeg } from './virtualPair.ts'

/** Input and output of a cycle in its first token, before gas. */
export type CycleSize = { readonly amountIn: bigint; readonly amountOut: bigint }

export type CycleOptions = {
  readonly taxes?: TokenTaxes
  /** @default 2 ** 112 - 1, the maximum reserve of a Uniswap V2 pair */
  readonly maxAmountIn?: bigint
}

const uint112 = (1n << 112n) - 1n
/** Share of the first pool's reserve at which the search starts for curves without a closed form. */
const firstShare = 1 / 1_000

/**
 * Returns the most profitable input of a cycle, computed with the pools' exact math. Returns null if no input is profitable.
 * Cycles of constant-product pools use the closed form `x = (sqrt(a) - 1) / c` of their composed curve. Other cycles are
 * searched from that guess.
 *
 * @param legs legs with distinct pools; the last one buys the token that the first one sells
 * @example
 * computeCycleSize([{ pool: cheap, tokenIn: weth, tokenOut: usdc }, { pool: dear, tokenIn: usdc, tokenOut: weth }])
 */
export function computeCycleSize(legs: readonly Leg[], options: CycleOptions = {}): CycleSize | null {
  const { taxes = noTaxes, maxAmountIn = uint112 } = options
  const [first] = legs
  const composed = composeLegs(legs.map(toCurvedLeg), taxes)
  const peak = composed === null ? null : computePeak(composed)
  if (peak === 0) return null
  const quote = (amountIn: bigint) => quoteLegs(legs, amountIn, taxes)
  if (peak !== null && legs.every(({ pool }) => pool.kind === 'pair')) {
    const amountIn = peak >= Number(maxAmountIn) ? maxAmountIn : BigInt(Math.round(peak))
    const amountOut = amountIn === 0n ? null : quote(amountIn)
    return amountOut === null || amountOut <= amountIn ? null : { amountIn, amountOut }
  }
  const best = searchPeak({
    evaluate(amountIn) {
      const amountOut = quote(amountIn)
      return amountOut === null ? null : amountOut - amountIn
    },
    guess: peak ?? (first === undefined ? 1 : toGuess(first, firstShare)),
    max: maxAmountIn,
  })
  return best === null || best.value <= 0n ? null : { amountIn: best.at, amountOut: best.at + best.value }
}
