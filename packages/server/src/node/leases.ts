import type { Store } from '@outrigger/core'
import { createLeases, type Leases } from '@outrigger/core/internal'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { createSettledChanges } from './settledChanges.ts'

type Parts = {
  readonly store: Store
  readonly logger: Logger
  readonly metrics: Metrics
  /** Returns the address of this node for the other nodes. */
  readonly address: () => string | null
}

const maxGone = 100

/** Opens the leases of a node that shares a database with others. Held leases are in the log and the metrics. */
export async function openLeases({ store, logger, metrics, address }: Parts): Promise<Leases> {
  const leases = createLeases({ store, address })
  const held = new Set<string>()
  leases.on('changed', (name) => {
    const isHeld = leases.isHeld(name)
    if (isHeld) held.add(name)
    else held.delete(name)
    logger.info({ lease: name, node: leases.owner }, isHeld ? 'holds the lease' : 'holds the lease no more')
  })
  const renewal = createSettledChanges<unknown>({
    rankOf: (error) => Number(error !== null),
    report: (error) =>
      error === null
        ? logger.info('leases are renewed again')
        : logger.warn({ err: error }, 'leases cannot be renewed, other nodes take over. Trying again'),
    initial: 0,
  })
  leases.on('storeError', (error) => {
    renewal.see(error)
    renewal.see(null)
  })
  const gone = new Set<string>()
  leases.onDead(async (node) => {
    // Called again if another part cannot take over yet.
    if (!gone.has(node)) logger.warn({ node }, 'a node stopped or lost the database, the others take over its work')
    if (gone.size >= maxGone) gone.clear()
    gone.add(node)
  })
  metrics.addGauge({
    name: 'outrigger_lease_held',
    help: 'Leases that this node holds, of those that nodes on one database share out',
    labels: ['lease'],
    read: () =>
      [...held].filter((lease) => !lease.startsWith('node/')).map((lease) => ({ labels: { lease }, value: 1 })),
  })
  metrics.addGauge({
    name: 'outrigger_nodes_alive',
    help: 'Nodes that share the database, this one included',
    read: () => [{ labels: {}, value: leases.members().length }],
  })
  await leases.refresh()
  return leases
}
