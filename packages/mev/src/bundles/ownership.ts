import type { Leases } from '@outrigger/core/internal'
import type { Journal } from './journal.ts'
import { type BundleRecord, toRecordId } from './record.ts'

type Parts = {
  readonly journal: Journal
  /** Leases of the nodes on a shared store. Undefined if the store is not shared. */
  readonly leases: Leases | undefined
  /** Called when this node starts to follow a record. */
  readonly onOwn: (record: BundleRecord) => Promise<void>
}

/**
 * Decides which node on a shared store follows a bundle: the node that last received a request to send or cancel it, or another
 * node after the first one has ended. The owner is part of the stored record, so that there is only one at a time.
 */
export type Ownership = {
  /** Returns the record with this node as its owner. */
  own(record: BundleRecord): BundleRecord
  isOwn(record: BundleRecord): boolean
  /** Takes over bundles of nodes that have ended. */
  adoptOrphans(): Promise<void>
  close(): void
}

export function createOwnership({ journal, leases, onOwn }: Parts): Ownership {
  const self = leases?.owner
  const own = (record: BundleRecord): BundleRecord => (self === undefined ? record : { ...record, node: self })
  const isOwn = ({ node }: BundleRecord) => self === undefined || node === self
  let isClosed = false

  async function adopt(open: BundleRecord): Promise<void> {
    const { node: previous } = open
    const record = await journal.update(toRecordId(open), (current) =>
      // Another node may already have taken over the bundle.
      current?.node === previous && current !== undefined ? toUncertain(own(current)) : current,
    )
    // Not awaited: the caller also renews leases, and a slow provider must not delay the renewal.
    if (record !== undefined && isOwn(record) && !isClosed) void onOwn(record)
  }
  async function adoptAll(isOrphan: (record: BundleRecord) => boolean): Promise<void> {
    for (const record of await journal.listOpen()) if (!isClosed && isOrphan(record)) await adopt(record)
  }
  const stop = leases?.onDead((owner) => adoptAll(({ node }) => node === owner))
  return {
    own,
    isOwn,
    adoptOrphans() {
      const alive = new Set(leases?.members().map(({ owner }) => owner))
      return adoptAll(({ node }) => self === undefined || node === undefined || !alive.has(node))
    },
    close() {
      isClosed = true
      stop?.()
    },
  }
}

/** Submissions in progress when a node ended may have reached the relay. */
function toUncertain(record: BundleRecord): BundleRecord {
  const message = 'the node ended before the relay replied'
  const submissions = record.submissions.map((one) =>
    one.outcome === 'sending' ? { ...one, outcome: 'uncertain' as const, message } : one,
  )
  return { ...record, submissions }
}
