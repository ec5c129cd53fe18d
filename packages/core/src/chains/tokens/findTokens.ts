import type { Address } from 'viem'
import type { ChainName } from '../registry.ts'
import { type Token, toListedTokens } from './listedTokens.ts'

/** A listed token with its address in lower case. */
export type ListedToken = Token & { readonly address: Address }

/**
 * Returns the listed tokens of a chain with this symbol. Letter case only matters if symbols differ in nothing else: `usdc` finds
 * `USDC`. Several tokens may share a symbol, so the result is a list.
 *
 * @example findListedTokens('ethereum', 'weth')[0]?.address
 */
export function findListedTokens(chain: ChainName, symbol: string): readonly ListedToken[] {
  const wanted = symbol.toLowerCase()
  const found = [...toListedTokens(chain)].flatMap(([address, token]) =>
    token.symbol.toLowerCase() === wanted ? [{ ...token, address }] : [],
  )
  const exact = found.filter((token) => token.symbol === symbol)
  return exact.length > 0 ? exact : found
}
