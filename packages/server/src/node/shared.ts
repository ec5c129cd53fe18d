import type { Store } from '@outrigger/core'
import type { Leases } from '@outrigger/core/internal'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import type { NodeConfig } from './config.ts'
import { listenDefaults } from './configDefaults.ts'
import { openLeases } from './leases.ts'
import { openPeers, type Peers } from './peers/peers.ts'

type Parts = {
  readonly settings: NodeConfig
  readonly store: Store
  readonly logger: Logger
  readonly metrics: Metrics
}

/** Additional parts of a node that shares a database with other nodes. */
export type Shared = { readonly leases: Leases; readonly peers: Peers; close(): Promise<void> }

export async function openShared({ settings, store, logger, metrics }: Parts): Promise<Shared> {
  const { host = listenDefaults.host, peerPort: port = 0, peerAddress } = settings
  let peers: Peers | undefined
  const leases = await openLeases({ store, logger, metrics, address: () => peers?.address ?? null })
  peers = await openPeers({ store, leases, host, port, peerAddress, logger })
  return {
    leases,
    peers,
    async close() {
      await peers?.close()
      await leases.close()
    },
  }
}
