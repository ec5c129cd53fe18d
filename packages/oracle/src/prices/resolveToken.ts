import { type ChainName, chains } from '@outrigger/core'
import { findListedTokens, toListedTokens } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { AmbiguousTokenError, UnknownTokenError } from './priceErrors.ts'
import type { PriceToken } from './priceToken.ts'

const isAddress = /^0x[\da-f]{40}$/i

/**
 * Finds a token of a chain by symbol, case-insensitive, or by address. The native currency has its own symbol and is priced
 * like its wrapped form.
 *
 * @throws {UnknownTokenError} no listed token has this symbol
 * @throws {AmbiguousTokenError} several tokens have this symbol (the error lists their addresses)
 * @example resolveToken('ethereum', 'usdc').address // '0xa0b8…'
 */
export function resolveToken(chain: ChainName, symbolOrAddress: string): PriceToken {
  const { nativeCurrency, wrappedNative } = chains[chain]
  if (isAddress.test(symbolOrAddress)) return fromAddress(chain, symbolOrAddress.toLowerCase() as Address)
  if (symbolOrAddress.toLowerCase() === nativeCurrency.symbol.toLowerCase())
    return {
      chain,
      symbol: nativeCurrency.symbol,
      address: wrappedNative,
      decimals: nativeCurrency.decimals,
      isNative: true,
      isListed: true,
    }
  const [token, ...others] = findListedTokens(chain, symbolOrAddress)
  if (token === undefined) throw new UnknownTokenError(chain, symbolOrAddress, listSymbols(chain))
  if (others.length > 0) throw new AmbiguousTokenError(chain, symbolOrAddress, [token, ...others])
  return fromAddress(chain, token.address)
}

function fromAddress(chain: ChainName, address: Address): PriceToken {
  const { nativeCurrency, wrappedNative } = chains[chain]
  const isNative = address === wrappedNative
  const listed = toListedTokens(chain).get(address)
  return {
    chain,
    address,
    isNative,
    symbol: listed?.symbol ?? (isNative ? `W${nativeCurrency.symbol}` : address),
    decimals: listed?.decimals ?? (isNative ? nativeCurrency.decimals : null),
    isListed: listed !== undefined || isNative,
  }
}

function listSymbols(chain: ChainName): readonly string[] {
  return [
    ...new Set([chains[chain].nativeCurrency.symbol, ...[...toListedTokens(chain).values()].map((one) => one.symbol)]),
  ]
}
