import type { BookSums } from '../protocol.ts'
import type { AaveMarket } from './aaveMarket.ts'

/**
 * `scaledTotalSupply` of aTokens and variable debt tokens is the sum of all scaled balances, to the unit (ScaledBalanceTokenBase.sol;
 * v2: AToken.sol and VariableDebtToken.sol). Of debts at stable rates the contract keeps an average that is rounded at every change:
 * it proves nothing.
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
