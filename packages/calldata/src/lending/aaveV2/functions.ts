import type { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions } from '../../decoder/protocol.ts'
import { flashLoans, lending, liquidation } from '../lendingFunctions.ts'

/** Functions that Aave V2's LendingPool, Aave V3's Pool and their forks share. */
export const poolFunctions = defineFunctions({
  'deposit(address,uint256,address,uint16)': lending('supply', { asset: 0, amount: 1, account: 2 }),
  'withdraw(address,uint256,address)': lending('withdraw', { asset: 0, amount: 1 }),
  'borrow(address,uint256,uint256,uint16,address)': lending('borrow', { asset: 0, amount: 1, account: 4 }),
  'repay(address,uint256,uint256,address)': lending('repay', { asset: 0, amount: 1, account: 3 }),
  'liquidationCall(address,address,address,uint256,bool)': liquidation({
    collateral: 0,
    debt: 1,
    borrower: 2,
    amount: 3,
  }),
  'flashLoan(address,address[],uint256[],uint256[],address,bytes,uint16)': flashLoans,
  'swapBorrowRateMode(address,uint256)': otherAction,
  'rebalanceStableBorrowRate(address,address)': otherAction,
  'setUserUseReserveAsCollateral(address,bool)': otherAction,
})

/**
 * WETHGateway and WrappedTokenGateway, which take the native currency instead of its token. The first argument is the
 * pool.
 */
export const gatewayFunctions = defineFunctions({
  'depositETH(address,address,uint16)': lending('supply', { asset: 'native', amount: 'value', account: 1 }),
  'depositETH(address,uint16)': lending('supply', { asset: 'native', amount: 'value', account: 0 }),
  'withdrawETH(address,uint256,address)': lending('withdraw', { asset: 'native', amount: 1, account: 'sender' }),
  'withdrawETH(uint256,address)': lending('withdraw', { asset: 'native', amount: 0, account: 'sender' }),
  'withdrawETHWithPermit(address,uint256,address,uint256,uint8,bytes32,bytes32)': lending('withdraw', {
    asset: 'native',
    amount: 1,
  }),
  'borrowETH(address,uint256,uint256,uint16)': lending('borrow', { asset: 'native', amount: 1 }),
  'borrowETH(address,uint256,uint16)': lending('borrow', { asset: 'native', amount: 1 }),
  'repayETH(address,uint256,uint256,address)': lending('repay', { asset: 'native', amount: 1, account: 3 }),
  'repayETH(address,uint256,address)': lending('repay', { asset: 'native', amount: 1, account: 2 }),
})

type Trade = { readonly event: 'supply' | 'repay' | null; readonly exact: 'in' | 'out' }

/**
 * Decodes a ParaSwap adapter: token given, token wanted, amount given, amount wanted. The rest of the arguments
 * contains the ParaSwap calldata.
 */
function swap(call: Call, { event, exact }: Trade): void {
  const [tokenIn, tokenOut, amountIn, amountOut] = [call.address(0), call.address(1), call.uint(2), call.uint(3)]
  const account = call.from
  call.emit({ kind: 'lending', event: 'withdraw', asset: tokenIn, amount: exact === 'in' ? amountIn : null, account })
  call.swap({ exact, tokenIn, tokenOut, amountIn, amountOut, recipient: account })
  if (event !== null)
    call.emit({ kind: 'lending', event, asset: tokenOut, amount: exact === 'out' ? amountOut : null, account })
}
const permit = '(uint256,uint256,uint8,bytes32,bytes32)'

/**
 * ParaSwap adapters without a flash loan. They swap collateral, repay debt with collateral, or withdraw collateral as
 * another token.
 */
export const adapterFunctions = defineFunctions({
  [`swapAndDeposit(address,address,uint256,uint256,uint256,bytes,address,${permit})`]: (call) =>
    swap(call, { event: 'supply', exact: 'in' }),
  [`withdrawAndSwap(address,address,uint256,uint256,uint256,bytes,address,${permit})`]: (call) =>
    swap(call, { event: null, exact: 'in' }),
  [`swapAndRepay(address,address,uint256,uint256,uint256,uint256,bytes,${permit})`]: (call) =>
    swap(call, { event: 'repay', exact: 'out' }),
})
