import type { BookSums } from '../protocol.ts'
import type { CompoundV2Market } from './market.ts'

const shareScale = 10n ** 36n
/** Of what is owed: far below any debt worth liquidating, far above what is left to rounding. */
const slackShare = 1_000_000n

/**
 * `totalBorrows` grows by interest that is rounded down once a block, debts by an index that is rounded far finer, and each loan
 * and repayment adds a rounding of its own (CToken.sol): the two differ by less than a few base units for each block there was.
 */
export const sums: BookSums<CompoundV2Market> = {
  toDebtShare: ({ borrowed, borrowIndex = 0n }) => (borrowIndex === 0n ? 0n : (borrowed * shareScale) / borrowIndex),
  toDebtSum({ reserves, blockNumber }, index, shares, { fromBlock }) {
    const reserve = reserves[index]
    if (reserve === undefined) return null
    const total = reserve.totalBorrowed
    const blocks = fromBlock < blockNumber ? blockNumber - fromBlock : blockNumber
    return { sum: (shares * reserve.borrowIndex) / shareScale, total, slack: 2n * blocks + total / slackShare }
  },
  toSupplyTotal: ({ reserves }, index) => reserves[index]?.totalSupply ?? null,
}
