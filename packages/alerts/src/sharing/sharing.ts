import type { Change, Leases } from '@outrigger/core/internal'
import type { Subject } from '../alert.ts'

const leaseKind = 'alerts'

/** Figures without a chain belong to the node itself. */
const toKey = ({ chain }: Pick<Subject, 'chain'>): string => chain ?? 'node'

/** Decides which process evaluates an alert: the holder of the lease of its chain. */
export type Sharing = {
  readonly owner: string
  toLease(subject: Pick<Subject, 'chain'>): string
  /** Requests the leases of exactly these subjects. */
  request(subjects: readonly Subject[]): void
  isHeld(subject: Subject): boolean
  /** Changes to commit before results of these subjects. @throws {LeaseLostError} */
  fences(subjects: readonly Subject[]): readonly Change[]
  /** Updates which leases this process holds. */
  refresh(): Promise<void>
}

export function createSharing(leases: Leases): Sharing {
  const toLease = (subject: Pick<Subject, 'chain'>) => `${leaseKind}/${toKey(subject)}`
  return {
    owner: leases.owner,
    toLease,
    request: (subjects) => leases.want(leaseKind, new Set(subjects.map(toKey))),
    isHeld: (subject) => leases.isHeld(toLease(subject)),
    fences: (subjects) => [...new Set(subjects.map(toLease))].map(leases.fence),
    refresh: leases.refresh,
  }
}
