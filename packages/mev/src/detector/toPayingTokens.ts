import { type ChainName, chains } from '@outrigger/core'
import { toListedTokens } from '@outrigger/core/internal'
import type { Address } from 'viem'

/** Symbols of the tokens that most calls pay out. */
const symbols: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI', 'WBTC', 'USDS', 'wstETH'])

/** Returns the tokens that a copied call may pay to its sender: the wrapped native token and common tokens of the chain. */
export function toPayingTokens(chain: ChainName): readonly Address[] {
  const listed = [...toListedTokens(chain)].flatMap(([token, { symbol }]) => (symbols.has(symbol) ? [token] : []))
  const native = chains[chain].wrappedNative?.toLowerCase() as Address | undefined
  return [...new Set([...(native === undefined ? [] : [native]), ...listed])]
}
