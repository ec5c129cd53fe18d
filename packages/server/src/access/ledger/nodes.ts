import type { Clock } from '@outrigger/core'
import type { Leases } from '@outrigger/core/internal'

/** The nodes on one database, as far as they hold blocks of pools. */
export type Nodes = {
  readonly owner: string
  count(): number
  /** A node that has not been seen for so long that it has stopped using what it held. */
  isGone(owner: string): boolean
  /** Whether the others may take this node for gone. */
  isCutOff(): boolean
  /** Looks who is there; to be called several times a second. */
  look(): void
}

export type NodesOptions = {
  readonly leases: Pick<Leases, 'owner' | 'members'>
  /** Never goes back. */
  readonly monotonic: Clock
  /** So long a node uses its blocks while it cannot renew them. @default 600000 */
  readonly blockTtlMs?: number | undefined
}

// Others notice later than a node itself that it is cut off, and wait for that much more.
const graceMs = 5000
const maxAbsent = 1000

export function createNodes({ leases, monotonic, blockTtlMs = 600_000 }: NodesOptions): Nodes {
  const absentSinceMs = new Map<string, number>()
  let seenAtMs = monotonic.now()

  const isAlive = (name: string) => leases.members().some(({ owner }) => owner === name)
  return {
    owner: leases.owner,
    count: () => Math.max(1, leases.members().length),
    isGone(owner) {
      if (isAlive(owner)) {
        absentSinceMs.delete(owner)
        return false
      }
      const sinceMs = absentSinceMs.get(owner)
      if (sinceMs !== undefined) return monotonic.now() - sinceMs >= blockTtlMs + graceMs
      const [oldest] = absentSinceMs.keys()
      if (absentSinceMs.size >= maxAbsent && oldest !== undefined) absentSinceMs.delete(oldest)
      absentSinceMs.set(owner, monotonic.now())
      return false
    },
    isCutOff: () => monotonic.now() - seenAtMs >= blockTtlMs,
    look() {
      if (isAlive(leases.owner)) seenAtMs = monotonic.now()
    },
  }
}
