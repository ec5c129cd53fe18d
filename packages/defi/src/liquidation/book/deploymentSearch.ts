import type { ChainName, ProviderPool, Store } from '@outrigger/core'
import type { LendingProtocol } from '../../lending/protocol.ts'
import { createBorrowerArchive } from './borrowerArchive.ts'
import { searchBorrowers } from './borrowerSearch.ts'
import type { DeploymentTracker } from './deploymentTracker.ts'
import { toMarkets } from './trackedMarkets.ts'

/** The search for a tracker's accounts, in all blocks up to the one from which it follows logs. */
export type DeploymentSearch = {
  readonly to: bigint
  /** Searched share of the blocks, 0-1. */
  readonly progress: number
  readonly trouble: string | null
  readonly isDone: boolean
  /** Whether the accounts it found were also read. */
  isComplete: boolean
  cancel(): void
  readonly ended: Promise<void>
}

export type DeploymentSearchOptions = {
  readonly pool: ProviderPool
  readonly store: Store
  readonly protocol: LendingProtocol
  readonly chain: ChainName
  readonly maxLogRange: bigint
  readonly signal: AbortSignal
  readonly onChange: () => void
}

/** Cancels the previous search, and starts a new one when it has ended. */
export function startDeploymentSearch(
  options: DeploymentSearchOptions,
  tracker: DeploymentTracker,
  to: bigint,
  before: DeploymentSearch | undefined,
): DeploymentSearch {
  const { pool, store, protocol, chain, maxLogRange, onChange } = options
  const { deployment } = tracker
  before?.cancel()
  const canceller = new AbortController()
  let [progress, isDone]: [number, boolean] = [0, false]
  let trouble: string | null = null

  async function run(): Promise<void> {
    await before?.ended
    await searchBorrowers({
      pool,
      archive: createBorrowerArchive(store, { chain, protocol: protocol.id, deployment: deployment.address }),
      filter: protocol.borrowLogs(deployment, toMarkets(tracker.markets)),
      toAccountChange: protocol.toAccountChange,
      fromBlock: deployment.fromBlock,
      to,
      maxRange: maxLogRange,
      signal: AbortSignal.any([options.signal, canceller.signal]),
      onFound: tracker.mark,
      onProgress(share) {
        progress = share
        onChange()
      },
      onTrouble(reason) {
        const isNews = trouble !== reason
        trouble = reason
        if (isNews) onChange()
      },
    })
    isDone = true
    onChange()
  }

  return {
    to,
    isComplete: false,
    get progress() {
      return progress
    },
    get trouble() {
      return trouble
    },
    get isDone() {
      return isDone
    },
    cancel: () => canceller.abort(),
    ended: run().catch(() => {}),
  }
}

/** Returns the number of blocks of a search, and how many of them are searched. Both are 0 without a search. */
export function countSearched(
  fromBlock: bigint,
  search: DeploymentSearch | undefined,
): { readonly blocks: number; readonly searched: number } {
  if (search === undefined) return { blocks: 0, searched: 0 }
  const blocks = Number(search.to - (fromBlock > search.to ? 0n : fromBlock) + 1n)
  return { blocks, searched: search.progress * blocks }
}
