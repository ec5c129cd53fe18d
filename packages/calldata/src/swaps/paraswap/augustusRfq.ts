import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { fillGiving } from '../swapFunctions.ts'

/** (nonceAndMeta, expiry, makerAsset, takerAsset, maker, taker, makerAmount, takerAmount) */
const order = '(uint256,uint128,address,address,address,address,uint256,uint256)'

function fill(call: Call, args: Args, amount: bigint): void {
  call.swap({
    tokenIn: args.address(3),
    tokenOut: args.address(2),
    ...fillGiving(amount, { making: args.uint(6), taking: args.uint(7) }),
  })
}

export const augustusRfq: Functions = defineFunctions({
  [`fillOrder(${order},bytes)`]: (call) => fill(call, call, call.uint(7)),
  [`fillOrderWithTarget(${order},bytes,address)`]: (call) => fill(call, call, call.uint(7)),
  [`partialFillOrder(${order},bytes,uint256)`]: (call) => fill(call, call, call.uint(9)),
  [`partialFillOrderWithTarget(${order},bytes,uint256,address)`]: (call) => fill(call, call, call.uint(9)),
})
