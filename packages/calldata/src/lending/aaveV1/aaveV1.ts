import type { Address } from 'viem'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { flashLoan, lending, liquidation } from '../lendingFunctions.ts'

export const aaveV1Pool: Address = '0x398ec7346dcd622edc5ae82352f02be94c62d119'

/** Aave V1. Its arguments also contain the amounts of native currency. */
export const aaveV1 = defineProtocol({
  id: 'aave_v1',
  name: 'Aave V1',
  source: 'https://github.com/aave/aave-protocol, https://github.com/bgd-labs/aave-address-book',
  contracts: [
    {
      name: 'LendingPool',
      addresses: { ethereum: [aaveV1Pool] },
      functions: defineFunctions({
        'deposit(address,uint256,uint16)': lending('supply', { asset: 0, amount: 1 }),
        'borrow(address,uint256,uint256,uint16)': lending('borrow', { asset: 0, amount: 1 }),
        'repay(address,uint256,address)': lending('repay', { asset: 0, amount: 1, account: 2 }),
        'liquidationCall(address,address,address,uint256,bool)': liquidation({
          collateral: 0,
          debt: 1,
          borrower: 2,
          amount: 3,
        }),
        'flashLoan(address,address,uint256,bytes)': flashLoan({ receiver: 0, asset: 1, amount: 2 }),
        'swapBorrowRateMode(address)': otherAction,
        'rebalanceStableBorrowRate(address,address)': otherAction,
        'setUserUseReserveAsCollateral(address,bool)': otherAction,
      }),
    },
  ],
})
