import type { Change, Leases } from '@outrigger/core/internal'
import type { Subject } from '../alert.ts'

const leaseKind = 'alerts'

/** Figures without a chain are of the node itself. */
const toKey = ({ chain }: Pick<Subject, 'chain'>): string => chain ?? 'node'

/** Which of several processes evaluates an alert: the holder of the lease of its chain. */
export type Sharing = {
  readonly owner: string
  toLease(subject: Pick<Subject, 'chain'>): string
  /** Bids for the leases of these, and of no others. */
  want(subjects: readonly Subject[]): void
  isHeld(subject: Subject): boolean
  /** To be committed before what was found of these. @throws {LeaseLostError} */
  fences(subjects: readonly Subject[]): readonly Change[]
  /** Finds out what it still holds. */
  refresh(): Promise<void>
}

export function createSharing(leases: Leases): Sharing {
  const toLease = (subject: Pick<Subject, 'chain'>) => `${leaseKind}/${toKey(subject)}`
  return {
    owner: leases.owner,
    toLease,
    want: (subjects) => leases.want(leaseKind, new Set(subjects.map(toKey))),
    isHeld: (subject) => leases.isHeld(toLease(subject)),
    fences: (subjects) => [...new Set(subjects.map(toLease))].map(leases.fence),
    refresh: leases.refresh,
  }
}
