import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

type Decimals = { readonly [token: Address]: number }

/** Tokens valued at one dollar, with their decimals: USDC, USDT and DAI. Sources: Circle, Tether, Sky. */
export const stablecoins: { readonly [chain in ChainName]?: Decimals } = {
  ethereum: {
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 6,
    '0xdac17f958d2ee523a2206206994597c13d831ec7': 6,
    '0x6b175474e89094c44da98b954eedeac495271d0f': 18,
  },
  base: { '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 6 },
  arbitrum: {
    '0xaf88d065e77c8cc2239327c5edb3a432268e5831': 6,
    '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9': 6,
  },
  optimism: { '0x0b2c639c533813f4aa9d7837caf62653d097ff85': 6 },
}
