import type { ProviderPool, Store } from '@outrigger/core'
import type { Leases } from '@outrigger/core/internal'
import type { MempoolSource } from '@outrigger/mempool'
import type { Logger } from 'pino'
import { openPeerFeed } from './peerFeed.ts'
import { getPeerSecret } from './secret.ts'
import { watchPending } from './watchPending.ts'

/** Lets several nodes watch the pending transactions of a chain once for all of them. */
export type Peers = {
  /** The address of this node for the others. */
  readonly address: string
  /** Returns the source for a watcher: the providers if this node watches for all, otherwise the node that does. */
  toSource(pool: ProviderPool, isPending: (hash: `0x${string}`) => boolean): MempoolSource
  close(): Promise<void>
}

type Parts = {
  readonly store: Store
  readonly leases: Leases
  readonly host: string
  readonly port: number
  readonly peerAddress: string | undefined
  readonly logger: Logger
}

const leaseKind = 'mempool'
export async function openPeers({ store, leases, host, port, peerAddress: address, logger }: Parts): Promise<Peers> {
  const secret = await getPeerSecret(store)
  const feed = await openPeerFeed({ host, port, address, secret })
  const chains = new Set<string>()

  return {
    address: feed.address,
    toSource: (pool, isPending) => ({
      chain: pool.chain,
      send: pool.send,
      watchHeads: pool.watchHeads,
      report: pool.report,
      watchPendingTransactions(onTransaction, options = {}) {
        const chain = pool.chain.name
        chains.add(chain)
        leases.want(leaseKind, chains)
        const lease = `${leaseKind}/${chain}`
        const stop = watchPending({ pool, isPending, onTransaction, options, leases, lease, feed, secret, logger })
        return () => {
          stop()
          chains.delete(chain)
          leases.want(leaseKind, chains)
        }
      },
    }),
    close: feed.close,
  }
}
