import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions } from '../../decoder/protocol.ts'
import { flashLoan, lending, toLimit } from '../lendingFunctions.ts'
import { byAssetsOrShares, market } from './blue.ts'

const transferFrom: Decode = (call) =>
  call.emit({ kind: 'transfer', token: call.address(0), from: call.from, to: call.to, amount: call.uint(1) })
const transferTo: Decode = (call) =>
  call.emit({ kind: 'transfer', token: call.address(0), from: call.to, to: call.address(1), amount: call.uint(2) })
const wrap =
  (kind: 'wrap' | 'unwrap'): Decode =>
  (call) =>
    call.emit({ kind, token: call.wrappedNative, amount: toLimit(call.uint(0)) })

/** Actions that Bundler2 and the adapters of Bundler3 have in common. */
const actions = {
  [`morphoSupply(${market},uint256,uint256,uint256,address,bytes)`]: byAssetsOrShares('supply', 8),
  [`morphoSupplyCollateral(${market},uint256,address,bytes)`]: lending('supply', { asset: 1, amount: 5, account: 6 }),
  [`morphoBorrow(${market},uint256,uint256,uint256,address)`]: byAssetsOrShares('borrow', 'sender'),
  [`morphoRepay(${market},uint256,uint256,uint256,address,bytes)`]: byAssetsOrShares('repay', 8),
  [`morphoWithdraw(${market},uint256,uint256,uint256,address)`]: byAssetsOrShares('withdraw', 'sender'),
  [`morphoWithdrawCollateral(${market},uint256,address)`]: lending('withdraw', { asset: 1, amount: 5 }),
  'morphoSetAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32),bool)': otherAction,
  'erc4626Deposit(address,uint256,uint256,address)': lending('supply', { amount: 1, account: 3 }),
  'erc4626Mint(address,uint256,uint256,address)': lending('supply', { account: 3 }),
  'erc4626Withdraw(address,uint256,uint256,address,address)': lending('withdraw', { amount: 1, account: 4 }),
  'erc4626Redeem(address,uint256,uint256,address,address)': lending('withdraw', { account: 4 }),
} as const

const loan = flashLoan({ asset: 0, amount: 1 })

/** Decodes Bundler2's list of calls to itself. */
function enterSelves(call: Call, list: Args): void {
  for (let i = 0; i < list.length; i++) call.enterSelf(list.bytes(i))
}

export const bundler2Functions = defineFunctions({
  ...actions,
  'multicall(bytes[])': (call) => enterSelves(call, call.list(0)),
  'morphoFlashLoan(address,uint256,bytes)': (call) => {
    loan(call)
    enterSelves(call, call.inside(call.bytes(2)).list(0))
  },
  'erc20TransferFrom(address,uint256)': transferFrom,
  'erc20Transfer(address,address,uint256)': transferTo,
  'transferFrom2(address,uint256)': transferFrom,
  'wrapNative(uint256)': wrap('wrap'),
  'unwrapNative(uint256)': wrap('unwrap'),
})

/** Bundler3's Call: to, data, value, skipRevert, callbackHash. */
function enterCalls(call: Call, list: Args): void {
  for (let i = 0; i < list.length; i++) {
    const inner = list.tuple(i)
    const outer = inner.bool(3) ? call.asPart() : call
    // Adapters act for the sender of the bundle.
    outer.enter(inner.address(0), inner.uint(2), inner.bytes(1), call.from)
  }
}

/** Bundler3 and its adapters; https://github.com/morpho-org/bundler3. */
export const bundler3Functions = defineFunctions({
  ...actions,
  'multicall((address,bytes,uint256,bool,bytes32)[])': (call) => enterCalls(call, call.list(0)),
  'morphoFlashLoan(address,uint256,bytes)': (call) => {
    loan(call)
    enterCalls(call, call.inside(call.bytes(2)).list(0))
  },
  'erc20TransferFrom(address,address,uint256)': (call) =>
    call.emit({
      kind: 'transfer',
      token: call.address(0),
      from: call.from,
      to: call.address(1),
      amount: call.uint(2),
    }),
  'erc20Transfer(address,address,uint256)': transferTo,
  'wrapNative(uint256,address)': wrap('wrap'),
  'unwrapNative(uint256,address)': wrap('unwrap'),
})
