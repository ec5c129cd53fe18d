import type { Clock } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import type { LiquidationScanner, Opportunity } from '@outrigger/defi'

/** A liquidation that was profitable until `endedAtMs` (Unix), as last reported. */
export type EndedLiquidation = Opportunity & { readonly endedAtMs: number }

/** Liquidations of a node that have ended. */
export type EndedLiquidations = {
  /** Records the liquidations of a scanner that end from now on. Ends with the scanner. */
  add(chain: string, scanner: LiquidationScanner): void
  /** Returns the last 20 of a chain, latest first. */
  list(chain: string): readonly EndedLiquidation[]
}

const mostKept = 20

export function createEndedLiquidations(clock: Clock): EndedLiquidations {
  const chains = new Map<string, () => readonly EndedLiquidation[]>()
  return {
    add: (chain, scanner) => void chains.set(chain, record(scanner, clock)),
    list: (chain) => chains.get(chain)?.() ?? [],
  }
}

function record(scanner: LiquidationScanner, clock: Clock): () => readonly EndedLiquidation[] {
  const present = new Map<string, Opportunity>()
  const ended = createBoundedMap<string, EndedLiquidation>(mostKept)
  scanner.on('opportunity', (opportunity) => {
    // It depends on a pending price and was never profitable.
    if (opportunity.pendingUpdate !== null) return
    present.set(toKey(opportunity), opportunity)
    ended.delete(toKey(opportunity))
  })
  scanner.on('gone', (gone) => {
    const opportunity = present.get(toKey(gone))
    if (opportunity === undefined) return
    present.delete(toKey(gone))
    ended.set(toKey(gone), { ...opportunity, endedAtMs: clock.now() })
  })
  return () => [...(ended.values() as Iterable<EndedLiquidation>)]
}

const toKey = ({ protocol, market, borrower }: Pick<Opportunity, 'protocol' | 'market' | 'borrower'>) =>
  `${protocol} ${market} ${borrower}`
