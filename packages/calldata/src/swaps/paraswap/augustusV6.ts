import type { Call } from '../../decoder/call.ts'
import { nativeToken } from '../../decoder/nativeToken.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { orIfZero, type SwapWords, swapAt } from '../swapFunctions.ts'
import { toAugustusPaid } from './partnerFee.ts'

/**
 * Words of (srcToken, destToken, fromAmount, toAmount, quotedAmount, metadata, beneficiary), directly in the
 * arguments after the executor.
 */
const genericAt = { tokenIn: 1, tokenOut: 2, amountIn: 3, amountOut: 4, recipient: 7, ifZero: 'sender' } as const
/** The same words for a struct that ends with packed pools. It is dynamic, so it is encoded behind an offset. */
const pooledAt = {
  tuple: 0,
  tokenIn: 0,
  tokenOut: 1,
  amountIn: 2,
  amountOut: 3,
  recipient: 6,
  ifZero: 'sender',
} as const
/**
 * Words for exact inputs. `afterFees` reads the quote, and the partner with its fee. The latter is outside of the
 * pooled struct.
 */
const generic: SwapWords = {
  ...genericAt,
  afterFees: (least, args) => toAugustusPaid(least, args.uint(5), args.uint(8)),
}
const pooled: SwapWords = {
  ...pooledAt,
  afterFees: (least, args, call) => toAugustusPaid(least, args.uint(4), call.uint(1)),
}
const trade = '(address,address,uint256,uint256,uint256,bytes32,address)'
const poolTrade = '(address,address,uint256,uint256,uint256,bytes32,address,bytes)'

const isWrapIn = 1
const isUnwrapOut = 2

/** Decodes ((fromAmount, toAmount, wrapApproveDirection, metadata, beneficiary), orders, permit). */
function fillBatch(call: Call) {
  const orders = call.list(5)
  if (orders.length === 0) return call.reject()
  const order = orders.tuple(0)
  const flags = call.number(2)
  call.swap({
    exact: (flags & 8) === 0 ? 'out' : 'in',
    tokenIn: (flags & isWrapIn) !== 0 ? nativeToken : order.address(3),
    tokenOut: (flags & isUnwrapOut) !== 0 ? nativeToken : order.address(2),
    amountIn: call.uint(0),
    amountOut: call.uint(1),
    recipient: orIfZero(call, call.low160(4), 'sender'),
  })
}

/**
 * Decodes (fromAmount, toAmount, quotedAmount, metadata, beneficiary and approval). The tokens are in `data`, a call
 * of Balancer's Vault. `swap` contains them, and `batchSwap` contains indices into a list.
 */
function onBalancer(call: Call, exact: 'in' | 'out') {
  const data = call.bytes(7)
  const vault = call.inside(data, 4)
  const isSingle = call.digits({ start: data.start, end: data.start + 8 }) === '52bbbe29'
  const steps = isSingle ? null : vault.list(1)
  if (steps !== null && steps.length === 0) return call.reject()
  const single = vault.tuple(0)
  const assets = isSingle ? null : vault.list(2)
  const first = steps?.tuple(exact === 'in' ? 0 : steps.length - 1)
  const last = steps?.tuple(exact === 'in' ? steps.length - 1 : 0)
  call.swap({
    exact,
    tokenIn: first && assets ? assets.address(first.number(1)) : single.address(2),
    tokenOut: last && assets ? assets.address(last.number(2)) : single.address(3),
    amountIn: call.uint(0),
    amountOut: exact === 'in' ? toAugustusPaid(call.uint(1), call.uint(2), call.uint(5)) : call.uint(1),
    recipient: orIfZero(call, call.low160(4), 'sender'),
  })
}

const rfq =
  '(uint256,uint256,uint8,bytes32,address),((uint256,uint128,address,address,address,address,uint256,uint256),bytes,uint256,bytes,bytes)[],bytes'
const curve1 = '(uint256,uint256,address,address,uint256,uint256,uint256,bytes32,address)'
const curve2 = '(uint256,uint256,uint256,address,address,address,uint256,uint256,uint256,bytes32,address)'
const balancer = '(uint256,uint256,uint256,bytes32,uint256),uint256,bytes,bytes'

/** Augustus v6 (from 2024). */
export const augustusV6: Functions = defineFunctions({
  [`swapExactAmountIn(address,${trade},uint256,bytes,bytes)`]: swapAt(generic),
  [`swapExactAmountOut(address,${trade},uint256,bytes,bytes)`]: swapAt({ ...genericAt, exact: 'out' }),
  [`swapExactAmountInPro(address,${trade},uint256,bytes,bytes)`]: swapAt(generic),
  [`swapExactAmountOutPro(address,${trade},uint256,bytes,bytes)`]: swapAt({ ...genericAt, exact: 'out' }),
  [`swapExactAmountInOnUniswapV2(${poolTrade},uint256,bytes)`]: swapAt(pooled),
  [`swapExactAmountInOnUniswapV3(${poolTrade},uint256,bytes)`]: swapAt(pooled),
  [`swapExactAmountOutOnUniswapV2(${poolTrade},uint256,bytes)`]: swapAt({ ...pooledAt, exact: 'out' }),
  [`swapExactAmountOutOnUniswapV3(${poolTrade},uint256,bytes)`]: swapAt({ ...pooledAt, exact: 'out' }),
  [`swapExactAmountInOnCurveV1(${curve1},uint256,bytes)`]: swapAt({
    tokenIn: 2,
    tokenOut: 3,
    amountIn: 4,
    amountOut: 5,
    afterFees: (least, args) => toAugustusPaid(least, args.uint(6), args.uint(9)),
    recipient: 8,
    ifZero: 'sender',
  }),
  [`swapExactAmountInOnCurveV2(${curve2},uint256,bytes)`]: swapAt({
    tokenIn: 4,
    tokenOut: 5,
    amountIn: 6,
    amountOut: 7,
    afterFees: (least, args) => toAugustusPaid(least, args.uint(8), args.uint(11)),
    recipient: 10,
    ifZero: 'sender',
  }),
  [`swapExactAmountInOnBalancerV2(${balancer})`]: (call) => onBalancer(call, 'in'),
  [`swapExactAmountOutOnBalancerV2(${balancer})`]: (call) => onBalancer(call, 'out'),
  [`swapOnAugustusRFQTryBatchFill(${rfq})`]: fillBatch,
})
