import { mempoolChains } from '@outrigger/api/contract'
import type { Store } from '@outrigger/core'
import { createMempoolWatcher, type MempoolWatcher } from '@outrigger/mempool'
import { createPerChain, type PerChain } from './perChain.ts'
import type { Pools } from './providers.ts'
import type { WatchSetting } from './watchSetting.ts'

/** The mempools of a node. */
export type Mempools = PerChain<MempoolWatcher>

type Parts = { readonly pools: Pools; readonly store: Store; readonly setting: WatchSetting }

export function createMempools({ pools, store, setting }: Parts): Mempools {
  return createPerChain({
    supported: mempoolChains,
    pools,
    setting,
    off: 'This node watches no mempool. Set mempool to "onUse" in its configuration.',
    open: (pool) => createMempoolWatcher({ pool, store }),
    patienceMs: 1000,
    // An empty pool cannot be told from one that is not read yet.
    isReady: (watcher) => watcher.status().pendingCount > 0,
  })
}
