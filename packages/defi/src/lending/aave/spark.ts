import { sparkPools } from '@outrigger/calldata'
import { toDeployments } from '@outrigger/calldata/internal'
import { defineLending } from '../protocol.ts'
import type { AaveMarket } from './aaveMarket.ts'
import { toAaveLending } from './defineAave.ts'
import { v30Rules } from './versionRules.ts'

/**
 * A fork of Aave 3.0.2 with its own revision numbers. Its next version rounds differently, and such a pool is rejected.
 * The start blocks are before the first loans, not the exact deployment blocks.
 */
export const sparkLending = defineLending<AaveMarket>(
  toAaveLending({
    id: 'spark',
    name: 'SparkLend',
    source: 'https://github.com/sparkdotfi/sparklend-v1-core, https://github.com/sparkdotfi/spark-address-registry',
    pool: 'v3',
    toRules: () => v30Rules,
    deployments: toDeployments(sparkPools),
  }),
)
