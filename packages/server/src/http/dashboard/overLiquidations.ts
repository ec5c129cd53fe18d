import type { Clock } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import type { LiquidationScanner, Opportunity } from '@outrigger/defi'

/** A liquidation that paid until `overSinceMs` (Unix), as it was reported last. */
export type OverLiquidation = { readonly opportunity: Opportunity; readonly overSinceMs: number }

const mostKept = 20

/** Keeps liquidations that are over, from now on, and answers them, the latest first. It ends with the scanner. */
export function keepOverLiquidations(scanner: LiquidationScanner, clock: Clock): () => readonly OverLiquidation[] {
  const present = new Map<string, Opportunity>()
  const over = createBoundedMap<string, OverLiquidation>(mostKept)

  function take(opportunity: Opportunity): void {
    // Of a price that is pending: it has never paid.
    if (opportunity.pendingUpdate !== null) return
    present.set(toKey(opportunity), opportunity)
    over.delete(toKey(opportunity))
  }

  for (const opportunity of scanner.opportunities()) take(opportunity)
  scanner.on('opportunity', take)
  scanner.on('gone', (gone) => {
    const opportunity = present.get(toKey(gone))
    if (opportunity === undefined) return
    present.delete(toKey(gone))
    over.set(toKey(gone), { opportunity, overSinceMs: clock.now() })
  })
  return () => [...(over.values() as Iterable<OverLiquidation>)]
}

const toKey = ({ protocol, market, borrower }: Pick<Opportunity, 'protocol' | 'market' | 'borrower'>) =>
  `${protocol} ${market} ${borrower}`
