import { computePosition } from '../positions/computePosition.ts'
import { LendingReadError } from '../reads/readErrors.ts'
import type { Book, BookMarket } from './book/bookTypes.ts'
import { toSoundMarkets } from './scanCoverage.ts'
import type { BorrowerPosition } from './scannerTypes.ts'

const wad = 1e18

/**
 * Positions with debt in the books' sound markets, one at a time: null for each whose health factor is above `mostHealth`.
 * Markets whose value in dollars is not known, or whose oracle is silent, are left out.
 */
export function* listPositions(books: readonly Book[], mostHealth: number): Generator<BorrowerPosition | null> {
  const current = books.filter(({ state, isStale }) => state.state === 'ready' && !isStale)
  const markets = current.flatMap((book) => [...book.markets.values()])
  for (const market of toSoundMarkets(books, markets))
    if (market.market.unitUsd !== null) yield* listMarket(market, mostHealth)
}

function* listMarket({ protocol, market, table }: BookMarket, mostHealth: number): Generator<BorrowerPosition | null> {
  // A copy: accounts come and go while the caller does something else.
  for (const account of [...table.accounts()]) {
    try {
      const { healthFactor } = protocol.computeHealth(market, account)
      yield healthFactor === null || Number(healthFactor) / wad > mostHealth
        ? null
        : { borrower: account.address, ...computePosition(protocol, market, account) }
    } catch (cause) {
      if (!(cause instanceof LendingReadError)) throw cause
      return
    }
  }
}
