import type { ChainName, ProviderPool, Store } from '@outrigger/core'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { Market } from '../../market/market.ts'
import { toAbsenceReason } from '../../reads/readFailure.ts'
import type { BookState } from '../scannerTypes.ts'
import type { Book, BookMarket } from './bookTypes.ts'
import { createBorrowerArchive } from './borrowerArchive.ts'
import { searchBorrowers } from './borrowerSearch.ts'
import { computeCoverage } from './coverage.ts'
import { createDeploymentTracker, type DeploymentTracker } from './deploymentTracker.ts'
import { createProofWatch } from './proofWatch.ts'

export type BookOptions = {
  readonly pool: ProviderPool
  readonly store: Store
  readonly protocol: LendingProtocol
  readonly chain: ChainName
  readonly maxLogRange: bigint
  readonly proofInterval: bigint
  readonly signal: AbortSignal
  /** Accounts are to be read, or the search has come further. */
  readonly onChange: () => void
  /** Why no head can be taken into account at present. */
  readonly getTrouble: () => string | null
}

/** A book with what keeps it. */
export type KeptBook = Book & {
  readonly trackers: readonly DeploymentTracker[]
  /** Whether it is complete as far as its contracts answer as they should. */
  readonly isSettled: boolean
  /** Holds what is complete against the sums of its contracts: before anybody is told of a block. */
  prove(): void
  /** Starts the searches that are due, and notes what is complete. */
  advance(): void
  /** The end of every search. */
  readonly ended: Promise<unknown>
}

/** The search that a tracker's accounts come from: of all blocks up to the one its logs are followed from. */
type Search = {
  readonly to: bigint
  readonly cancel: AbortController
  readonly ended: Promise<void>
  progress: number
  trouble: string | null
  isDone: boolean
  /** Whoever it had found has been read as well. */
  isComplete: boolean
}

/** Rounding and what protocols add up loosely is far less. */
const leastCoverage = 0.99

function toPart(fromBlock: bigint, search: Search | undefined): { readonly blocks: number; readonly searched: number } {
  if (search === undefined) return { blocks: 0, searched: 0 }
  const blocks = Number(search.to - (fromBlock > search.to ? 0n : fromBlock) + 1n)
  return { blocks, searched: search.progress * blocks }
}

export function createBook(options: BookOptions): KeptBook {
  const { pool, store, protocol, chain, maxLogRange, proofInterval, signal, onChange, getTrouble } = options
  const trackers = (protocol.deployments[chain] ?? []).map((deployment) =>
    createDeploymentTracker({ chain, protocol, deployment, proofInterval }),
  )
  const proofs = createProofWatch({ store, chain, protocol, interval: proofInterval })
  const searches = new Map<DeploymentTracker, Search>()
  let isWhole = false
  let doubt: string | null = null

  function start(tracker: DeploymentTracker, to: bigint): Search {
    const { deployment } = tracker
    const before = searches.get(tracker)
    before?.cancel.abort()
    const cancel = new AbortController()
    const search = { to, cancel, progress: 0, trouble: null as string | null, isDone: false, isComplete: false }
    const run = async () => {
      await before?.ended
      await searchBorrowers({
        pool,
        archive: createBorrowerArchive(store, { chain, protocol: protocol.id, deployment: deployment.address }),
        filter: protocol.borrowLogs(
          deployment,
          [...tracker.markets.values()].map(({ market }) => market),
        ),
        toTouch: protocol.toTouch,
        fromBlock: deployment.fromBlock,
        to,
        maxRange: maxLogRange,
        signal: AbortSignal.any([signal, cancel.signal]),
        onFound: tracker.mark,
        onProgress(progress) {
          search.progress = progress
          onChange()
        },
        onTrouble(reason) {
          const isNews = search.trouble !== reason
          search.trouble = reason
          if (isNews) onChange()
        },
      })
      search.isDone = true
      onChange()
    }
    return Object.assign(search, { ended: run().catch(() => {}) })
  }

  const troubleOf = (tracker: DeploymentTracker) => tracker.trouble ?? searches.get(tracker)?.trouble ?? null
  function isComplete(tracker: DeploymentTracker): boolean {
    const search = searches.get(tracker)
    // One that came to its end before changes were missed says nothing.
    return tracker.isAbsent || (search?.isComplete === true && search.to === tracker.since)
  }

  function prove(): void {
    for (const tracker of trackers) if (isComplete(tracker)) proofs.see(tracker)
  }

  return {
    protocol,
    trackers,
    get state(): BookState {
      const there = trackers.filter(({ isAbsent }) => !isAbsent)
      if (there.length === 0) {
        const reason = toAbsenceReason(protocol, chain)
        return { protocol: protocol.id, state: 'absent', progress: 1, blocks: 0, borrowers: 0, reason, proof: null }
      }
      const [unproven = null] = proofs.doubts.values()
      const reason = there.map(troubleOf).find((trouble) => trouble !== null) ?? getTrouble() ?? doubt ?? unproven
      // A contract that is not on this chain is no part of the work.
      const parts = there.map((tracker) => toPart(tracker.deployment.fromBlock, searches.get(tracker)))
      const blocks = sum(parts.map((part) => part.blocks))
      const sizes = toMarkets(trackers).map(({ table }) => table.size)
      return {
        protocol: protocol.id,
        state: trackers.every(isComplete) ? 'ready' : reason === null ? 'building' : 'failed',
        progress: blocks === 0 ? 0 : sum(parts.map((part) => part.searched)) / blocks,
        blocks,
        borrowers: sum(sizes),
        reason,
        proof: proofs.record,
      }
    },
    get isStale() {
      return getTrouble() !== null || trackers.some(({ trouble, isAbsent }) => trouble !== null && !isAbsent)
    },
    get markets() {
      return new Map<Market['id'], BookMarket>(trackers.flatMap(({ markets }) => [...markets]))
    },
    get doubts() {
      return proofs.doubts
    },
    computeCoverage: () => computeCoverage(toMarkets(trackers)),
    get isSettled() {
      return trackers.every((tracker) => isComplete(tracker) || tracker.isForeign)
    },
    prove,
    advance() {
      for (const tracker of trackers) {
        const search = searches.get(tracker)
        if (tracker.since === null) continue
        if (search?.to !== tracker.since) searches.set(tracker, start(tracker, tracker.since))
        else if (search.isDone && tracker.waiting === 0) search.isComplete = true
      }
      prove()
      for (const tracker of trackers) if (isComplete(tracker) && proofs.isSearchDue(tracker)) tracker.restart()
      // Adds up every account, so only when the book has become whole.
      const wasWhole = isWhole
      isWhole = trackers.every(isComplete)
      if (!isWhole) doubt = null
      else if (!wasWhole) doubt = findDoubt(trackers)
    },
    get ended() {
      return Promise.all([proofs.ended, ...[...searches.values()].map(({ ended }) => ended)])
    },
  }
}

/** A provider that leaves out logs says nothing of it, but somebody must owe what the markets say is owed. */
function findDoubt(trackers: readonly DeploymentTracker[]): string | null {
  const coverage = computeCoverage(toMarkets(trackers)) ?? 1
  if (coverage >= leastCoverage) return null
  return `Its borrowers owe only ${Math.floor(coverage * 100)} % of what is owed in its markets: a provider has left out logs, and some borrowers are not known. Build it with another provider in another data directory, or import it.`
}

const toMarkets = (trackers: readonly DeploymentTracker[]) => trackers.flatMap(({ markets }) => [...markets.values()])

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
