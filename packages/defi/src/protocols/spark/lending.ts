import { defineLending } from '../../lending/protocol.ts'
import type { AaveMarket } from '../aaveLending/aaveMarket.ts'
import { toAaveLending } from '../aaveLending/defineAave.ts'
import { v30Rules } from '../aaveLending/rules.ts'

/**
 * A fork of Aave 3.0.2 that counts revisions of its own. Its next version rounds otherwise; a pool that does is refused.
 * Blocks are before the first loans, not exactly those of the deployment.
 */
export const sparkLending = defineLending<AaveMarket>(
  toAaveLending({
    id: 'spark',
    name: 'SparkLend',
    source: 'https://github.com/sparkdotfi/sparklend-v1-core, https://github.com/sparkdotfi/spark-address-registry',
    pool: 'v3',
    toRules: () => v30Rules,
    deployments: {
      ethereum: [{ address: '0xc13e21b648a5ee794902342038ff3adab66be987', fromBlock: 16_700_000n }],
      gnosis: [{ address: '0x2dae5307c5e3fd1cf5a72cb6f698f915860607e0', fromBlock: 29_700_000n }],
    },
  }),
)
