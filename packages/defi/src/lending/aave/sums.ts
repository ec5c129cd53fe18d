import type { BookSums } from '../protocol.ts'
import type { AaveMarket } from './aaveMarket.ts'

/**
 * `scaledTotalSupply` of aTokens and variable debt tokens is the exact sum of all scaled balances
 * (ScaledBalanceTokenBase.sol; v2: AToken.sol and VariableDebtToken.sol). Stable-rate debts are not compared, because the
 * contract only stores an average that is rounded at every change.
 */
export const sums: BookSums<AaveMarket> = {
  toDebtShare: ({ borrowed }) => borrowed,
  toDebtSum({ reserves }, index, sum) {
    const reserve = reserves[index]
    return reserve === undefined || reserve.hasOwnArithmetic ? null : { sum, total: reserve.scaledDebt, slack: 0n }
  },
  toSupplyTotal({ reserves }, index) {
    const reserve = reserves[index]
    return reserve === undefined || reserve.hasOwnArithmetic ? null : reserve.scaledSupply
  },
}
