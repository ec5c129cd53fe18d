import { defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { routerFunctions, swap } from '../uniswapV2/router.ts'

/** Functions with a referrer between recipient and deadline. */
const swaps = defineFunctions({
  'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,address,uint256)': (call) =>
    swap(call, 'in', 'token', 'token', undefined, undefined, 2),
  'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,address,uint256)': (call) =>
    swap(call, 'in', 'native', 'token', undefined, undefined, 2),
  'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,address,uint256)': (call) =>
    swap(call, 'in', 'token', 'native', undefined, undefined, 2),
})

export const camelot = defineProtocol({
  id: 'camelot',
  name: 'Camelot',
  source: 'https://docs.camelot.exchange/contracts',
  contracts: [
    {
      name: 'CamelotRouter',
      addresses: { arbitrum: ['0xc873fecbd354f5a56e00e710b90ef4201db2448d'] },
      functions: joinFunctions(routerFunctions, swaps),
    },
  ],
  atAnyAddress: swaps,
})
