import type { Store } from '@outrigger/core'
import { type BookKey, toBookName } from './borrowerArchive.ts'
import type { BookProof } from './proof.ts'

/** Result of comparing a book with the sums of its contracts. */
export type ProofRecord = {
  readonly blockNumber: bigint
  /** Whether the book's sums match the sums of its contracts. */
  readonly isProven: boolean
  /** Why they do not match. Null if they do. */
  readonly reason: string | null
}

type ProofDocument = { readonly block: number; readonly reason: string | null }

const open = (store: Store) => store.collection<ProofDocument>('book:proofs')

export async function loadProof(store: Store, key: BookKey): Promise<ProofRecord | null> {
  const stored = await open(store).get(toBookName(key))
  return stored === undefined ? null : toRecord(BigInt(stored.block), stored.reason)
}

export async function saveProof(store: Store, key: BookKey, { blockNumber, reason }: ProofRecord): Promise<void> {
  await open(store).set(toBookName(key), { block: Number(blockNumber), reason })
}

export function toProofRecord({ blockNumber, unproven }: BookProof): ProofRecord {
  const [reason = null] = unproven.values()
  return toRecord(blockNumber, reason)
}

const toRecord = (blockNumber: bigint, reason: string | null): ProofRecord => ({
  blockNumber,
  isProven: reason === null,
  reason,
})
