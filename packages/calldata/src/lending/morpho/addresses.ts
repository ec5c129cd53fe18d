import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { Deployment } from '../../decoder/deployment.ts'

type MorphoContracts = {
  readonly morpho: Deployment
  /** Address of the interest rate model that `computeAdaptiveRates` implements. */
  readonly adaptiveCurveIrm: Address
  readonly preLiquidationFactory: Deployment
}

/**
 * Morpho's contracts by chain, with the blocks of their deployments.
 *
 * Source: packages/morpho-ts/src/addresses.ts of https://github.com/morpho-org/sdks.
 */
export const morphoContracts: { readonly [chain in ChainName]?: MorphoContracts } = {
  ethereum: contracts(
    ['0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb', 18_883_124n],
    '0x870ac11d48b15db9a138cf899d20f13f79ba00bc',
    ['0x6ff33615e792e35ed1026ea7caccf42d9bf83476', 21_414_664n],
  ),
  base: contracts(
    ['0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb', 13_977_148n],
    '0x46415998764c29ab2a25cbea6254146d50d22687',
    ['0x8cd16b62e170ee0ba83d80e1f80e6085367e2aef', 23_779_056n],
  ),
  polygon: contracts(
    ['0x1bf0c2541f820e775182832f06c0b7fc27a25f67', 66_931_042n],
    '0xe675a2161d4a6e2de2eed70ac98eebf257fbf0b0',
    ['0xedadde37d76c72b98725614d0b41c20fe612d304', 68_074_185n],
  ),
  arbitrum: contracts(
    ['0x6c247b1f6182318877311737bac0844baa518f5e', 296_446_593n],
    '0x66f30587fb8d4206918deb78eca7d5ebbafd06da',
    ['0x635c31b5df1f7efbcbc07e302335ef4230758e3d', 307_326_238n],
  ),
  optimism: contracts(
    ['0xce95afbb8ea029495c66020883f87aae8864af92', 130_770_075n],
    '0x8cd70a8f399428456b29546bc5dbe10ab6a06ef6',
    ['0x3d05c01ee8e97361b9e19d172128255eae5f98b9', 132_139_369n],
  ),
  worldchain: contracts(
    ['0xe741bc7c34758b4cae05062794e8ae24978af432', 9_025_669n],
    '0x34e99d604751a72cf8d0cfdf87069292d82de472',
    ['0xe3ce2051a24e58dbfc0efbe4c2d9e89c5eae4695', 10_273_494n],
  ),
  scroll: contracts(
    ['0x2d012edbadc37edc2bc62791b666f9193fdf5a55', 12_842_868n],
    '0xa5ea7500a27c0079961d93366a6e93aaff18cb90',
    ['0xed960178e4ada0296786fa79d84e8fdf7bd44b25', 13_504_587n],
  ),
  ink: contracts(
    ['0x857f3eefe8cbda3bc49367c996cd664a880d3042', 4_078_776n],
    '0x9515407b1512f53388ffe699524100e7270ee57b',
    ['0x30607fea77168d2c0401b6f60f0b40e32f9339e3', 6_385_077n],
  ),
  unichain: contracts(
    ['0x8f5ae9cddb9f68de460c77730b018ae7e04a140a', 9_139_027n],
    '0x9a6061d51743b31d2c3be75d83781fa423f53f0e',
    ['0xb04e4d3d59ee47ca9ba192707af13a7d02969911', 9_381_237n],
  ),
  sonic: contracts(
    ['0xd6c916eb7542d0ad3f18aed0fcbd50c582cfa95f', 9_100_931n],
    '0xdefcf242226425f93d8dd0e314735c28517c473f',
    ['0xc72129da4cc808e955699111b8c22b22ca8a10b8', 9_102_286n],
  ),
  linea: contracts(
    ['0x6b0d716ac0a45536172308e08fc2c40387262c9f', 25_072_608n],
    '0x85c2ef4bd69f42d7da19fb9dcdd7fb8d0f59cdee',
    ['0x05a0ff4e564ed1ba6b42247e19edff83545c3c40', 25_072_853n],
  ),
  celo: contracts(
    ['0xd24ecdd8c1e0e57a4e26b1a7bbeaa3e95466a569', 40_249_329n],
    '0x683caaaddfa2f42e24880e202676526d501a5ded',
    ['0x717a3ef7d366f5ce4636011924d0bd65ea5ece2f', 41_808_392n],
  ),
  bsc: contracts(
    ['0x01b0bd309aa75547f7a37ad7b1219a898e67a83a', 54_344_680n],
    '0x7112d95cb5f6b13bf5f5b94a373bb3b2b381f979',
    ['0xeb8871f0fa8ab787abcd28d1095f7b486d241d42', 54_346_080n],
  ),
}

type At = readonly [address: Address, fromBlock: bigint]

function contracts(morpho: At, adaptiveCurveIrm: Address, factory: At): MorphoContracts {
  return { morpho: deployment(morpho), adaptiveCurveIrm, preLiquidationFactory: deployment(factory) }
}

function deployment([address, fromBlock]: At): Deployment {
  return { address, fromBlock }
}
