import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, joinFunctions } from '../../decoder/protocol.ts'
import { poolFunctions as poolFunctionsV2 } from '../aaveV2/functions.ts'
import { flashLoan, lending, toLimit } from '../lendingFunctions.ts'
import { reserves } from './reserves.ts'

const uint16 = 0xffffn
const uint128 = 2n ** 128n - 1n

/** Returns the token of a reserve. Null if the reserve was listed after this table was made. */
const toReserve = (call: Call, id: bigint): Address | null => reserves[call.chain]?.[Number(id & uint16)] ?? null

/**
 * Decodes L2Pool's packed words: the reserve id in the lowest 16 bits and the amount in the next 128 bits. An amount
 * of 2^128 - 1 means the whole balance or debt.
 */
function packed(event: 'supply' | 'withdraw' | 'borrow' | 'repay'): Decode {
  return (call) => {
    const word = call.uint(0)
    const asset = toReserve(call, word)
    call.emit({
      kind: 'lending',
      event,
      asset,
      amount: toLimit((word >> 16n) & uint128, uint128),
      account: call.from,
    })
  }
}

/**
 * Decodes a packed liquidation. The first word contains collateral id, debt id and borrower. The second word contains
 * the debt to cover.
 */
const packedLiquidation: Decode = (call) => {
  const [first, second] = [call.uint(0), call.uint(1)]
  call.emit({
    kind: 'liquidation',
    borrower: `0x${((first >> 32n) & (2n ** 160n - 1n)).toString(16).padStart(40, '0')}`,
    liquidator: call.from,
    collateralToken: toReserve(call, first),
    debtToken: toReserve(call, first >> 16n),
    debtToCover: toLimit(second & uint128, uint128),
  })
}

/**
 * Functions of Pool and L2Pool. Source: https://github.com/aave-dao/aave-v3-origin (CalldataLogic.sol for the packed
 * words).
 */
export const poolFunctions = joinFunctions(
  poolFunctionsV2,
  defineFunctions({
    'supply(address,uint256,address,uint16)': lending('supply', { asset: 0, amount: 1, account: 2 }),
    'supplyWithPermit(address,uint256,address,uint16,uint256,uint8,bytes32,bytes32)': lending('supply', {
      asset: 0,
      amount: 1,
      account: 2,
    }),
    'repayWithPermit(address,uint256,uint256,address,uint256,uint8,bytes32,bytes32)': lending('repay', {
      asset: 0,
      amount: 1,
      account: 3,
    }),
    'repayWithATokens(address,uint256,uint256)': lending('repay', { asset: 0, amount: 1 }),
    'flashLoanSimple(address,address,uint256,bytes,uint16)': flashLoan({ receiver: 0, asset: 1, amount: 2 }),
    'setUserEMode(uint8)': otherAction,
    'mintToTreasury(address[])': otherAction,
    'supply(bytes32)': packed('supply'),
    'supplyWithPermit(bytes32,bytes32,bytes32)': packed('supply'),
    'withdraw(bytes32)': packed('withdraw'),
    'borrow(bytes32)': packed('borrow'),
    'repay(bytes32)': packed('repay'),
    'repayWithPermit(bytes32,bytes32,bytes32)': packed('repay'),
    'repayWithATokens(bytes32)': packed('repay'),
    'liquidationCall(bytes32,bytes32)': packedLiquidation,
    'swapBorrowRateMode(bytes32)': otherAction,
    'rebalanceStableBorrowRate(bytes32)': otherAction,
    'setUserUseReserveAsCollateral(bytes32)': otherAction,
  }),
)
