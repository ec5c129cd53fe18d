import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { lending, liquidation } from '../lendingFunctions.ts'

/** Maps each cToken to its underlying token. */
export type Markets = { readonly [market: Address]: Address }

/**
 * Returns the functions of a cToken. `redeem` takes an amount of cTokens, so the amount of the underlying token is
 * unknown. The collateral of a liquidation is the cToken, which the liquidator receives.
 *
 * @see https://github.com/compound-finance/compound-protocol
 */
export function marketFunctions(markets: Markets): Functions {
  const asset = (call: Call) => markets[call.to] ?? null
  return defineFunctions({
    'mint(uint256)': lending('supply', { asset, amount: 0 }),
    'mint()': lending('supply', { asset: 'native', amount: 'value' }),
    'redeem(uint256)': lending('withdraw', { asset }),
    'redeemUnderlying(uint256)': lending('withdraw', { asset, amount: 0 }),
    'borrow(uint256)': lending('borrow', { asset, amount: 0 }),
    'repayBorrow(uint256)': lending('repay', { asset, amount: 0 }),
    'repayBorrow()': lending('repay', { asset: 'native', amount: 'value' }),
    'repayBorrowBehalf(address,uint256)': lending('repay', { asset, amount: 1, account: 0 }),
    'repayBorrowBehalf(address)': lending('repay', { asset: 'native', amount: 'value', account: 0 }),
    'liquidateBorrow(address,uint256,address)': liquidation({ borrower: 0, amount: 1, collateral: 2, debt: asset }),
    'liquidateBorrow(address,address)': liquidation({ borrower: 0, collateral: 1, debt: 'native', amount: 'value' }),
    'accrueInterest()': otherAction,
  })
}

/** Functions of a Comptroller. Each fork has its own reward token to claim. */
export const comptrollerFunctions = defineFunctions(
  each(
    otherAction,
    'enterMarkets(address[])',
    'exitMarket(address)',
    'claimComp(address)',
    'claimComp(address,address[])',
    'claimComp(address[],address[],bool,bool)',
    'claimVenus(address)',
    'claimVenus(address,address[])',
    'claimReward(uint8,address)',
    'claimReward(address)',
    'claimReward()',
  ),
)
