import type { Address } from 'viem'
import type { ChainName } from '../registry.ts'
import { toListedLogos, toListedTokens } from './listedTokens.ts'

/**
 * Collections that name a token's logo by chain and address, as the lists of addresses call them: MetaMask's contract metadata
 * (npm `@metamask/contract-metadata`, whose files do not change at this version), the Superchain token list (npm
 * `@eth-optimism/tokenlist`).
 */
const collections: { readonly [name: string]: string } = {
  mm: 'https://cdn.jsdelivr.net/npm/@metamask/contract-metadata@2.5.0/images/',
  op: 'https://ethereum-optimism.github.io/data/',
}

/**
 * Where the logos of a chain's listed tokens are, by address in lower case; those without a known one are left out. A token
 * without one of its own on another chain has that of the token it stands for: the one listed on Ethereum under its symbol,
 * `USDC` for `USDC.e`.
 *
 * @example toTokenLogos('ethereum').get('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
 */
export function toTokenLogos(chain: ChainName): ReadonlyMap<Address, string> {
  const own = toListedLogos(chain)
  const originals = toLogosBySymbol()
  return new Map(
    [...toListedTokens(chain)].flatMap(([address, { symbol }]) => {
      const file = own.get(address) ?? originals.get(toOriginalSymbol(symbol))
      return file ? [[address, toUrl(file)] as const] : []
    }),
  )
}

const toOriginalSymbol = (symbol: string) => symbol.replace(/\.e$/, '').toLowerCase()

function toUrl(file: string): string {
  const [collection = '', path = ''] = file.split(':')
  return `${collections[collection]}${path}`
}

/** Of Ethereum's tokens; null for a symbol that several have, of which nobody knows which is meant. */
function toLogosBySymbol(): ReadonlyMap<string, string | null> {
  const logos = toListedLogos('ethereum')
  const found = new Map<string, string | null>()
  for (const [address, { symbol }] of toListedTokens('ethereum')) {
    const key = symbol.toLowerCase()
    found.set(key, found.has(key) ? null : (logos.get(address) ?? null))
  }
  return found
}
