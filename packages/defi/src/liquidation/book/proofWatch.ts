import type { ChainName, Store } from '@outrigger/core'
import type { Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { Keeper } from './keeper.ts'
import type { BookProof } from './proof.ts'
import { type ProofRecord, saveProof, toProofRecord } from './proofArchive.ts'

/** What the latest proofs of a book's deployments say, kept in the store so that `book status` can tell. */
export type ProofWatch = {
  /** The oldest of the deployments' latest proofs, or one that failed; null before the first. */
  readonly record: ProofRecord | null
  /** Markets whose accounts are known not to be all there are as they are, and why. */
  readonly doubts: ReadonlyMap<Market['id'], string>
  /** Takes in the latest proof of a deployment whose search is complete. */
  see(keeper: Keeper): void
  /**
   * Whether its accounts are to be searched for again: when two blocks in a row disagree, since a node that is mining may
   * answer one block's question with the next one's state. Says so once, then not before another interval has passed.
   */
  isSearchDue(keeper: Keeper): boolean
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
  const seen = new Map<Keeper, Seen>()
  const kept = new Map<Keeper, ProofRecord>()
  const searchedAt = new Map<Keeper, bigint>()
  let writing = Promise.resolve()

  function keep(keeper: Keeper, record: ProofRecord): void {
    const last = kept.get(keeper)
    if (last?.reason === record.reason && isWithin(interval, last.blockNumber, record.blockNumber)) return
    kept.set(keeper, record)
    const key = { chain, protocol: protocol.id, deployment: keeper.deployment.address }
    // It is for people to look at: the next one is written all the same.
    writing = writing.then(() => saveProof(store, key, record)).catch(() => {})
  }

  return {
    get record() {
      const records = [...seen.values()].map(({ record }) => record)
      return records.find(({ isProven }) => !isProven) ?? records.sort(byBlock)[0] ?? null
    },
    get doubts() {
      return new Map([...seen.values()].flatMap(({ proof }) => [...proof.doubts]))
    },
    see(keeper) {
      const { proof } = keeper
      const before = seen.get(keeper)
      if (proof === null || before?.proof === proof) return
      const record = toProofRecord(proof)
      seen.set(keeper, { proof, record, disagreeing: countDisagreeing(before, record) })
      keep(keeper, record)
    },
    isSearchDue(keeper) {
      const one = seen.get(keeper)
      if (one === undefined || one.disagreeing < disagreeingBlocks) return false
      const { blockNumber } = one.record
      const before = searchedAt.get(keeper)
      if (before !== undefined && isWithin(interval, before, blockNumber)) return false
      searchedAt.set(keeper, blockNumber)
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
