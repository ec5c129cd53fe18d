import type { BookSums } from '../protocol.ts'
import { baseIndex, type CometMarket } from './market.ts'

/** Principals add up exactly to `totalBorrowBase` and `totalSupplyBase`, collateral to `totalsCollateral` (Comet.sol). */
export const sums: BookSums<CometMarket> = {
  toDebtShare: ({ borrowed }) => borrowed,
  toDebtSum: ({ stored }, index, sum) => ({ sum, total: index === baseIndex ? stored.totalBorrow : 0n, slack: 0n }),
  toSupplyTotal: ({ stored, reserves }, index) =>
    index === baseIndex ? stored.totalSupply : (reserves[index]?.totalSupplied ?? null),
}
