import { defineLending } from '../../lending/protocol.ts'
import type { AaveMarket } from '../aaveLending/aaveMarket.ts'
import { toAaveLending } from '../aaveLending/defineAave.ts'
import { v2Rules } from '../aaveLending/rules.ts'

/**
 * Pools by the Aave Address Book 4.44.22; blocks are before their first loans, not exactly those of their deployment. The
 * market of Aave Arc is left out: only those its permission manager lets may liquidate there.
 */
export const aaveV2Lending = defineLending<AaveMarket>(
  toAaveLending({
    id: 'aave_v2',
    name: 'Aave V2',
    source: 'https://github.com/aave/protocol-v2, https://github.com/bgd-labs/aave-address-book',
    pool: 'v2',
    toRules: () => v2Rules,
    deployments: {
      ethereum: [
        { name: 'Main', address: '0x7d2768de32b0b80b7a3454c06bdac94a69ddc7a9', fromBlock: 11_360_000n },
        { name: 'AMM', address: '0x7937d4799803fbbe595ed57278bc4ca21f3bffcb', fromBlock: 11_750_000n },
      ],
      polygon: [{ address: '0x8dff5e27ea6b7ac08ebfdf9eb090f32ee9a30fcf', fromBlock: 12_600_000n }],
    },
  }),
)
