import type { Clock } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import type { LiquidationScanner, Opportunity } from '@outrigger/defi'

/** A liquidation that was profitable until `overSinceMs` (Unix), as last reported. */
export type OverLiquidation = { readonly opportunity: Opportunity; readonly overSinceMs: number }

const mostKept = 20

/** Collects liquidations that end from now on. Returns a function that lists them, latest first. Ends with the scanner. */
export function keepOverLiquidations(scanner: LiquidationScanner, clock: Clock): () => readonly OverLiquidation[] {
  const present = new Map<string, Opportunity>()
  const over = createBoundedMap<string, OverLiquidation>(mostKept)

  function take(opportunity: Opportunity): void {
    // It depends on a pending price and was never profitable.
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
