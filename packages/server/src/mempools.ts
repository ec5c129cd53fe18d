import { type ChainName, type Store, sleep } from '@outrigger/core'
import { createMempoolWatcher, type MempoolWatcher } from '@outrigger/mempool'
import { InvalidChainError, toNotConfigured, UpstreamUnavailableError } from './api/chainErrors.ts'
import { type MempoolChain, mempoolChains } from './contract/mempool.ts'
import { NodeClosedError } from './listen.ts'
import type { Pools } from './providers.ts'

/** The mempools of a node, each watched from the first time somebody asks for it, or from the start. */
export type Mempools = {
  /**
   * @throws {InvalidChainError} the chain is none whose mempool is watched
   * @throws {UpstreamUnavailableError} it has no provider, or mempools are switched off
   * @throws {NodeClosedError}
   */
  get(chain: string): MempoolWatcher
  /** The same, after a moment for a provider to show its pool. */
  getReady(chain: string): Promise<MempoolWatcher>
  close(): Promise<void>
}

/** `atStart` · `onUse`: watching costs calls at the providers, so it waits until somebody asks · false: never. */
export type MempoolSetting = 'atStart' | 'onUse' | false

type Parts = { readonly pools: Pools; readonly store: Store; readonly setting: MempoolSetting }

// An empty pool looks like one that has not been shown yet.
const patienceMs = 1000
const lookMs = 20

export function createMempools({ pools, store, setting }: Parts): Mempools {
  const watchers = new Map<string, { readonly watcher: MempoolWatcher; readonly ready: Promise<void> }>()
  const control = new AbortController()

  function find(chain: string) {
    const known = watchers.get(chain)
    if (known !== undefined) return known
    if (!isMempoolChain(chain)) throw new InvalidChainError(chain, mempoolChains)
    const pool = pools[chain]
    if (pool === undefined) throw toNotConfigured(chain)
    if (control.signal.aborted) throw new NodeClosedError()
    if (setting === false)
      throw new UpstreamUnavailableError(
        chain,
        'This node watches no mempool. Set mempool to "onUse" in its configuration.',
      )
    const watcher = createMempoolWatcher({ pool, store })
    const opened = { watcher, ready: waitFor(watcher) }
    watchers.set(chain, opened)
    return opened
  }

  async function waitFor(watcher: MempoolWatcher): Promise<void> {
    for (let waitedMs = 0; waitedMs < patienceMs && watcher.status().pendingCount === 0; waitedMs += lookMs)
      await sleep(lookMs, control.signal)
  }

  if (setting === 'atStart') for (const chain of mempoolChains) if (pools[chain as ChainName]) find(chain)

  return {
    get: (chain) => find(chain).watcher,
    async getReady(chain) {
      const { watcher, ready } = find(chain)
      await ready
      return watcher
    },
    async close() {
      control.abort()
      await Promise.all([...watchers.values()].map(({ watcher }) => watcher.close()))
    },
  }
}

function isMempoolChain(chain: string): chain is MempoolChain {
  return (mempoolChains as readonly string[]).includes(chain)
}
