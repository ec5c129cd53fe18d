import type { ChainName, Store } from '@outrigger/core'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { Market } from '../../market/market.ts'
import type { DeploymentTracker } from './deploymentTracker.ts'
import type { BookProof } from './proof.ts'
import { type ProofRecord, saveProof, toProofRecord } from './proofArchive.ts'

/** What the latest proofs of a book's deployments say, kept in the store so that `book status` knows. */
export type ProofWatch = {
  /** The oldest of the deployments' latest proofs, or one that failed; null before the first. */
  readonly record: ProofRecord | null
  /** Markets whose list of accounts is known to be wrong or incomplete, and why. */
  readonly unproven: ReadonlyMap<Market['id'], string>
  /** Takes in the latest proof of a deployment whose search is complete. */
  see(tracker: DeploymentTracker): void
  /**
   * Whether its accounts are to be searched for again: when two blocks in a row disagree, since a node that is mining may
   * answer one block's question with the next one's state. Says so once, then not before another interval has passed.
   */
  isSearchDue(tracker: DeploymentTracker): boolean
  /** What is being written. */
  readonly ended: Promise<void>
}

/** `disagreeing` counts the latest blocks in a row that were not proven. */
type Seen = { readonly proof: BookProof; readonly record: ProofRecord; readonly disagreeing: number }

/** Before accounts are searched for again. */
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
  const kept = new Map<DeploymentTracker, ProofRecord>()
  const searchedAt = new Map<DeploymentTracker, bigint>()
  let writing = Promise.resolve()

  function keep(tracker: DeploymentTracker, record: ProofRecord): void {
    const last = kept.get(tracker)
    if (last?.reason === record.reason && isWithin(interval, last.blockNumber, record.blockNumber)) return
    kept.set(tracker, record)
    const key = { chain, protocol: protocol.id, deployment: tracker.deployment.address }
    // It is for people to look at: the next one is written all the same.
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
      keep(tracker, record)
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

/** After a reorganisation a later one may have a lower number. */
const isWithin = (interval: bigint, before: bigint, now: bigint): boolean => now >= before && now < before + interval

const byBlock = (a: ProofRecord, b: ProofRecord): number => (a.blockNumber < b.blockNumber ? -1 : 1)
