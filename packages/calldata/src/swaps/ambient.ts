import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/**
 * Decodes (base, quote, pool, isBuy, inBaseQty, qty, tip, limitPrice, minOut, flags). A buy pays the base token and
 * receives the quote token. `minOut` limits the other side.
 */
function swap(call: Call, args: Args): void {
  const [isBuy, inBase] = [args.bool(3), args.bool(4)]
  const [quantity, limit] = [args.uint(5), args.uint(8)]
  const isExactIn = isBuy === inBase
  call.swap({
    exact: isExactIn ? 'in' : 'out',
    tokenIn: args.address(isBuy ? 0 : 1),
    tokenOut: args.address(isBuy ? 1 : 0),
    amountIn: isExactIn ? quantity : limit,
    amountOut: isExactIn ? limit : quantity,
    recipient: call.from,
  })
}

const hotPath = 1

/**
 * CrocSwap's single contract. Each path of `userCmd` is a separate proxy. Path 1 handles swaps, the others handle
 * liquidity and deposits.
 */
export const ambient = defineProtocol({
  id: 'ambient',
  name: 'Ambient',
  source: 'https://docs.ambient.finance/developers/dex-contract-interface/swaps',
  contracts: [],
  atAnyAddress: defineFunctions({
    'userCmd(uint16,bytes)': (call) =>
      call.number(0) === hotPath ? swap(call, call.inside(call.bytes(1))) : otherAction(call),
    'swap(address,address,uint256,bool,bool,uint128,uint16,uint128,uint128,uint8)': (call) => swap(call, call),
  }),
})
