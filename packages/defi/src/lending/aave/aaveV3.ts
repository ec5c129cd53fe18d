import { aaveV3Pools } from '@outrigger/calldata'
import { toDeployments } from '@outrigger/calldata/internal'
import { defineLending } from '../protocol.ts'
import type { AaveMarket } from './aaveMarket.ts'
import { toAaveLending } from './defineAave.ts'
import { toV3Rules } from './versionRules.ts'

/** Pools of the Aave Address Book 4.49.8. The start blocks are before the first loans, not the exact deployment blocks. */
export const aaveV3Lending = defineLending<AaveMarket>(
  toAaveLending({
    id: 'aave_v3',
    name: 'Aave V3',
    source: 'https://github.com/aave-dao/aave-v3-origin, https://github.com/bgd-labs/aave-address-book',
    pool: 'v3',
    toRules: toV3Rules,
    deployments: toDeployments(aaveV3Pools),
  }),
)
