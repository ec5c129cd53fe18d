import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions } from '../../decoder/protocol.ts'
import { fillGiving } from '../../swaps/swapFunctions.ts'

/** addresses: maker, taker, makerToken, takerToken, feeRecipient · values: makerTokenAmount, takerTokenAmount, … */
function fill(call: Call, addresses: Args, values: Args, amount: bigint): void {
  call.swap({
    tokenIn: addresses.address(3),
    tokenOut: addresses.address(2),
    ...fillGiving(amount, { making: values.uint(0), taking: values.uint(1) }),
  })
}

function fillBatch(call: Call): void {
  const [addresses, values, amounts] = [call.list(0, 5), call.list(1, 6), call.list(2)]
  for (let item = 0; item < addresses.length; item++)
    fill(call, addresses.inline(item * 5), values.inline(item * 6), amounts.uint(item))
}

/** Decodes orders of one pair. The exchange fills them in turn until it reaches the amount. */
function fillUpTo(call: Call, addresses: Args, values: Args, amount: bigint): void {
  let [amountIn, amountOut] = [0n, 0n]
  for (let item = 0; item < addresses.length && amountIn < amount; item++) {
    const part = fillGiving(amount - amountIn, { making: values.uint(item * 6), taking: values.uint(item * 6 + 1) })
    amountIn += part.amountIn
    amountOut += part.amountOut
  }
  call.swap({ tokenIn: addresses.address(3), tokenOut: addresses.address(2), amountIn, amountOut })
}

/** Exchange v1 (2017-2018). Each order is a fixed array of addresses and one of values. */
export const exchangeV1Functions = defineFunctions({
  ...each(
    (call) => fill(call, call, call.inline(5), call.uint(11)),
    'fillOrder(address[5],uint256[6],uint256,bool,uint8,bytes32,bytes32)',
    'fillOrKillOrder(address[5],uint256[6],uint256,uint8,bytes32,bytes32)',
  ),
  ...each(
    fillBatch,
    'batchFillOrders(address[5][],uint256[6][],uint256[],bool,uint8[],bytes32[],bytes32[])',
    'batchFillOrKillOrders(address[5][],uint256[6][],uint256[],uint8[],bytes32[],bytes32[])',
  ),
  'fillOrdersUpTo(address[5][],uint256[6][],uint256,bool,uint8[],bytes32[],bytes32[])': (call) => {
    const [addresses, values] = [call.list(0, 5), call.list(1, 6)]
    if (addresses.length === 0) return call.reject()
    fillUpTo(call, addresses, values, call.uint(2))
  },
  ...each(
    otherAction,
    'cancelOrder(address[5],uint256[6],uint256)',
    'batchCancelOrders(address[5][],uint256[6][],uint256[])',
  ),
})
