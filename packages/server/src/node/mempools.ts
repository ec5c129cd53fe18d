import { mempoolChains } from '@outrigger/api/contract'
import type { ProviderPool, Store } from '@outrigger/core'
import { createMempoolWatcher, type MempoolWatcher } from '@outrigger/mempool'
import type { GasOracleOptions } from '@outrigger/oracle'
import { UpstreamUnavailableError } from './chainErrors.ts'
import type { Peers } from './peers/peers.ts'
import { createPerChain, type PerChain } from './perChain.ts'
import type { Pools } from './providers.ts'
import type { WatchSetting } from './watchSetting.ts'

/** The mempools of a node. */
export type Mempools = PerChain<MempoolWatcher> & {
  /** Counts the transactions seen by all of them since startup. */
  countSeen(): number
  /** Returns the pending transactions for the block after a given one, if the chain's mempool is watched. */
  nextBlock: NonNullable<GasOracleOptions['nextBlock']>
}

type Parts = {
  readonly pools: Pools
  readonly store: Store
  readonly setting: WatchSetting
  /** Other nodes, if several nodes share one database. One of them then watches for all. */
  readonly peers: Peers | undefined
  /** Called when a mempool is opened. */
  readonly onOpen: (pool: ProviderPool, watcher: MempoolWatcher) => void
}

export function createMempools({ pools, store, setting, peers, onOpen }: Parts): Mempools {
  let seen = 0
  const watchers = createPerChain({
    supported: mempoolChains,
    pools,
    setting,
    off: 'This node watches no mempool. Set mempool to "onUse" in its configuration.',
    open(pool) {
      const isPending = (hash: `0x${string}`): boolean => watcher.get(hash) !== null
      const watcher: MempoolWatcher = createMempoolWatcher({ pool: peers?.toSource(pool, isPending) ?? pool, store })
      watcher.on('transaction', () => {
        seen += 1
      })
      onOpen(pool, watcher)
      return watcher
    },
    patienceMs: 1000,
    // An empty pool looks the same as one that is not read yet.
    isReady: (watcher) => watcher.status().pendingCount > 0,
  })
  return {
    ...watchers,
    countSeen: () => seen,
    nextBlock(chain, parent) {
      const watcher = watchers.opened().find((one) => one.chain === chain)
      return watcher?.nextBlock(parent) ?? null
    },
  }
}

/**
 * Returns a watcher that has data. Also returns when a provider last responded, or null if one responds now.
 * @throws {UpstreamUnavailableError} no provider has ever delivered data
 */
export async function openMempool(
  mempools: Mempools,
  chain: string,
): Promise<{ readonly watcher: MempoolWatcher; readonly asOfMs: number | null }> {
  const watcher = await mempools.getReady(chain)
  const { isStale, asOfMs } = watcher.status()
  if (!isStale) return { watcher, asOfMs: null }
  if (asOfMs === null) {
    const message = `No ${chain} provider has answered yet, so the pending transactions are not known yet. Try again, or see /api/v1/oracle/health.`
    throw new UpstreamUnavailableError(chain, message)
  }
  return { watcher, asOfMs }
}
