import { type ChainName, chains } from '@outrigger/core'
import { toListedTokens } from '@outrigger/core/internal'
import type { Address } from 'viem'

/** Calls pay in these mostly. */
const symbols: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI', 'WBTC', 'USDS', 'wstETH'])

/** Tokens in which a call may pay whoever makes it: the wrapped native one, and the most used of the chain. */
export function toPayingTokens(chain: ChainName): readonly Address[] {
  const listed = [...toListedTokens(chain)].flatMap(([token, { symbol }]) => (symbols.has(symbol) ? [token] : []))
  const native = chains[chain].wrappedNative?.toLowerCase() as Address | undefined
  return [...new Set([...(native === undefined ? [] : [native]), ...listed])]
}
