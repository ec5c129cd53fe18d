import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from './swapFunctions.ts'

const words = { tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3 } as const

/** Shell v1, DFX and Xave: pools of stable currencies (2020-2023). */
export const shell = defineProtocol({
  id: 'shell',
  name: 'Shell v1, DFX and Xave',
  source: 'https://github.com/cowri/shell-solidity-v1',
  contracts: [],
  atAnyAddress: defineFunctions({
    'originSwap(address,address,uint256,uint256,uint256)': swapAt(words),
    // (origin, target, most of the origin, amount of the target, deadline)
    'targetSwap(address,address,uint256,uint256,uint256)': swapAt({ ...words, exact: 'out' }),
  }),
})
