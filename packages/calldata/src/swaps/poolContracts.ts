import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { type BalancerFactories, balancerV2Vaults, balancerV3Vaults } from './balancer/factories.ts'
import { type CurveFactories, curveFactories } from './curve/factories.ts'
import { type CurvePools, curveFirstPools } from './curve/firstPools.ts'

type Common = {
  readonly id: string
  readonly contracts: { readonly [chain in ChainName]?: Address }
  /** Blocks of their deployment, if they are known. */
  readonly fromBlocks: { readonly [chain in ChainName]?: bigint }
}

/**
 * Contracts that report new pools in their own format. `v4` is Uniswap's PoolManager, which contains all pools.
 * `velodromeV2` is a factory like Velodrome V2's. `balancerV2` and `balancerV3` are a Vault with the supported
 * factories. `curveFactory` is a factory that lists its pools.
 */
export type PoolContracts =
  | (Common & { readonly form: 'v4' | 'velodromeV2' })
  | (Common & {
      readonly form: 'balancerV2' | 'balancerV3'
      readonly factories: { readonly [chain in ChainName]?: BalancerFactories }
    })
  | (Common & { readonly form: 'curveFactory' } & Pick<CurveFactories, 'kind' | 'coins'>)
  /** Pools that no factory has created. */
  | (Common & { readonly form: 'curvePools'; readonly pools: { readonly [chain in ChainName]?: CurvePools } })

/**
 * The pools of these DEXes are found only by logs or lists, because no contract returns the pools of two tokens.
 *
 * Sources: sdk-core of https://github.com/Uniswap/sdks and the deployments of https://github.com/Uniswap/contracts
 * (PoolManager), `networks.json` of https://github.com/Uniswap/v4-subgraph (its blocks), Aerodrome's documentation, the
 * addresses in Velodrome's repository, the adapters of DefiLlama.
 */
export const poolContracts: readonly PoolContracts[] = [
  {
    id: 'uniswap_v4',
    form: 'v4',
    contracts: {
      ethereum: '0x000000000004444c5dc75cb358380d2e3de08a90',
      optimism: '0x9a13f98cb987694c9f086b1f5eb990eea8264ec3',
      base: '0x498581ff718922c3f8e6a244956af099b2652b2b',
      arbitrum: '0x360e68faccca8ca495c1b759fd9eee466db9fb32',
      polygon: '0x67366782805870060151383f4bbff9dab53e5cd6',
      bsc: '0x28e2ea090877bf75740558f6bfb36a5ffee9e9df',
      celo: '0x288dc841a52fca2707c6947b3a777c5e56cd87bc',
      avalanche: '0x06380c0e0912312b5150364b9dc4542ba0dbbc85',
      blast: '0x1631559198a9e474033433b2958dabc135ab6446',
      worldchain: '0xb1860d529182ac3bc1f51fa2abd56662b7d13f33',
      unichain: '0x1f98400000000000000000000000000000000004',
      linea: '0x248083fb965359d82b06c1f5322480dcfc1ad857',
      ink: '0x360e68faccca8ca495c1b759fd9eee466db9fb32',
    },
    fromBlocks: {
      ethereum: 21_688_329n,
      optimism: 130_947_675n,
      base: 25_350_988n,
      arbitrum: 297_842_872n,
      polygon: 66_980_384n,
      bsc: 45_970_610n,
      celo: 43_985_160n,
      avalanche: 56_195_376n,
      blast: 14_377_311n,
      worldchain: 9_111_872n,
      // Part of the genesis block.
      unichain: 0n,
      linea: 28_974_969n,
      ink: 4_580_556n,
    },
  },
  {
    id: 'aerodrome',
    form: 'velodromeV2',
    contracts: { base: '0x420dd381b31aef6683db6b902084cb0ffece40da' },
    fromBlocks: { base: 3_200_559n },
  },
  {
    id: 'velodrome',
    form: 'velodromeV2',
    contracts: { optimism: '0xf1046053aa5682b4f9a81b5481394da16be5ff5a' },
    fromBlocks: {},
  },
  toVault('balancer_v2', 'balancerV2', balancerV2Vaults),
  toVault('balancer_v3', 'balancerV3', balancerV3Vaults),
  ...curveFactories.map(({ factories, ...generation }) => ({
    id: 'curve',
    form: 'curveFactory' as const,
    contracts: factories,
    fromBlocks: {},
    ...generation,
  })),
  { id: 'curve', form: 'curvePools', contracts: {}, fromBlocks: {}, pools: curveFirstPools },
]

function toVault(id: string, form: 'balancerV2' | 'balancerV3', { vault, ...rest }: typeof balancerV2Vaults) {
  const chains = Object.keys(rest.factories).map((chain) => [chain, vault])
  return { id, form, contracts: Object.fromEntries(chains) as Common['contracts'], ...rest }
}
