import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

type Addresses = { readonly [chain in ChainName]?: Address }

/** A generation of Curve's factories. Each factory lists its pools. Most of its logs do not contain the pool address. */
export type CurveFactories = {
  /** The pricing formula of its pools. */
  readonly kind: 'stableswap' | 'cryptoswap'
  /** Form of the answer to `get_coins`: a fixed number of addresses, or a list. */
  readonly coins: 2 | 3 | 4 | 'list'
  readonly factories: Addresses
}

const twocrypto = '0x98ee851a00abee0d95d08cf4ca2bdce32aeaaf7f'

/**
 * The factories of all generations: meta and plain pools, those of crvUSD, StableSwap-NG; two coins of CryptoSwap, Tricrypto-NG,
 * Twocrypto-NG.
 *
 * Source: https://github.com/curvefi/curve-js (network_constants.ts @ 8cb9f82); `get_coins`: curvefi/curve-factory,
 * curvefi/stableswap-ng, curvefi/tricrypto-ng and curvefi/twocrypto-ng
 */
export const curveFactories: readonly CurveFactories[] = [
  {
    kind: 'stableswap',
    coins: 4,
    factories: {
      ethereum: '0xb9fc157394af804a3578134a6585c0dc9cc990d4',
      polygon: '0x722272d36ef0da72ff51c5a65db7b870e2e8d4ee',
      arbitrum: '0xb17b674d9c5cb2e441f8e196a2f048a81355d031',
      optimism: '0x2db0e83599a91b508ac268a6197b8b14f5e72840',
      gnosis: '0xd19baeadc667cf2015e395f2b08668ef120f41f5',
      base: '0x3093f9b57a428f3eb6285a589cb35bea6e78c336',
      bsc: '0xefde221f306152971d8e9f181bfe998447975810',
    },
  },
  {
    kind: 'stableswap',
    coins: 4,
    factories: { ethereum: '0x4f8846ae9380b90d2e71d5e3d042dff3e7ebb40d' },
  },
  {
    kind: 'stableswap',
    coins: 'list',
    factories: {
      ethereum: '0x6a8cbed756804b16e05e741edabd5cb544ae21bf',
      polygon: '0x1764ee18e8b3cca4787249ceb249356192594585',
      arbitrum: '0x9af14d26075f142eb3f292d5065eb3faa646167b',
      optimism: '0x5eee3091f747e60a045a2e715a4c71e600e31f6e',
      gnosis: '0xbc0797015fcfc47d9c1856639cae50d0e69fbee8',
      base: '0xd2002373543ce3527023c75e7518c274a51ce712',
      bsc: '0xd7e72f3615aa65b92a4dbdc211e296a35512988b',
    },
  },
  {
    kind: 'cryptoswap',
    coins: 2,
    factories: {
      ethereum: '0xf18056bbd320e96a48e3fbf8bc061322531aac99',
      polygon: '0xe5de15a9c9bbedb4f5ec13b131e61245f2983a69',
      base: '0x5ef72230578b3e399e6c6f4f6360edf95e83bbfd',
      bsc: '0xbd5fbd2fa58cb15228a9abdac9ec994f79e3483c',
    },
  },
  {
    kind: 'cryptoswap',
    coins: 3,
    factories: {
      ethereum: '0x0c0e5f2ff0ff18a3be9b835635039256dc4b4963',
      polygon: '0xc1b393efef38140662b91441c6710aa704973228',
      arbitrum: '0xbc0797015fcfc47d9c1856639cae50d0e69fbee8',
      optimism: '0xc6c09471ee39c7e30a067952fcc89c8922f9ab53',
      gnosis: '0xb47988ad49dce8d909c6f9cf7b26caf04e1445c8',
      base: '0xa5961898870943c68037f6848d2d866ed2016bcb',
      bsc: '0x38f8d93406fa2d9924dcfcb67db5b0521fb20f7d',
    },
  },
  {
    kind: 'cryptoswap',
    coins: 2,
    factories: {
      ethereum: twocrypto,
      polygon: twocrypto,
      arbitrum: twocrypto,
      optimism: twocrypto,
      gnosis: twocrypto,
      bsc: twocrypto,
      base: '0xc9fe0c63af9a39402e8a5514f9c43af0322b665f',
    },
  },
]
