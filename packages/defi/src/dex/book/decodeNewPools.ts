import { dexFactories, poolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { PoolLog } from '../poolKind.ts'
import type { KnownPool } from './knownPool.ts'
import { createPoolSources, decodeNewPool, groupSources } from './poolSources.ts'

/** A pool and the log that reports it. */
export type NewPool<log extends PoolLog> = { readonly pool: KnownPool; readonly log: log }

/**
 * Returns a function that finds the new pools in all logs of one block. Only logs of known factories, PoolManagers and Vaults count.
 * Curve's pools are missing, because its factories log only the tokens of a new pool.
 *
 * @example
 * const toNewPools = createNewPoolDecoder('ethereum')
 * toNewPools(logs).map(({ pool }) => pool.id)
 */
export function createNewPoolDecoder(chain: ChainName): <log extends PoolLog>(logs: readonly log[]) => NewPool<log>[] {
  const sources = groupSources(createPoolSources(chain, dexFactories, poolContracts))
  return (logs) =>
    logs.flatMap((log) => {
      const pool = sources.has(log.address) ? decodeNewPool(sources, log, logs) : null
      return pool === null ? [] : [{ pool, log }]
    })
}
