import type { TokenPair } from '../dex/router/getSwapRoutes.ts'
import type { BookBlock, BookMarket } from './book/bookTypes.ts'
import { findCandidates, sortByDebt } from './findCandidates.ts'
import { toRoutePairs } from './routePairs.ts'
import { withPriceDrop } from './withPriceDrop.ts'

/** Pairs are read in advance for accounts that a price drop of this share makes liquidatable. */
const nearDrop = 0.1
const maxPairs = 40
const maxAgeBlocks = 20n

/**
 * Returns the token pairs that liquidations may need soon, from the largest debts close to liquidation. Searches again when
 * accounts have changed, and every 20 blocks.
 */
export function createAnticipatedPairs(): (
  block: Pick<BookBlock, 'number' | 'readAccounts'>,
  markets: readonly BookMarket[],
) => readonly TokenPair[] {
  let found: { readonly pairs: readonly TokenPair[]; readonly block: bigint } | null = null
  return ({ number, readAccounts }, markets) => {
    const age = found === null ? maxAgeBlocks : number - found.block
    if (found === null || readAccounts.length > 0 || age < 0n || age >= maxAgeBlocks) {
      const { candidates } = findCandidates(markets, (protocol) => withPriceDrop(protocol, nearDrop))
      found = { pairs: toRoutePairs(sortByDebt(candidates)).slice(0, maxPairs), block: number }
    }
    return found.pairs
  }
}
