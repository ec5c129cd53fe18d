import type { ChainName } from '@outrigger/core'
import type { Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import { toAbsenceReason } from '../../lending/readFailure.ts'
import type { BookState } from '../scannerTypes.ts'
import type { Book, BookMarket } from './bookTypes.ts'
import { computeCoverage } from './coverage.ts'
import {
  countSearched,
  type DeploymentSearch,
  type DeploymentSearchOptions,
  startDeploymentSearch,
} from './deploymentSearch.ts'
import { createDeploymentTracker, type DeploymentTracker } from './deploymentTracker.ts'
import { createProofWatch } from './proofWatch.ts'

/** `onChange` is called when accounts must be read, or a search has progressed. */
export type BookOptions = DeploymentSearchOptions & {
  readonly proofInterval: bigint
  /** Why heads cannot be processed now. Null if they can. */
  readonly getTrouble: () => string | null
}

/** A book with the functions that update it. */
export type UpdatableBook = Book & {
  readonly trackers: readonly DeploymentTracker[]
  /** Whether it is complete, except for deployments whose contract does not answer like a contract of the protocol. */
  readonly isSettled: boolean
  /** Compares complete lists of accounts with the sums of their contracts, before a block is reported. */
  prove(): void
  /** Starts due searches and updates what is complete. */
  advance(): void
  /** Resolves when every search has ended. */
  readonly ended: Promise<unknown>
}

/** Minimum share of a market's debt that known borrowers must owe. Rounding and imprecise totals explain far less than 1 %. */
const leastCoverage = 0.99

export function createBook(options: BookOptions): UpdatableBook {
  const { store, protocol, chain, proofInterval, getTrouble } = options
  const trackers = (protocol.deployments[chain] ?? []).map((deployment) =>
    createDeploymentTracker({ chain, protocol, deployment, proofInterval }),
  )
  const proofs = createProofWatch({ store, chain, protocol, interval: proofInterval })
  const searches = new Map<DeploymentTracker, DeploymentSearch>()
  let isWhole = false
  let doubt: string | null = null

  function isComplete(tracker: DeploymentTracker): boolean {
    const search = searches.get(tracker)
    // A search that ended before changes were missed does not count.
    return tracker.failure.isAbsent || (search?.isComplete === true && search.to === tracker.since)
  }

  /** Starts due searches, and marks the ones whose accounts have all been read as complete. */
  function advanceSearches(): void {
    for (const tracker of trackers) {
      const search = searches.get(tracker)
      if (tracker.since === null) continue
      if (search?.to !== tracker.since)
        searches.set(tracker, startDeploymentSearch(options, tracker, tracker.since, search))
      else if (search.isDone && tracker.waiting === 0) search.isComplete = true
    }
  }

  function prove(): void {
    for (const tracker of trackers) if (isComplete(tracker)) proofs.see(tracker)
  }

  return {
    protocol,
    trackers,
    get state() {
      const parts = trackers.map((tracker) => ({ tracker, search: searches.get(tracker) }))
      const [unproven = null] = proofs.unproven.values()
      const reason = toTrouble(parts) ?? getTrouble() ?? doubt ?? unproven
      return computeBookState(protocol, chain, parts, {
        isReady: trackers.every(isComplete),
        reason,
        proof: proofs.record,
      })
    },
    get isStale() {
      return getTrouble() !== null || trackers.some(({ failure }) => failure.trouble !== null && !failure.isAbsent)
    },
    get markets() {
      return new Map<Market['id'], BookMarket>(trackers.flatMap(({ markets }) => [...markets]))
    },
    get unprovenMarkets() {
      return proofs.unproven
    },
    computeCoverage: () => computeCoverage(toMarkets(trackers)),
    get isSettled() {
      return trackers.every((tracker) => isComplete(tracker) || tracker.failure.isOtherContract)
    },
    prove,
    advance() {
      advanceSearches()
      prove()
      for (const tracker of trackers) if (isComplete(tracker) && proofs.isSearchDue(tracker)) tracker.restart()
      // Sums every account, so it runs only when the book becomes complete.
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

type Part = { readonly tracker: DeploymentTracker; readonly search: DeploymentSearch | undefined }

/** Returns the first failure. A contract that is not on this chain does not count. */
function toTrouble(parts: readonly Part[]): string | null {
  const troubles = parts.map(({ tracker, search }) =>
    tracker.failure.isAbsent ? null : (tracker.failure.trouble ?? search?.trouble ?? null),
  )
  return troubles.find((trouble) => trouble !== null) ?? null
}

function computeBookState(
  protocol: LendingProtocol,
  chain: ChainName,
  all: readonly Part[],
  { isReady, reason, proof }: { readonly isReady: boolean } & Pick<BookState, 'reason' | 'proof'>,
): BookState {
  const { id } = protocol
  // Contracts that are not on this chain are not searched.
  const parts = all.filter(({ tracker }) => !tracker.failure.isAbsent)
  if (parts.length === 0) {
    const absent = { state: 'absent', progress: 1, blocks: 0, borrowers: 0, proof: null } as const
    return { protocol: id, ...absent, reason: toAbsenceReason(protocol, chain) }
  }
  const counts = parts.map(({ tracker, search }) => countSearched(tracker.deployment.fromBlock, search))
  const blocks = sum(counts.map((count) => count.blocks))
  return {
    protocol: id,
    state: isReady ? 'ready' : reason === null ? 'building' : 'failed',
    progress: blocks === 0 ? 0 : sum(counts.map((count) => count.searched)) / blocks,
    blocks,
    borrowers: sum(toMarkets(parts.map(({ tracker }) => tracker)).map(({ table }) => table.size)),
    reason,
    proof,
  }
}

/** A provider may omit logs silently, but the borrowers must owe the total debt of the markets. */
function findDoubt(trackers: readonly DeploymentTracker[]): string | null {
  const coverage = computeCoverage(toMarkets(trackers)) ?? 1
  if (coverage >= leastCoverage) return null
  return `Its borrowers owe only ${Math.floor(coverage * 100)} % of the debt in its markets, because a provider left out logs. Build the book with another provider in another data directory, or import it.`
}

const toMarkets = (trackers: readonly DeploymentTracker[]) => trackers.flatMap(({ markets }) => [...markets.values()])

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
