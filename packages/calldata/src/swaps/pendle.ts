import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/**
 * Decodes (receiver, market, minimum, guess of five words, (tokenIn, amount, …)). The market determines the output
 * token.
 */
function buy(call: Call): void {
  const input = call.tuple(8)
  call.swap({ tokenIn: input.address(0), amountIn: input.uint(1), amountOut: call.uint(2), recipient: call.address(0) })
}

/** Decodes (receiver, market, amount, (tokenOut, minimum, …)). */
function sell(call: Call): void {
  const output = call.tuple(3)
  call.swap({
    tokenOut: output.address(0),
    amountIn: call.uint(2),
    amountOut: output.uint(1),
    recipient: call.address(0),
  })
}

const order = '(uint256,uint256,uint256,uint8,address,address,address,address,uint256,uint256,uint256,bytes)'
const fills = `(${order},bytes,uint256)[]`
/** Struct of the input or output tokens. Routers before the fourth had no limit orders after it. */
const tokens = '(address,uint256,address,address,(uint8,address,bytes,bool))'
const ends = [tokens, `${tokens},(address,uint256,${fills},${fills},bytes)`]
const guess = '(uint256,uint256,uint256,uint256,uint256)'
const kinds = ['Pt', 'Yt']

export const pendle = defineProtocol({
  id: 'pendle',
  name: 'Pendle',
  source: 'https://docs.pendle.finance/pendle-v2/Developers/Contracts/PendleRouter',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      buy,
      ...kinds.flatMap((kind) =>
        ends.map((end) => `swapExactTokenFor${kind}(address,address,uint256,${guess},${end})`),
      ),
    ),
    ...each(
      sell,
      ...kinds.flatMap((kind) => ends.map((end) => `swapExact${kind}ForToken(address,address,uint256,${end})`)),
    ),
  }),
})
