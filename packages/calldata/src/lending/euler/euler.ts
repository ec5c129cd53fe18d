import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { flashLoan, lending, liquidation } from '../lendingFunctions.ts'

/** EVC: target, account, value, data. The vault sees the account as its caller. */
const batch: Decode = (call) => {
  for (const item of call.tuples(0)) {
    call.enter(item.address(0), item.uint(2), item.bytes(3), item.address(1))
  }
}

/** Exec of version 1: allowError, proxy, data. */
const batchDispatch: Decode = (call) => {
  for (const item of call.tuples(0)) {
    call.enter(item.address(1), 0n, item.bytes(2), call.from)
  }
}

export const euler = defineProtocol({
  id: 'euler',
  name: 'Euler',
  source: 'https://github.com/euler-xyz',
  contracts: [
    {
      name: 'Liquidation (version 1)',
      addresses: { ethereum: ['0xf43ce1d09050bafd6980dd43cde2ab9f18c85b34'] },
      functions: defineFunctions({
        'liquidate(address,address,address,uint256,uint256)': liquidation({
          borrower: 0,
          debt: 1,
          collateral: 2,
          amount: 3,
        }),
      }),
    },
    {
      name: 'EthereumVaultConnector',
      addresses: { ethereum: ['0x0c9a3dd6b8f28529d72d7f9ce918d493519ee383'] },
      functions: defineFunctions({
        'enableCollateral(address,address)': otherAction,
        'disableCollateral(address,address)': otherAction,
        'enableController(address,address)': otherAction,
        'disableController(address)': otherAction,
        'setAccountOperator(address,address,bool)': otherAction,
      }),
    },
  ],
  atAnyAddress: defineFunctions({
    'batch((address,address,uint256,bytes)[])': batch,
    'call(address,address,uint256,bytes)': (call) =>
      call.enter(call.address(0), call.uint(2), call.bytes(3), call.address(1)),
    'batchDispatch((bool,address,bytes)[],address[])': batchDispatch,
    // Vaults of version 2: the debt is the vault's asset, the collateral another vault.
    'liquidate(address,address,uint256,uint256)': liquidation({ borrower: 0, collateral: 1, amount: 2 }),
    'borrow(uint256,address)': lending('borrow', { amount: 0 }),
    'repay(uint256,address)': lending('repay', { amount: 0, account: 1 }),
    'repayWithShares(uint256,address)': lending('repay', { amount: 0, account: 1 }),
    'flashLoan(uint256,bytes)': flashLoan({ amount: 0 }),
  }),
})
