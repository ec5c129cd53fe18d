import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'

/** A factory whose pools' addresses follow from their tokens (CREATE2, EIP-1014). */
export type PoolFactory = {
  readonly factory: Address
  readonly initCodeHash: Hex
  /** Fee tiers in hundredths of a basis point, part of the salt of V3 pools; without them the salt is V2's. */
  readonly fees?: readonly number[]
}

const uniswapV2 = (factory: Address): PoolFactory => ({
  factory,
  initCodeHash: '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f',
})
const sushiswap = (factory: Address): PoolFactory => ({
  factory,
  initCodeHash: '0xe18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303',
})
const uniswapV3 = (factory: Address): PoolFactory => ({
  factory,
  initCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
  fees: [100, 500, 3000, 10_000],
})
const [v3, sushi] = [
  uniswapV3('0x1f98431c8ad98523631ae4a59f267346ea31f984'),
  sushiswap('0xc35dadb65012ec5796536bd9864ed8773abc74c4'),
]

/** Source: the deployment pages of Uniswap and SushiSwap, PancakeSwap's and QuickSwap's documentation. */
export const poolFactories: { readonly [chain in ChainName]?: readonly PoolFactory[] } = {
  ethereum: [
    uniswapV2('0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f'),
    sushiswap('0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac'),
    v3,
  ],
  optimism: [v3],
  arbitrum: [v3, sushi],
  polygon: [uniswapV2('0x5757371414417b8c6caad45baef941abc7d3ab32'), sushi, v3],
  gnosis: [sushi],
  base: [uniswapV3('0x33128a8fc17869897dce68ed026d694621f6fdfd')],
  bsc: [
    {
      factory: '0xca143ce32fe78f1f7019d7d551a6402fc5350c73',
      initCodeHash: '0x00fb7f630766e6a796048ea87d01acd3068e8ff67d078148a3fa3f4a84f69bd5',
    },
    uniswapV3('0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7'),
  ],
}
