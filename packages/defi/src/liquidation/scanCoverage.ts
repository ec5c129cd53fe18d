import type { Book, BookMarket } from './book/bookTypes.ts'
import type { Opportunity, SkippedPosition } from './opportunity.ts'

/** Skips every protocol for the same reason. */
export function skipAll(books: readonly Book[], reason: string): readonly SkippedPosition[] {
  return books.map(({ protocol }) => ({ protocol: protocol.id, market: null, borrower: null, reason }))
}

/** Returns the protocols and markets that a scan of a block does not cover, and why. */
export function toUnread(books: readonly Book[], blockNumber: bigint): readonly SkippedPosition[] {
  return books.flatMap(({ protocol, state, isStale, unprovenMarkets }): readonly SkippedPosition[] => {
    const where = { protocol: protocol.id, market: null, borrower: null }
    if (state.state !== 'ready') {
      const share = Math.floor(100 * state.progress)
      return [{ ...where, reason: state.reason ?? `The search for its borrowers is ${share} % done.` }]
    }
    if (isStale) return [{ ...where, reason: state.reason ?? `Its state at block ${blockNumber} could not be read.` }]
    return [...unprovenMarkets].map(([market, reason]) => ({ ...where, market, reason }))
  })
}

/** Returns the markets that no book lists as unproven. */
export function toSoundMarkets(books: readonly Book[], markets: readonly BookMarket[]): readonly BookMarket[] {
  const doubtful = toDoubtful(books)
  return markets.filter(({ market }) => !doubtful.has(market.id))
}

/** Returns the opportunities whose protocol was read at the latest block and whose market no book lists as unproven. */
export function toSoundOpportunities(
  books: readonly Book[],
  opportunities: readonly Opportunity[],
): readonly Opportunity[] {
  const stale = new Set(books.flatMap(({ protocol, isStale }) => (isStale ? [protocol.id] : [])))
  const doubtful = toDoubtful(books)
  return opportunities.filter(({ protocol, market }) => !stale.has(protocol) && !doubtful.has(market))
}

const toDoubtful = (books: readonly Book[]): ReadonlySet<string> =>
  new Set(books.flatMap(({ unprovenMarkets }) => [...unprovenMarkets.keys()]))
