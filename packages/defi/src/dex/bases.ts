import { type ChainName, chains } from '@outrigger/core'
import type { Address } from 'viem'

/** The main stablecoins of each chain. Source: Aave Address Book 4.49.8. */
const stables: { readonly [chain in ChainName]?: readonly Address[] } = {
  ethereum: [
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
    '0x6b175474e89094c44da98b954eedeac495271d0f',
  ],
  optimism: ['0x0b2c639c533813f4aa9d7837caf62653d097ff85', '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58'],
  arbitrum: ['0xaf88d065e77c8cc2239327c5edb3a432268e5831', '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'],
  // The third is WETH, which many tokens on Polygon trade against.
  polygon: [
    '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
    '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
    '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
  ],
  base: ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
  gnosis: ['0x2a22f9c3b484c3629090feed35f17ff8f88f76f0', '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1'],
}

/** Returns the tokens that most other tokens trade against. Two-hop routes go through them. */
export function toBases(chain: ChainName): readonly Address[] {
  const native = chains[chain].wrappedNative
  return [...(native ? [native] : []), ...(stables[chain] ?? [])]
}
