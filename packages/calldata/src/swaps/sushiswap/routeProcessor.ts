import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { type Decode, defineFunctions } from '../../decoder/protocol.ts'

/** Words of the input token, the output token and the recipient; each amount follows its token. */
function route(tokenIn: number, tokenOut: number, recipient: number): Decode {
  return (call) =>
    call.swap({
      tokenIn: call.address(tokenIn),
      amountIn: call.uint(tokenIn + 1),
      tokenOut: call.address(tokenOut),
      amountOut: call.uint(tokenOut + 1),
      recipient: call.address(recipient),
    })
}

/**
 * Decodes a swap of several inputs into several outputs, paired by position. If one side is longer, its remaining
 * tokens are paired with the last token of the other side.
 */
function snwapMultiple(call: Call): void {
  const [inputs, outputs] = [call.list(0, 3), call.list(1, 3)]
  const count = inputs.length === 0 || outputs.length === 0 ? 0 : Math.max(inputs.length, outputs.length)
  if (count === 0) call.reject()
  for (let item = 0; item < count; item++) {
    const [from, to] = [Math.min(item, inputs.length - 1) * 3, Math.min(item, outputs.length - 1) * 3]
    call.swap({
      tokenIn: inputs.address(from),
      amountIn: item < inputs.length ? inputs.uint(from + 1) : null,
      tokenOut: outputs.address(to),
      // Inputs beyond the outputs share the limit of the last.
      amountOut: item < outputs.length ? outputs.uint(to + 2) : 0n,
      recipient: outputs.address(to + 1),
    })
  }
}

/**
 * Functions of RouteProcessor 1 to 7, of the later form with quote and referral, and of RedSnwapper, which calls the
 * later ones.
 */
export const routeFunctions = defineFunctions({
  'processRoute(address,uint256,address,uint256,address,bytes)': route(0, 2, 4),
  'processRoute(address,uint256,address,uint256,address,bytes,bool,uint32)': route(0, 2, 4),
  ...each(
    route(2, 4, 6),
    'transferValueAndprocessRoute(address,uint256,address,uint256,address,uint256,address,bytes)',
    'processRouteWithTransferValueInput(address,uint256,address,uint256,address,uint256,address,bytes)',
    'processRouteWithTransferValueOutput(address,uint256,address,uint256,address,uint256,address,bytes)',
    'processRouteWithTransferValueInput(address,uint256,address,uint256,address,uint256,address,bytes,bool,uint32)',
    'processRouteWithTransferValueOutput(address,uint256,address,uint256,address,uint256,address,bytes,bool,uint32)',
  ),
  'snwap(address,uint256,address,address,uint256,address,bytes)': route(0, 3, 2),
  'snwapMultiple((address,uint256,address)[],(address,address,uint256)[],(address,uint256,bytes)[])': snwapMultiple,
})
