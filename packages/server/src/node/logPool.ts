import type { PoolEvents, PoolReport, ProviderPool } from '@outrigger/core'
import type { Logger } from 'pino'
import { createSettledChanges, type SettledChanges } from './settledChanges.ts'

/** How often the age of the newest block is checked. */
const checkMs = 5_000
const ranks = { unknown: -1, healthy: 0, degraded: 1, unavailable: 2 } as const

/**
 * Logs which endpoints are out of service, whether a backup is used, whether any provider responds, and whether blocks are late.
 * Returns a function that stops it.
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
  const lateness = createSettledChanges<PoolReport>({
    rankOf: ({ outage: found }) => Number(found?.kind === 'lateHead'),
    report: ({ outage: found, head, headAtMs }) => {
      const block = { chain, block: Number(head), blockTime: new Date(headAtMs ?? 0) }
      if (found === null) logger.info(block, 'new blocks again')
      else logger.warn(block, 'no new blocks')
    },
    initial: 0,
  })
  const timer = setInterval(() => lateness.see(pool.report()), checkMs).unref()
  pool.on('status', (change) => {
    outage.see(pool.report())
    const status = endpoints.get(change.endpoint) ?? createStatus()
    endpoints.set(change.endpoint, status)
    status.see(change)
  })
  pool.on('failover', failover.see)
  return () => {
    clearInterval(timer)
    for (const changes of [failover, outage, lateness, ...endpoints.values()]) changes.close()
  }
}

const toReasons = (endpoints: PoolReport['endpoints']) =>
  Object.fromEntries(endpoints.map(({ name, reason }) => [name, reason]))
