import type { Store } from '@outrigger/core'
import type { BookKey } from './borrowerArchive.ts'
import type { BookProof } from './proof.ts'

/** A proof as `book status` shows it. */
export type ProofRecord = {
  readonly blockNumber: bigint
  /** Whether the book had everybody, as far as the sums of its contracts show. */
  readonly isProven: boolean
  /** Why not; null where it is. */
  readonly reason: string | null
}

type ProofDocument = { readonly block: number; readonly reason: string | null }

const toName = ({ chain, protocol, deployment }: BookKey) => `${chain}:${protocol}:${deployment}`
const open = (store: Store) => store.collection<ProofDocument>('book:proofs')

export async function loadProof(store: Store, key: BookKey): Promise<ProofRecord | null> {
  const kept = await open(store).get(toName(key))
  return kept === undefined ? null : toRecord(BigInt(kept.block), kept.reason)
}

export async function saveProof(store: Store, key: BookKey, { blockNumber, reason }: ProofRecord): Promise<void> {
  await open(store).set(toName(key), { block: Number(blockNumber), reason })
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
