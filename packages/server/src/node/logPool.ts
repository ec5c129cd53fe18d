import type { PoolEvents, PoolReport, ProviderPool } from '@outrigger/core'
import type { Logger } from 'pino'
import { createSettledChanges, type SettledChanges } from './settledChanges.ts'

const ranks = { unknown: -1, healthy: 0, degraded: 1, unavailable: 2 } as const

/**
 * Logs which endpoints are out of service, whether a backup is used, and whether any provider responds. Returns a function that stops
 * it.
 */
export function logPool(pool: Pick<ProviderPool, 'on' | 'report'>, chain: string, logger: Logger): () => void {
  const endpoints = new Map<string, SettledChanges<PoolEvents['status']>>()
  const failover = createSettledChanges<PoolEvents['failover']>({
    rankOf: ({ active }) => Number(active),
    report: (change) => logger.warn({ chain, ...change }, 'failover'),
    initial: 0,
  })
  const createStatus = () =>
    createSettledChanges<PoolEvents['status']>({
      rankOf: ({ to }) => ranks[to],
      report: (change) => logger[change.to === 'healthy' ? 'info' : 'warn']({ chain, ...change }, 'endpoint'),
      initial: ranks.unknown,
    })
  const outage = createSettledChanges<PoolReport>({
    rankOf: ({ status }) => Number(status === 'unavailable'),
    report: ({ status, endpoints: all }) =>
      status === 'unavailable'
        ? logger.error({ chain, endpoints: toReasons(all) }, 'no provider responds')
        : logger.info({ chain }, 'a provider responds again'),
    initial: 0,
  })
  pool.on('status', (change) => {
    outage.see(pool.report())
    const status = endpoints.get(change.endpoint) ?? createStatus()
    endpoints.set(change.endpoint, status)
    status.see(change)
  })
  pool.on('failover', failover.see)
  return () => {
    for (const changes of [failover, outage, ...endpoints.values()]) changes.close()
  }
}

const toReasons = (endpoints: PoolReport['endpoints']) =>
  Object.fromEntries(endpoints.map(({ name, reason }) => [name, reason]))
