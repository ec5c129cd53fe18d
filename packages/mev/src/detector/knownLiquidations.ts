import { createBoundedMap } from '@outrigger/core/internal'
import type { Opportunity } from '@outrigger/defi'
import type { Address } from 'viem'

type Position = Pick<Opportunity, 'protocol' | 'market' | 'borrower'>

/** Stores positions that can be liquidated at a profit, as reported by a scanner or found by a check of a borrower. */
export type KnownLiquidations = {
  set(opportunity: Opportunity): void
  delete(position: Position): void
  of(protocol: string, borrower: Address): readonly Opportunity[]
}

/** Largest number of borrowers to store. Beyond this limit, the least recently used ones are evicted. */
const most = 10_000

export function createKnownLiquidations(): KnownLiquidations {
  const known = createBoundedMap<string, readonly Opportunity[]>(most)
  const of = (protocol: string, borrower: Address) => known.get(toKey(protocol, borrower)) ?? []
  const setOf = ({ protocol, market, borrower }: Position, more: readonly Opportunity[]): void => {
    const others = of(protocol, borrower).filter((one) => one.market !== market)
    known.set(toKey(protocol, borrower), [...others, ...more])
  }
  return {
    of,
    set: (opportunity) => setOf(opportunity, [opportunity]),
    delete: (position) => setOf(position, []),
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
