/** Unit of fees, which are in millionths of the input: a fee of 3000 is 0.3 %. */
export const feeUnit = 1_000_000n
/** Largest reserve, because reserves are `uint112`. A swap that would exceed it reverts with `OVERFLOW`. */
export const maxReserve = (1n << 112n) - 1n

export type PairState = {
  readonly reserve0: bigint
  readonly reserve1: bigint
  /** In millionths of the input: `3000` for Uniswap V2. */
  readonly fee: number
}

/**
 * Returns the output of a pair for an exact input, rounded like `UniswapV2Library.getAmountOut`, or null if the pair is
 * empty. Tokens with a transfer fee pay less.
 *
 * @param amountIn the amount that arrives at the pair, after the transfer fee if the token has one
 * @example
 * computePairOutput({ reserve0: 1_000n, reserve1: 1_000n, fee: 3000 }, true, 100n) // 90n
 */
export function computePairOutput(pair: PairState, isZeroForOne: boolean, amountIn: bigint): bigint | null {
  const reserveIn = isZeroForOne ? pair.reserve0 : pair.reserve1
  const reserveOut = isZeroForOne ? pair.reserve1 : pair.reserve0
  if (reserveIn === 0n || reserveOut === 0n) return null
  const charged = amountIn * (feeUnit - BigInt(pair.fee))
  return (charged * reserveOut) / (reserveIn * feeUnit + charged)
}
