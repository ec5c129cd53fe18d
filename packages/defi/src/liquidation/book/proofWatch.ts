import type { ChainName, Store } from '@outrigger/core'
import type { Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { DeploymentTracker } from './deploymentTracker.ts'
import type { BookProof } from './proof.ts'
import { type ProofRecord, saveProof, toProofRecord } from './proofArchive.ts'

/** Tracks the latest proofs of a book's deployments, and stores them for `book status`. */
export type ProofWatch = {
  /** A failed proof if there is one, otherwise the oldest of the deployments' latest proofs. Null before the first. */
  readonly record: ProofRecord | null
  /** Markets with wrong or missing accounts, and why. */
  readonly unproven: ReadonlyMap<Market['id'], string>
  /** Records the latest proof of a deployment whose search is complete. */
  see(tracker: DeploymentTracker): void
  /**
   * Returns true if its accounts must be searched again, because two consecutive blocks were not proven. One is not enough:
   * a node that is mining may answer with the state of the next block. Returns true at most once per interval.
   */
  isSearchDue(tracker: DeploymentTracker): boolean
  /** Resolves when pending writes are done. */
  readonly ended: Promise<void>
}

/** `disagreeing` is the number of consecutive latest blocks that were not proven. */
type Seen = { readonly proof: BookProof; readonly record: ProofRecord; readonly disagreeing: number }

/** Consecutive unproven blocks that start a new search. */
const disagreeingBlocks = 2

export type ProofWatchOptions = {
  readonly store: Store
  readonly chain: ChainName
  readonly protocol: LendingProtocol
  /** Blocks. */
  readonly interval: bigint
}

export function createProofWatch({ store, chain, protocol, interval }: ProofWatchOptions): ProofWatch {
  const seen = new Map<DeploymentTracker, Seen>()
  const stored = new Map<DeploymentTracker, ProofRecord>()
  const searchedAt = new Map<DeploymentTracker, bigint>()
  let writing = Promise.resolve()

  function save(tracker: DeploymentTracker, record: ProofRecord): void {
    const last = stored.get(tracker)
    if (last?.reason === record.reason && isWithin(interval, last.blockNumber, record.blockNumber)) return
    stored.set(tracker, record)
    const key = { chain, protocol: protocol.id, deployment: tracker.deployment.address }
    // Failures are ignored, because the record is informational and the next one replaces it.
    writing = writing.then(() => saveProof(store, key, record)).catch(() => {})
  }

  return {
    get record() {
      const records = [...seen.values()].map(({ record }) => record)
      return records.find(({ isProven }) => !isProven) ?? records.sort(byBlock)[0] ?? null
    },
    get unproven() {
      return new Map([...seen.values()].flatMap(({ proof }) => [...proof.unproven]))
    },
    see(tracker) {
      const { proof } = tracker
      const before = seen.get(tracker)
      if (proof === null || before?.proof === proof) return
      const record = toProofRecord(proof)
      seen.set(tracker, { proof, record, disagreeing: countDisagreeing(before, record) })
      save(tracker, record)
    },
    isSearchDue(tracker) {
      const one = seen.get(tracker)
      if (one === undefined || one.disagreeing < disagreeingBlocks) return false
      const { blockNumber } = one.record
      const before = searchedAt.get(tracker)
      if (before !== undefined && isWithin(interval, before, blockNumber)) return false
      searchedAt.set(tracker, blockNumber)
      return true
    },
    get ended() {
      return writing
    },
  }
}

function countDisagreeing(before: Seen | undefined, { isProven, blockNumber }: ProofRecord): number {
  if (isProven) return 0
  if (before === undefined) return 1
  return before.disagreeing + (before.record.blockNumber === blockNumber ? 0 : 1)
}

/** After a reorg, a later block may have a lower number. */
const isWithin = (interval: bigint, before: bigint, now: bigint): boolean => now >= before && now < before + interval

const byBlock = (a: ProofRecord, b: ProofRecord): number => (a.blockNumber < b.blockNumber ? -1 : 1)
