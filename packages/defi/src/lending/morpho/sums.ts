import type { BookSums } from '../protocol.ts'
import { loanIndex, type MorphoMarket } from './market.ts'

/** Shares of all positions add up to the market's, to the unit (Morpho.sol). Of collateral it keeps no sum. */
export const sums: BookSums<MorphoMarket> = {
  toDebtShare: ({ borrowed }) => borrowed,
  toDebtSum: ({ stored }, index, sum) =>
    index === loanIndex ? { sum, total: stored.totalBorrowShares, slack: 0n } : null,
  toSupplyTotal: ({ stored }, index) => (index === loanIndex ? stored.totalSupplyShares : null),
}
