import { defineLending } from '../../lending/protocol.ts'
import type { AaveMarket } from '../aaveLending/aaveMarket.ts'
import { toAaveLending } from '../aaveLending/defineAave.ts'
import { toV3Rules } from '../aaveLending/rules.ts'

const shared = '0x794a61358d6845594f94dc1db02a252b5b4814ad'

/** Pools by the Aave Address Book 4.44.22; blocks are before their first loans, not exactly those of their deployment. */
export const aaveV3Lending = defineLending<AaveMarket>(
  toAaveLending({
    id: 'aave_v3',
    name: 'Aave V3',
    source: 'https://github.com/aave-dao/aave-v3-origin, https://github.com/bgd-labs/aave-address-book',
    pool: 'v3',
    toRules: toV3Rules,
    deployments: {
      ethereum: [
        { name: 'Core', address: '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', fromBlock: 16_291_000n },
        { name: 'Prime', address: '0x4e033931ad43597d96d6bcc25c280717730b58b1', fromBlock: 20_200_000n },
        { name: 'EtherFi', address: '0x0aa97c284e98396202b6a04024f5e2c65026f3c0', fromBlock: 19_784_000n },
        { name: 'Horizon', address: '0xae05cd22df81871bc7cc2a04becfb516bfe332c8', fromBlock: 22_500_000n },
      ],
      polygon: [{ address: shared, fromBlock: 25_800_000n }],
      arbitrum: [{ address: shared, fromBlock: 7_700_000n }],
      optimism: [{ address: shared, fromBlock: 4_188_000n }],
      base: [{ address: '0xa238dd80c259a72e81d7e4664a9801593f98d1c5', fromBlock: 1_371_000n }],
      gnosis: [{ address: '0xb50201558b00496a145fe76f7424749556e326d8', fromBlock: 27_979_000n }],
    },
  }),
)
