import type { EndpointReport, PoolReport } from '@outrigger/core'
import type { EndpointStatus } from '@outrigger/core/internal'

export type EndpointHealth = {
  readonly name: string
  readonly status: EndpointStatus
  /** Share of recent calls that were answered, 0-1; null before the first. */
  readonly successRate: number | null
  /** Median; null before the first answer. */
  readonly latencyMs: number | null
}

export type ChainHealth = {
  readonly status: PoolReport['status']
  readonly failoverActive: boolean
  readonly primary: EndpointHealth
  /** The backup in the best state; null where none is configured. */
  readonly backup: EndpointHealth | null
}

/** Health of the providers of each chain, and a summary of them. */
export type OracleHealth = {
  /** `healthy`: every chain is · `unavailable`: no chain answers · `degraded`: anything between. */
  readonly status: PoolReport['status']
  /** By chain, or by name for REST pools. */
  readonly chains: { readonly [chain: string]: ChainHealth }
}

const order: readonly EndpointStatus[] = ['healthy', 'degraded', 'unknown', 'unavailable']

/**
 * Health of everything an oracle reads from, as the pools know it; costs no I/O.
 *
 * @example getOracleHealth([ethereumPool, beaconPool]).status // 'healthy'
 */
export function getOracleHealth(pools: readonly { report(): PoolReport }[]): OracleHealth {
  return computeOracleHealth(pools.map((pool) => pool.report()))
}

function computeOracleHealth(reports: readonly PoolReport[]): OracleHealth {
  const every = (status: PoolReport['status']) => reports.every((report) => report.status === status)
  return {
    status: every('healthy') ? 'healthy' : every('unavailable') ? 'unavailable' : 'degraded',
    chains: Object.fromEntries(reports.flatMap((report) => toEntry(report))),
  }
}

function toEntry({ chain, status, failoverActive, endpoints }: PoolReport): readonly [string, ChainHealth][] {
  const primary = endpoints.find(({ role }) => role === 'primary')
  const [backup] = endpoints
    .filter(({ role }) => role === 'backup')
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  if (primary === undefined) return []
  return [
    [
      chain,
      { status, failoverActive, primary: toHealth(primary), backup: backup === undefined ? null : toHealth(backup) },
    ],
  ]
}

function toHealth({ name, status, successRate, latencyMs }: EndpointReport): EndpointHealth {
  return { name, status, successRate, latencyMs }
}
