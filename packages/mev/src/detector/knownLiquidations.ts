import type { Opportunity } from '@outrigger/defi'
import type { Address, Hex } from 'viem'

/** Positions that can be liquidated at a profit, as far as a scanner or a look at a borrower shows. */
export type KnownLiquidations = {
  set(opportunity: Opportunity): void
  delete(position: Pick<Opportunity, 'protocol' | 'market' | 'borrower'>): void
  of(protocol: string, borrower: Address): readonly Opportunity[]
}

/** Borrowers; beyond, those known longest are forgotten. */
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
