import { computePosition } from '../positions/computePosition.ts'
import { LendingReadError } from '../reads/readErrors.ts'
import type { Book, BookMarket } from './book/bookTypes.ts'
import { toSoundMarkets } from './scanCoverage.ts'
import type { BorrowerPosition } from './scannerTypes.ts'

const wad = 1e18

/**
 * Yields the positions with debt in the books' proven markets, one at a time, and null for each position with a health
 * factor above `maxHealth`. Skips markets without a known value in dollars, and markets whose oracle does not answer.
 */
export function* listPositions(books: readonly Book[], maxHealth: number): Generator<BorrowerPosition | null> {
  const current = books.filter(({ state, isStale }) => state.state === 'ready' && !isStale)
  const markets = current.flatMap((book) => [...book.markets.values()])
  for (const market of toSoundMarkets(books, markets))
    if (market.market.unitUsd !== null) yield* listMarket(market, maxHealth)
}

function* listMarket({ protocol, market, table }: BookMarket, maxHealth: number): Generator<BorrowerPosition | null> {
  // A copy, because accounts change while the caller pauses the iteration.
  for (const account of [...table.accounts()]) {
    try {
      const { healthFactor } = protocol.computeHealth(market, account)
      yield healthFactor === null || Number(healthFactor) / wad > maxHealth
        ? null
        : { borrower: account.address, ...computePosition(protocol, market, account) }
    } catch (cause) {
      if (!(cause instanceof LendingReadError)) throw cause
      return
    }
  }
}
