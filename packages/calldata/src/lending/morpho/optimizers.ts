import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions } from '../../decoder/protocol.ts'
import { lending, liquidation } from '../lendingFunctions.ts'

/**
 * Functions of the optimizers on Compound and Aave 2. Their arguments contain the market (cToken or aToken) instead
 * of the asset.
 */
export const optimizerFunctions = defineFunctions({
  'supply(address,uint256)': lending('supply', { amount: 1 }),
  'supply(address,address,uint256)': lending('supply', { account: 1, amount: 2 }),
  'supply(address,address,uint256,uint256)': lending('supply', { account: 1, amount: 2 }),
  'borrow(address,uint256)': lending('borrow', { amount: 1 }),
  'borrow(address,uint256,uint256)': lending('borrow', { amount: 1 }),
  'withdraw(address,uint256)': lending('withdraw', { amount: 1 }),
  'withdraw(address,uint256,address)': lending('withdraw', { amount: 1 }),
  'repay(address,uint256)': lending('repay', { amount: 1 }),
  'repay(address,address,uint256)': lending('repay', { account: 1, amount: 2 }),
  'liquidate(address,address,address,uint256)': liquidation({ collateral: 1, borrower: 2, amount: 3 }),
  'claimRewards(address[],bool)': otherAction,
})

/** Functions of the optimizer on Aave 3. Their arguments contain the underlying token. */
export const optimizerV3Functions = defineFunctions({
  'supply(address,uint256,address,uint256)': lending('supply', { asset: 0, amount: 1, account: 2 }),
  'supplyCollateral(address,uint256,address)': lending('supply', { asset: 0, amount: 1, account: 2 }),
  'borrow(address,uint256,address,address,uint256)': lending('borrow', { asset: 0, amount: 1, account: 2 }),
  'repay(address,uint256,address)': lending('repay', { asset: 0, amount: 1, account: 2 }),
  'withdraw(address,uint256,address,address,uint256)': lending('withdraw', { asset: 0, amount: 1, account: 2 }),
  'withdrawCollateral(address,uint256,address,address)': lending('withdraw', { asset: 0, amount: 1, account: 2 }),
  'liquidate(address,address,address,uint256)': liquidation({ debt: 0, collateral: 1, borrower: 2, amount: 3 }),
  'approveManager(address,bool)': otherAction,
})
