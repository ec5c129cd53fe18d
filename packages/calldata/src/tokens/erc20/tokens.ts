import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

/**
 * Tokens with so few decimals that an amount may look like a token id, because ERC-721 has the same selector. They
 * are USDC, USDT, WBTC and their bridged versions, GUSD, and dollar tokens whose dust is sent to poison address
 * books. Source: issuers' documentation. The bridged tokens on Polygon are in the table of its bridge.
 */
export const shortTokens: { readonly [chain in ChainName]?: readonly Address[] } = {
  ethereum: [
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
    '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
    '0x056fd409e1d7a124bd7017459dfea2f387b6d5cd',
    '0x6b175474e89094c44da98b954eedeac495271d0f',
    '0x4fabb145d64652a948d72533023f6e7a623c7c53',
    '0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce',
  ],
  polygon: ['0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'],
  arbitrum: [
    '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8',
    '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
    '0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f',
  ],
  optimism: [
    '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
    '0x7f5c764cbc14f9669b88837ca1490cca17c31607',
    '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58',
    '0x68f180fcce6836688e9084f035309e29bf0a2095',
  ],
  base: [
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    '0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca',
    '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf',
  ],
  avalanche: [
    '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e',
    '0xa7d7079b0fead91f3e65f86e8915cb59c1a4c664',
    '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7',
    '0xc7198437980c041c805a1edcba50c1ce5db95118',
  ],
  gnosis: ['0xddafbb505ad214d7b80b1f830fccc89b60fb7a83', '0x4ecaba5870353805a9f068101a40e0f32ed605c6'],
  bsc: ['0x55d398326f99059ff775485246999027b3197955', '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d'],
}
