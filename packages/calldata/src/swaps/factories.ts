import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'

/** The factories of a DEX. They create pairs like Uniswap V2, or one pool for each fee like Uniswap V3. */
export type DexFactories = {
  readonly id: string
  readonly form: 'pair' | 'ticks'
  /** In millionths of the input. */
  readonly fees: readonly number[]
  readonly factories: { readonly [chain in ChainName]?: Address }
  /** Blocks in which the factories were deployed, if known. Searches of their logs start there. */
  readonly fromBlocks?: { readonly [chain in ChainName]?: bigint }
  /** If present, the address of a pool can be computed from its tokens (CREATE2, EIP-1014). */
  readonly initCodeHash?: Hex
}

const sushi = '0xc35dadb65012ec5796536bd9864ed8773abc74c4'
const v3 = '0x1f98431c8ad98523631ae4a59f267346ea31f984'
const pancakeV2 = '0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e'
const pancakeV3 = '0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865'
const v2Hash = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
const v3Hash = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
const sushiHash = '0xe18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303'
const tiers = [100, 500, 3_000, 10_000]

/**
 * Factories of the DEXes whose pools can be quoted exactly.
 *
 * Sources: the deployment pages of Uniswap (V2, V3; on Gnosis the deployment that its governance has recognized), the
 * configuration of SushiSwap's SDK, the documentation of QuickSwap, Honeyswap and PancakeSwap. Blocks of deployment:
 * the protocols' own subgraphs and those of Messari, the adapters of DefiLlama.
 */
export const dexFactories: readonly DexFactories[] = [
  {
    id: 'uniswap_v2',
    form: 'pair',
    fees: [3_000],
    initCodeHash: v2Hash,
    factories: {
      ethereum: '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f',
      optimism: '0x0c3c1c532f1e39edf36be9fe0be1410313e074bf',
      arbitrum: '0xf1d7cc64fb4452f05c498126312ebe29f30fbcf9',
      polygon: '0x9e5a52f57b3038f1b8eee45f28b3c1967e22799c',
      base: '0x8909dc15e40173ff4699343b6eb8132c65e18ec6',
    },
    fromBlocks: { ethereum: 10_000_834n, base: 6_601_915n },
  },
  {
    id: 'uniswap_v3',
    form: 'ticks',
    fees: tiers,
    initCodeHash: v3Hash,
    factories: {
      ethereum: v3,
      optimism: v3,
      arbitrum: v3,
      polygon: v3,
      base: '0x33128a8fc17869897dce68ed026d694621f6fdfd',
      gnosis: '0xe32f7dd7e3f098d518ff19a22d5f028e076489b1',
      bsc: '0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7',
    },
    fromBlocks: { ethereum: 12_369_621n, arbitrum: 165n, base: 1_371_680n, gnosis: 27_416_614n },
  },
  {
    id: 'sushiswap',
    form: 'pair',
    fees: [3_000],
    initCodeHash: sushiHash,
    factories: {
      ethereum: '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac',
      optimism: '0xfbc12984689e5f15626bad03ad60160fe98b303c',
      arbitrum: sushi,
      polygon: sushi,
      gnosis: sushi,
      base: '0x71524b4f93c58fcbf659783284e38825f0622859',
    },
    fromBlocks: { ethereum: 10_794_229n, arbitrum: 70n },
  },
  {
    id: 'sushiswap_v3',
    form: 'ticks',
    fees: tiers,
    initCodeHash: v3Hash,
    factories: {
      ethereum: '0xbaceb8ec6b9355dfc0269c18bac9d6e2bdc29c4f',
      optimism: '0x9c6522117e2ed1fe5bdb72bb0ed5e3f2bde7dbe0',
      arbitrum: '0x1af415a1eba07a4986a52b6f2e7de7003d82231e',
      polygon: '0x917933899c6a5f8e37f31e19f92cdbff7e8ff0e2',
      base: sushi,
      gnosis: '0xf78031cbca409f2fb6876bdfdbc1b2df24cf9bef',
    },
    fromBlocks: {
      ethereum: 16_955_547n,
      arbitrum: 75_998_697n,
      optimism: 85_432_013n,
      polygon: 41_024_971n,
      base: 1_759_510n,
      gnosis: 27_232_871n,
    },
  },
  {
    id: 'pancakeswap_v2',
    form: 'pair',
    fees: [2_500],
    factories: { ethereum: '0x1097053fd2ea711dad45caccc45eff7548fcb362', arbitrum: pancakeV2, base: pancakeV2 },
  },
  {
    id: 'pancakeswap_v2',
    form: 'pair',
    fees: [2_500],
    factories: { bsc: '0xca143ce32fe78f1f7019d7d551a6402fc5350c73' },
    initCodeHash: '0x00fb7f630766e6a796048ea87d01acd3068e8ff67d078148a3fa3f4a84f69bd5',
  },
  {
    id: 'pancakeswap_v3',
    form: 'ticks',
    fees: [100, 500, 2_500, 10_000],
    factories: { ethereum: pancakeV3, arbitrum: pancakeV3, base: pancakeV3, bsc: pancakeV3 },
  },
  {
    id: 'quickswap',
    form: 'pair',
    fees: [3_000],
    initCodeHash: v2Hash,
    factories: { polygon: '0x5757371414417b8c6caad45baef941abc7d3ab32' },
  },
  {
    id: 'honeyswap',
    form: 'pair',
    fees: [3_000],
    factories: { gnosis: '0xa818b4f111ccac7aa31d0bcc0806d64f2e0737d7' },
  },
]
