import { aaveV2Pools } from '@outrigger/calldata'
import { toDeployments } from '@outrigger/calldata/internal'
import { defineLending } from '../protocol.ts'
import type { AaveMarket } from './aaveMarket.ts'
import { toAaveLending } from './defineAave.ts'
import { v2Rules } from './versionRules.ts'

/**
 * Pools of the Aave Address Book 4.49.8. The start blocks are before the first loans, not the exact deployment blocks. The
 * Aave Arc market is excluded, because only permitted accounts can liquidate there.
 */
export const aaveV2Lending = defineLending<AaveMarket>(
  toAaveLending({
    id: 'aave_v2',
    name: 'Aave V2',
    source: 'https://github.com/aave/protocol-v2, https://github.com/bgd-labs/aave-address-book',
    pool: 'v2',
    toRules: () => v2Rules,
    deployments: toDeployments(aaveV2Pools),
  }),
)
