import type { Address } from 'viem'

/** Where two tokens stand in a pool of any number of them; null unless both are its own and differ. */
export function toTokenIndices(
  tokens: readonly Address[],
  tokenIn: Address,
  tokenOut: Address,
): readonly [i: number, j: number] | null {
  const i = tokens.indexOf(tokenIn)
  const j = tokens.indexOf(tokenOut)
  return i < 0 || j < 0 || i === j ? null : [i, j]
}

/** The list with the values at two places replaced. */
export function replaceTwo(
  values: readonly bigint[],
  [i, j]: readonly [number, number],
  [atI, atJ]: readonly [bigint, bigint],
): readonly bigint[] {
  return values.map((value, index) => (index === i ? atI : index === j ? atJ : value))
}
