import type { BookSums } from '../protocol.ts'
import { loanIndex, type MorphoMarket } from './market.ts'

/** The shares of all positions add up to the market's exactly (Morpho.sol). It stores no sum of collateral. */
export const sums: BookSums<MorphoMarket> = {
  toDebtShare: ({ borrowed }) => borrowed,
  toDebtSum: ({ stored }, index, sum) =>
    index === loanIndex ? { sum, total: stored.totalBorrowShares, slack: 0n } : null,
  toSupplyTotal: ({ stored }, index) => (index === loanIndex ? stored.totalSupplyShares : null),
}
