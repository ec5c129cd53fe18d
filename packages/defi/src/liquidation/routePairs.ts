import type { TokenPair } from '../dex/router/getSwapRoutes.ts'
import type { Account, Market } from '../lending/market.ts'

/** Returns the token pairs that liquidations of these accounts may swap, each once. */
export function toRoutePairs(
  positions: readonly { readonly market: Market; readonly account: Account }[],
): readonly TokenPair[] {
  const pairs = new Map<string, TokenPair>()
  for (const { market, account } of positions) {
    const token = (index: number) => market.reserves[index]?.token
    const debts = account.entries.filter(({ borrowed, stable }) => borrowed > 0n || stable !== undefined)
    // Compound v2 also seizes supplies that were never entered as collateral.
    for (const { reserve } of account.entries.filter(({ supplied }) => supplied > 0n))
      for (const debt of debts) {
        const [tokenIn, tokenOut] = [token(reserve), token(debt.reserve)]
        if (tokenIn && tokenOut) pairs.set(tokenIn + tokenOut, { tokenIn, tokenOut })
      }
  }
  return [...pairs.values()]
}
