import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { wrappedNative } from '../protocols/wrappedNative/addresses.ts'

/** A factory whose pools our arithmetic knows: pairs of Uniswap V2's form, or one pool for each fee of V3's. */
export type Dex = {
  readonly id: string
  readonly form: 'pair' | 'ticks'
  /** In millionths of what is sold. */
  readonly fees: readonly number[]
  readonly factories: { readonly [chain in ChainName]?: Address }
}

const sushi = '0xc35dadb65012ec5796536bd9864ed8773abc74c4'
const v3 = '0x1f98431c8ad98523631ae4a59f267346ea31f984'
const pancakeV2 = '0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e'
const pancakeV3 = '0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865'
const tiers = [100, 500, 3_000, 10_000]

/**
 * Where collateral is sold. Sources: the deployment pages of Uniswap (V2, V3; Gnosis: the deployment its governance has
 * recognised), the configuration of SushiSwap's SDK, the documentation of QuickSwap, Honeyswap and PancakeSwap.
 */
export const dexes: readonly Dex[] = [
  {
    ...{ id: 'uniswap_v2', form: 'pair', fees: [3_000] },
    factories: {
      ethereum: '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f',
      optimism: '0x0c3c1c532f1e39edf36be9fe0be1410313e074bf',
      arbitrum: '0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9',
      polygon: '0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c',
      base: '0x8909dc15e40173ff4699343b6eb8132c65e18ec6',
    },
  },
  {
    ...{ id: 'uniswap_v3', form: 'ticks', fees: tiers },
    factories: {
      ...{ ethereum: v3, optimism: v3, arbitrum: v3, polygon: v3 },
      base: '0x33128a8fc17869897dce68ed026d694621f6fdfd',
      gnosis: '0xe32f7dd7e3f098d518ff19a22d5f028e076489b1',
    },
  },
  {
    ...{ id: 'sushiswap', form: 'pair', fees: [3_000] },
    factories: {
      ethereum: '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac',
      optimism: '0xfbc12984689e5f15626bad03ad60160fe98b303c',
      ...{ arbitrum: sushi, polygon: sushi, gnosis: sushi },
      base: '0x71524b4f93c58fcbf659783284e38825f0622859',
    },
  },
  {
    ...{ id: 'sushiswap_v3', form: 'ticks', fees: tiers },
    factories: {
      ethereum: '0xbaceb8ec6b9355dfc0269c18bac9d6e2bdc29c4f',
      optimism: '0x9c6522117e2ed1fe5bdb72bb0ed5e3f2bde7dbe0',
      arbitrum: '0x1af415a1eba07a4986a52b6f2e7de7003d82231e',
      polygon: '0x917933899c6a5f8e37f31e19f92cdbff7e8ff0e2',
      base: sushi,
      gnosis: '0xf78031cbca409f2fb6876bdfdbc1b2df24cf9bef',
    },
  },
  {
    ...{ id: 'pancakeswap_v2', form: 'pair', fees: [2_500] },
    factories: { ethereum: '0x1097053fd2ea711dad45caccc45eff7548fcb362', arbitrum: pancakeV2, base: pancakeV2 },
  },
  {
    ...{ id: 'pancakeswap_v3', form: 'ticks', fees: [100, 500, 2_500, 10_000] },
    factories: { ethereum: pancakeV3, arbitrum: pancakeV3, base: pancakeV3 },
  },
  {
    ...{ id: 'quickswap', form: 'pair', fees: [3_000] },
    factories: { polygon: '0x5757371414417b8c6caad45baef941abc7d3ab32' },
  },
  {
    ...{ id: 'honeyswap', form: 'pair', fees: [3_000] },
    factories: { gnosis: '0xa818b4f111ccac7aa31d0bcc0806d64f2e0737d7' },
  },
]

/** Source: Aave Address Book 4.44.22. */
const stables: { readonly [chain in ChainName]?: readonly Address[] } = {
  ethereum: [
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
    '0x6b175474e89094c44da98b954eedeac495271d0f',
  ],
  optimism: ['0x0b2c639c533813f4aa9d7837caf62653d097ff85', '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58'],
  arbitrum: ['0xaf88d065e77c8cc2239327c5edb3a432268e5831', '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'],
  // The third is WETH, the second market's quote there.
  polygon: [
    '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
    '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
    '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619',
  ],
  base: ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
  gnosis: ['0x2a22f9c3b484c3629090feed35f17ff8f88f76f0', '0x6a023ccd1ff6f2045c3309768ead9e68f978f6e1'],
}

/** Tokens that most others are traded against, through which a sale may go. */
export function toBases(chain: ChainName): readonly Address[] {
  const native = wrappedNative[chain]
  return [...(native ? [native] : []), ...(stables[chain] ?? [])]
}
