import type { Call } from '../decoder/call.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from './swapFunctions.ts'

const tradeActions = '(uint256,uint128)[]'

export const bancor = defineProtocol({
  id: 'bancor',
  name: 'Bancor',
  source: 'https://docs.bancor.network/developer-guides/contracts',
  contracts: [],
  atAnyAddress: defineFunctions({
    'tradeBySourceAmount(address,address,uint256,uint256,uint256,address)': swapAt({
      tokenIn: 0,
      tokenOut: 1,
      amountIn: 2,
      amountOut: 3,
      recipient: 5,
      ifZero: 'sender',
    }),
    'tradeByTargetAmount(address,address,uint256,uint256,uint256,address)': swapAt({
      exact: 'out',
      tokenIn: 0,
      tokenOut: 1,
      amountOut: 2,
      amountIn: 3,
      recipient: 5,
      ifZero: 'sender',
    }),
    // Carbon: actions hold the amounts of each strategy.
    [`tradeBySourceAmount(address,address,${tradeActions},uint256,uint128)`]: (call) =>
      call.swap({
        tokenIn: call.address(0),
        tokenOut: call.address(1),
        amountIn: sumActions(call),
        amountOut: call.uint(4),
      }),
    [`tradeByTargetAmount(address,address,${tradeActions},uint256,uint128)`]: (call) =>
      call.swap({
        exact: 'out',
        tokenIn: call.address(0),
        tokenOut: call.address(1),
        amountIn: call.uint(4),
        amountOut: sumActions(call),
      }),
  }),
})

function sumActions(call: Call): bigint {
  const actions = call.list(2, 2)
  let sum = 0n
  for (let item = 0; item < actions.length; item++) sum += actions.uint(item * 2 + 1)
  return sum
}
