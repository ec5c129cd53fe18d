import type { BookSums } from '../protocol.ts'
import type { CompoundV2Market } from './market.ts'

const shareScale = 10n ** 36n
/** Share of the debt (1 / this) that is far below any debt worth liquidating and far above rounding errors. */
const slackShare = 1_000_000n

/**
 * Sums of a market. The interest of `totalBorrows` is rounded down once per block, and the index of debts is rounded
 * far less. Each loan and repayment adds another rounding (CToken.sol). So the sums differ by less than a few base
 * units per block.
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
