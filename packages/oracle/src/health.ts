import type { EndpointReport, PoolReport } from '@outrigger/core'
import type { EndpointStatus } from '@outrigger/core/internal'

export type EndpointHealth = {
  readonly name: string
  readonly status: EndpointStatus
  /** Share of recent calls that succeeded, 0-1. Null before the first call. */
  readonly successRate: number | null
  /** Median latency. Null before the first response. */
  readonly latencyMs: number | null
}

export type ChainHealth = {
  readonly status: PoolReport['status']
  readonly failoverActive: boolean
  readonly primary: EndpointHealth
  /** The backup with the best status. Null if no backup is configured. */
  readonly backup: EndpointHealth | null
}

/** Provider health per chain, and a summary. */
export type OracleHealth = {
  /** `healthy`: every chain is healthy · `unavailable`: no chain is available · `degraded`: all other cases. */
  readonly status: PoolReport['status']
  /** Health by chain name, or by pool name for REST pools. */
  readonly chains: { readonly [chain: string]: ChainHealth }
}

const order: readonly EndpointStatus[] = ['healthy', 'degraded', 'unknown', 'unavailable']

/**
 * Returns the health of the given pools, without I/O.
 *
 * @example getOracleHealth([ethereumPool, beaconPool]).status // 'healthy'
 */
export function getOracleHealth(pools: readonly { report(): PoolReport }[]): OracleHealth {
  const reports = pools.map((pool) => pool.report())
  const every = (status: PoolReport['status']) => reports.every((report) => report.status === status)
  return {
    status: every('healthy') ? 'healthy' : every('unavailable') ? 'unavailable' : 'degraded',
    chains: Object.fromEntries(reports.flatMap(toEntry)),
  }
}

function toEntry({ chain, status, failoverActive, endpoints }: PoolReport): readonly [string, ChainHealth][] {
  const primary = endpoints.find(({ role }) => role === 'primary')
  const [backup] = endpoints
    .filter(({ role }) => role === 'backup')
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  if (primary === undefined) return []
  const health = { status, failoverActive, primary: toHealth(primary), backup: backup ? toHealth(backup) : null }
  return [[chain, health]]
}

function toHealth({ name, status, successRate, latencyMs }: EndpointReport): EndpointHealth {
  return { name, status, successRate, latencyMs }
}
