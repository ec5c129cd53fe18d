import type { Address } from 'viem'
import type { ChainName } from '../registry.ts'
import { toListedLogos, toListedTokens } from './listedTokens.ts'

/**
 * Collections of token logos by chain and address. The lists of addresses use these short names: `mm` is MetaMask's contract
 * metadata (npm `@metamask/contract-metadata`, whose files do not change at this version), `op` the Superchain token list (npm
 * `@eth-optimism/tokenlist`).
 */
const collections: { readonly [name: string]: string } = {
  mm: 'https://cdn.jsdelivr.net/npm/@metamask/contract-metadata@2.5.0/images/',
  op: 'https://ethereum-optimism.github.io/data/',
}

/**
 * Returns the logo URLs of a chain's listed tokens, by address in lower case. Tokens without a known logo are omitted. A token
 * without its own logo on another chain gets the logo of the Ethereum token with the same symbol; `USDC.e` gets the logo of
 * `USDC`.
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

/** Logo files of Ethereum's tokens by symbol. Null if several tokens share the symbol, because the right one is unknown. */
function toLogosBySymbol(): ReadonlyMap<string, string | null> {
  const logos = toListedLogos('ethereum')
  const found = new Map<string, string | null>()
  for (const [address, { symbol }] of toListedTokens('ethereum')) {
    const key = symbol.toLowerCase()
    found.set(key, found.has(key) ? null : (logos.get(address) ?? null))
  }
  return found
}
