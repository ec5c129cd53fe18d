import type { Leases } from '@outrigger/core/internal'
import type { Journal } from './journal.ts'
import { type BundleRecord, toRecordId } from './record.ts'

type Parts = {
  readonly journal: Journal
  /** Undefined where one node has the store for itself. */
  readonly leases: Leases | undefined
  /** This node follows it from now on. */
  readonly onOwn: (record: BundleRecord) => Promise<void>
}

/**
 * Which of the nodes on one store follows a bundle: the one that was last asked to send it or to take it back, and once that
 * node has died or ended, another. The same record in the store decides, so that there is one at a time.
 */
export type Ownership = {
  /** The record as this node's. */
  own(record: BundleRecord): BundleRecord
  isOwn(record: BundleRecord): boolean
  /** Takes up what nodes have left that are no more. */
  adoptLeft(): Promise<void>
  close(): void
}

export function createOwnership({ journal, leases, onOwn }: Parts): Ownership {
  const self = leases?.owner
  const own = (record: BundleRecord): BundleRecord => (self === undefined ? record : { ...record, node: self })
  const isOwn = ({ node }: BundleRecord) => self === undefined || node === self
  let isClosed = false

  async function adopt(open: BundleRecord): Promise<void> {
    const { node: left } = open
    const record = await journal.update(toRecordId(open), (current) =>
      // Another node may have been quicker.
      current?.node === left && current !== undefined ? toUncertain(own(current)) : current,
    )
    // It is not waited for: whoever asks renews leases as well, which must not wait for a provider.
    if (record !== undefined && isOwn(record) && !isClosed) void onOwn(record)
  }
  async function adoptAll(isLeft: (record: BundleRecord) => boolean): Promise<void> {
    for (const record of await journal.listOpen()) if (!isClosed && isLeft(record)) await adopt(record)
  }
  const stop = leases?.onDead((owner) => adoptAll(({ node }) => node === owner))
  return {
    own,
    isOwn,
    adoptLeft() {
      const alive = new Set(leases?.members().map(({ owner }) => owner))
      return adoptAll(({ node }) => self === undefined || node === undefined || !alive.has(node))
    },
    close() {
      isClosed = true
      stop?.()
    },
  }
}

/** What was about to be sent when a node ended may have been. */
function toUncertain(record: BundleRecord): BundleRecord {
  const message = 'the node ended before the answer came'
  const submissions = record.submissions.map((one) =>
    one.outcome === 'sending' ? { ...one, outcome: 'uncertain' as const, message } : one,
  )
  return { ...record, submissions }
}
