import { getOracleHealth } from '@outrigger/oracle'
import { version } from '../version.ts'
import type { Api } from './fulfilment.ts'
import type { OracleParts } from './oracle.ts'

/** A node without a responsive provider is up but serves nothing, so it is not healthy. */
export function createHealthApi({
  pools,
  familyPools,
  beaconPool,
}: Pick<OracleParts, 'pools' | 'familyPools' | 'beaconPool'>): Pick<Api, 'health'> {
  const asked = [...Object.values(pools), ...Object.values(familyPools), ...(beaconPool ? [beaconPool] : [])]
  return { health: () => ({ status: getOracleHealth(asked).status, version }) }
}
