import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

const order = '(address,bytes,uint256,uint256)'
const trade = `(address,address,uint256,bool,${order}[])`
const swap = `(${trade}[],uint256,uint256,uint256,uint256,bool,address,bool)`

/**
 * Totle, an aggregator (2018-2020). Each call is a list of swaps; a swap is a list of trades, and a trade is a list
 * of orders.
 */
export const totle = defineProtocol({
  id: 'totle',
  name: 'Totle',
  source: 'https://github.com/TotleLLC/contracts',
  contracts: [],
  atAnyAddress: defineFunctions({
    [`performSwapCollection((${swap}[],address,uint256,bytes32,uint256,uint8,bytes32,bytes32))`]: (call) => {
      const swaps = call.tuple(0).list(0)
      for (let i = 0; i < swaps.length; i++) {
        const args = swaps.tuple(i)
        const trades = args.list(0)
        if (trades.length === 0) return call.reject()
        call.swap({
          tokenIn: trades.tuple(0).address(0),
          tokenOut: trades.tuple(trades.length - 1).address(1),
          amountIn: args.uint(3),
          amountOut: args.uint(2),
          recipient: args.address(6),
        })
      }
    },
  }),
})
