import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

/**
 * Contracts that tell of new pools in a form of their own: `v4` is Uniswap's PoolManager, which holds all pools itself,
 * `velodromeV2` a factory of Velodrome V2's form.
 */
export type PoolContracts = {
  readonly id: string
  readonly form: 'v4' | 'velodromeV2'
  readonly contracts: { readonly [chain in ChainName]?: Address }
  /** Blocks in which they were deployed, where they are known. */
  readonly fromBlocks: { readonly [chain in ChainName]?: bigint }
}

/**
 * The pools of these DEXes are found by their logs only: none of the contracts can be asked for the pools of two tokens.
 *
 * Sources: the deployment page of Uniswap V4 and its subgraph's blocks, Aerodrome's documentation, the addresses
 * in Velodrome's repository, the adapters of DefiLlama.
 */
export const poolContracts: readonly PoolContracts[] = [
  {
    ...{ id: 'uniswap_v4', form: 'v4' },
    contracts: {
      ethereum: '0x000000000004444c5dc75cb358380d2e3de08a90',
      optimism: '0x9a13f98cb987694c9f086b1f5eb990eea8264ec3',
      base: '0x498581ff718922c3f8e6a244956af099b2652b2b',
      arbitrum: '0x360e68faccca8ca495c1b759fd9eee466db9fb32',
      polygon: '0x67366782805870060151383f4bbff9dab53e5cd6',
      bsc: '0x28e2ea090877bf75740558f6bfb36a5ffee9e9df',
    },
    fromBlocks: {
      ...{ ethereum: 21_688_329n, optimism: 130_947_675n, base: 25_350_988n },
      ...{ arbitrum: 297_842_872n, polygon: 66_980_384n, bsc: 45_970_610n },
    },
  },
  {
    ...{ id: 'aerodrome', form: 'velodromeV2' },
    contracts: { base: '0x420dd381b31aef6683db6b902084cb0ffece40da' },
    fromBlocks: { base: 3_200_559n },
  },
  {
    ...{ id: 'velodrome', form: 'velodromeV2' },
    contracts: { optimism: '0xf1046053aa5682b4f9a81b5481394da16be5ff5a' },
    fromBlocks: {},
  },
]
