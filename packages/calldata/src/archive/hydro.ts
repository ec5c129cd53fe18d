import type { Call } from '../decoder/call.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/**
 * Decodes a match. `addresses` is the word where (baseToken, quoteToken, relayer) starts. The taker's order of eight
 * words comes before it.
 */
function matchOrders(call: Call, addresses: number): void {
  const [base, quote] = [call.address(addresses), call.address(addresses + 1)]
  const [baseAmount, quoteAmount] = [call.uint(1), call.uint(2)]
  // Second byte of the order's data.
  const isSell = call.word(4).slice(4, 6) === '01'
  call.swap({
    exact: isSell ? 'in' : 'out',
    tokenIn: isSell ? base : quote,
    tokenOut: isSell ? quote : base,
    amountIn: isSell ? baseAmount : quoteAmount,
    amountOut: isSell ? quoteAmount : baseAmount,
    recipient: call.address(0),
  })
}

/** (trader, baseTokenAmount, quoteTokenAmount, gasTokenAmount, data, signature) */
const order = '(address,uint256,uint256,uint256,bytes32,(bytes32,bytes32,bytes32))'

/** Hydro's relayers (DDEX), which match the signed orders of two traders. */
export const hydro = defineProtocol({
  id: 'hydro',
  name: 'Hydro Protocol (DDEX)',
  source: 'https://github.com/HydroProtocol/protocol',
  contracts: [
    {
      name: 'HybridExchange',
      addresses: {
        ethereum: ['0xe2a0bfe759e2a4444442da5064ec549616fff101', '0x2cb4b49c0d6e9db2164d94ce48853bf77c4d883e'],
      },
      functions: defineFunctions({
        [`matchOrders(${order},${order}[],uint256[],(address,address,address))`]: (call) => matchOrders(call, 10),
        [`matchOrders(${order},${order}[],(address,address,address))`]: (call) => matchOrders(call, 9),
      }),
    },
  ],
})
