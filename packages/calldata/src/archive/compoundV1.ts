import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { lending, liquidation } from '../lending/lendingFunctions.ts'

/** Compound v1 (2018-2019), one contract for all markets. */
export const compoundV1 = defineProtocol({
  id: 'compound_v1',
  name: 'Compound v1',
  source: 'https://github.com/compound-finance/compound-money-market',
  contracts: [
    {
      name: 'MoneyMarket',
      addresses: { ethereum: ['0x3fda67f7583380e67ef93072294a7fac882fd7e7'] },
      functions: defineFunctions({
        'liquidateBorrow(address,address,address,uint256)': liquidation({
          borrower: 0,
          debt: 1,
          collateral: 2,
          amount: 3,
        }),
        'supply(address,uint256)': lending('supply', { asset: 0, amount: 1 }),
        'withdraw(address,uint256)': lending('withdraw', { asset: 0, amount: 1 }),
        'borrow(address,uint256)': lending('borrow', { asset: 0, amount: 1 }),
        'repayBorrow(address,uint256)': lending('repay', { asset: 0, amount: 1 }),
      }),
    },
  ],
})
