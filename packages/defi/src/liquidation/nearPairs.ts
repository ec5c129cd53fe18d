import type { TokenPair } from '../dex/getSwapRoutes.ts'
import type { BookBlock, BookMarket } from './book/bookTypes.ts'
import { findCandidates, sortByDebt } from './findCandidates.ts'
import { toRoutePairs } from './routePairs.ts'
import { withPriceDrop } from './withPriceDrop.ts'

/** How far collateral may fall before a pair that has not been read is missed. */
const nearDrop = 0.1
const maxPairs = 40
const maxAgeBlocks = 20n

/**
 * Token pairs that liquidations may need soon, of accounts close to liquidation: those of the largest debts. Found again when
 * accounts have changed, or after some blocks.
 */
export function createNearPairs(): (
  block: Pick<BookBlock, 'number' | 'touched'>,
  markets: readonly BookMarket[],
) => readonly TokenPair[] {
  let near: { readonly pairs: readonly TokenPair[]; readonly block: bigint } | null = null
  return ({ number, touched }, markets) => {
    const age = near === null ? maxAgeBlocks : number - near.block
    if (near === null || touched.length > 0 || age < 0n || age >= maxAgeBlocks) {
      const { candidates } = findCandidates(markets, (protocol) => withPriceDrop(protocol, nearDrop))
      near = { pairs: toRoutePairs(sortByDebt(candidates)).slice(0, maxPairs), block: number }
    }
    return near.pairs
  }
}
