import type { Opportunity } from '@outrigger/defi'
import type { Address, Hex } from 'viem'

/** Stores positions that can be liquidated at a profit, as reported by a scanner or found by a check of a borrower. */
export type KnownLiquidations = {
  set(opportunity: Opportunity): void
  delete(position: Pick<Opportunity, 'protocol' | 'market' | 'borrower'>): void
  of(protocol: string, borrower: Address): readonly Opportunity[]
}

/** Largest number of borrowers to store. Beyond this limit, the oldest ones are evicted. */
const most = 10_000

export function createKnownLiquidations(): KnownLiquidations {
  const known = new Map<string, Map<Hex, Opportunity>>()
  return {
    set(opportunity) {
      const key = toKey(opportunity.protocol, opportunity.borrower)
      known.set(key, (known.get(key) ?? new Map()).set(opportunity.market, opportunity))
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
    },
    delete({ protocol, market, borrower }) {
      const key = toKey(protocol, borrower)
      known.get(key)?.delete(market)
      if (known.get(key)?.size === 0) known.delete(key)
    },
    of: (protocol, borrower) => [...(known.get(toKey(protocol, borrower))?.values() ?? [])],
  }
}

const toKey = (protocol: string, borrower: Address) => `${protocol}:${borrower.toLowerCase()}`

/** Positions that can be liquidated, and the borrowers that were checked. */
export type Liquidations = {
  readonly known: KnownLiquidations
  /** Latest opportunity per position. A newer opportunity supersedes an older one that is still in simulation. */
  readonly latest: Map<string, Opportunity>
  /** Ids of the reported findings per position. */
  readonly reported: Map<string, Set<string>>
  /** Borrowers of pending liquidations that were checked in this block, and the opportunities found. They expire with it. */
  readonly checked: Set<string>
  found: readonly Opportunity[]
}

export const createLiquidations = (): Liquidations => ({
  known: createKnownLiquidations(),
  latest: new Map(),
  reported: new Map(),
  checked: new Set(),
  found: [],
})
