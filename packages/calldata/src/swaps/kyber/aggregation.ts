import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { orIfZero, unlessPartial } from '../swapFunctions.ts'

/** (srcToken, dstToken, srcReceivers, srcAmounts, [feeReceivers, feeAmounts,] dstReceiver, amount, minReturnAmount, flags, …) */
function swap(call: Call, description: Args, recipient: 4 | 6): void {
  call.swap({
    tokenIn: description.address(0),
    tokenOut: description.address(1),
    amountIn: description.uint(recipient + 1),
    amountOut: unlessPartial(description.uint(recipient + 2), description.uint(recipient + 3)),
    recipient: orIfZero(call, description.address(recipient), 'sender'),
  })
}

const v1 = '(address,address,address[],uint256[],address,uint256,uint256,uint256,bytes)'
const v2 = '(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes)'
const execution = `(address,address,bytes,${v2},bytes)`

/** Functions of aggregation routers. Their structs are unique to Kyber, so they are recognized at any address. */
export const aggregationFunctions: Functions = defineFunctions({
  ...each((call) => swap(call, call.tuple(0).tuple(3), 6), `swap(${execution})`, `swapGeneric(${execution})`),
  [`swapSimpleMode(address,${v2},bytes,bytes)`]: (call) => swap(call, call.tuple(1), 6),
  [`swap(address,address,bytes,${v1},bytes)`]: (call) => swap(call, call.tuple(3), 4),
  ...each(
    (call) => swap(call, call.tuple(1), 4),
    `swapSimpleMode(address,${v1},bytes,bytes)`,
    `swap(address,${v1},bytes,bytes)`,
    `swap(address,${v1},bytes)`,
  ),
})
