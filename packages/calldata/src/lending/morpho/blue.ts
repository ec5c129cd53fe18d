import type { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions } from '../../decoder/protocol.ts'
import { flashLoan, type LendingEvent, lending, toLimit } from '../lendingFunctions.ts'

/** MarketParams is a static struct. Words 0 to 4: loan token, collateral token, oracle, rate model, lltv. */
export const market = '(address,address,address,address,uint256)'
const [loan, collateral] = [0, 1]

/**
 * Decodes a function that takes assets or shares. One of the two is zero. If it takes shares, the amount of the asset
 * is unknown.
 */
export function byAssetsOrShares(event: LendingEvent, account: number | 'sender') {
  return (call: Call) => {
    const assets = call.uint(5)
    call.emit({
      kind: 'lending',
      event,
      asset: call.address(loan),
      amount: assets === 0n ? null : toLimit(assets),
      account: account === 'sender' ? call.from : call.address(account),
    })
  }
}

/** Decodes a liquidation. It seizes an amount of collateral or repays a number of debt shares. */
const liquidate = (call: Call) =>
  call.emit({
    kind: 'liquidation',
    borrower: call.address(5),
    liquidator: call.from,
    collateralToken: call.address(collateral),
    debtToken: call.address(loan),
    debtToCover: null,
  })

/** https://github.com/morpho-org/morpho-blue/blob/main/src/Morpho.sol */
export const blueFunctions = defineFunctions({
  [`supply(${market},uint256,uint256,address,bytes)`]: byAssetsOrShares('supply', 7),
  [`withdraw(${market},uint256,uint256,address,address)`]: byAssetsOrShares('withdraw', 7),
  [`borrow(${market},uint256,uint256,address,address)`]: byAssetsOrShares('borrow', 7),
  [`repay(${market},uint256,uint256,address,bytes)`]: byAssetsOrShares('repay', 7),
  [`supplyCollateral(${market},uint256,address,bytes)`]: lending('supply', {
    asset: collateral,
    amount: 5,
    account: 6,
  }),
  [`withdrawCollateral(${market},uint256,address,address)`]: lending('withdraw', {
    asset: collateral,
    amount: 5,
    account: 6,
  }),
  [`liquidate(${market},address,uint256,uint256,bytes)`]: liquidate,
  'flashLoan(address,uint256,bytes)': flashLoan({ asset: 0, amount: 1 }),
  [`createMarket(${market})`]: otherAction,
  [`accrueInterest(${market})`]: otherAction,
  'setAuthorization(address,bool)': otherAction,
  'setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))': otherAction,
})
