import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { swapAt, swapPacked } from '../swapFunctions.ts'

const single = '(address,address,uint24,address,uint256,uint256,uint256,uint160)'

/**
 * Functions of Classic (with a list of pools before the path) and of Elastic: (path, recipient, deadline, amount,
 * limit).
 */
export const poolFunctions: Functions = defineFunctions({
  'swapExactTokensForTokens(uint256,uint256,address[],address[],address,uint256)': swapAt({
    amountIn: 0,
    amountOut: 1,
    path: 3,
    recipient: 4,
  }),
  'swapTokensForExactTokens(uint256,uint256,address[],address[],address,uint256)': swapAt({
    exact: 'out',
    amountOut: 0,
    amountIn: 1,
    path: 3,
    recipient: 4,
  }),
  'swapExactETHForTokens(uint256,address[],address[],address,uint256)': swapAt({
    tokenIn: 'native',
    amountOut: 0,
    path: 2,
    recipient: 3,
  }),
  'swapTokensForExactETH(uint256,uint256,address[],address[],address,uint256)': swapAt({
    exact: 'out',
    tokenOut: 'native',
    amountOut: 0,
    amountIn: 1,
    path: 3,
    recipient: 4,
  }),
  'swapExactTokensForETH(uint256,uint256,address[],address[],address,uint256)': swapAt({
    tokenOut: 'native',
    amountIn: 0,
    amountOut: 1,
    path: 3,
    recipient: 4,
  }),
  'swapETHForExactTokens(uint256,address[],address[],address,uint256)': swapAt({
    exact: 'out',
    tokenIn: 'native',
    amountOut: 0,
    path: 2,
    recipient: 3,
  }),
  'swapExactInput((bytes,address,uint256,uint256,uint256))': swapPacked('in', 3),
  'swapExactOutput((bytes,address,uint256,uint256,uint256))': swapPacked('out', 3),
  [`swapExactInputSingle(${single})`]: swapAt({
    tokenIn: 0,
    tokenOut: 1,
    recipient: 3,
    ifZero: 'self',
    amountIn: 5,
    amountOut: 6,
  }),
  [`swapExactOutputSingle(${single})`]: swapAt({
    exact: 'out',
    tokenIn: 0,
    tokenOut: 1,
    recipient: 3,
    ifZero: 'self',
    amountOut: 5,
    amountIn: 6,
  }),
})
