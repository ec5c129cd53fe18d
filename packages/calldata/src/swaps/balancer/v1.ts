import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { swapAt } from '../swapFunctions.ts'

/** Functions of a v1 pool. */
export const poolFunctions: Functions = defineFunctions({
  'swapExactAmountIn(address,uint256,address,uint256,uint256)': swapAt({
    tokenIn: 0,
    amountIn: 1,
    tokenOut: 2,
    amountOut: 3,
  }),
  'swapExactAmountOut(address,uint256,address,uint256,uint256)': swapAt({
    exact: 'out',
    tokenIn: 0,
    amountIn: 1,
    tokenOut: 2,
    amountOut: 3,
  }),
  'joinPool(uint256,uint256[])': (call) => liquidity(call, 'add'),
  'exitPool(uint256,uint256[])': (call) => liquidity(call, 'remove'),
  'joinswapExternAmountIn(address,uint256,uint256)': (call) => oneSided(call, 'add', 1),
  'joinswapPoolAmountOut(address,uint256,uint256)': (call) => oneSided(call, 'add', 2),
  'exitswapPoolAmountIn(address,uint256,uint256)': (call) => oneSided(call, 'remove', 2),
  'exitswapExternAmountOut(address,uint256,uint256)': (call) => oneSided(call, 'remove', 1),
})

function liquidity(call: Call, event: 'add' | 'remove'): void {
  call.emit({ kind: 'liquidity', event, tokens: [], amounts: call.uints(1) })
}

function oneSided(call: Call, event: 'add' | 'remove', amount: number): void {
  call.emit({ kind: 'liquidity', event, tokens: [call.address(0)], amounts: [call.uint(amount)] })
}

/** Steps start with their pool, tokens and amount: (pool, tokenIn, tokenOut, swapAmount, limit, maxPrice). */
const step = '(address,address,address,uint256,uint256,uint256)'
/** Step of the first proxy: (pool, swapAmount, limit, maxPrice). */
const bareStep = '(address,uint256,uint256,uint256)'

function sumSteps(call: Call, words: number, amount: number): bigint {
  const steps = call.list(0, words)
  let sum = 0n
  for (let item = 0; item < steps.length; item++) sum += steps.uint(item * words + amount)
  return sum
}

/** Returns the sum of the outputs. The last step of each sequence contains the amount of its output. */
function sumSequences(call: Call): bigint {
  const sequences = call.list(0)
  let sum = 0n
  for (let item = 0; item < sequences.length; item++) {
    const steps = sequences.list(item, 6)
    if (steps.length > 0) sum += steps.uint((steps.length - 1) * 6 + 3)
  }
  return sum
}

const given = swapAt({ tokenIn: 1, tokenOut: 2, amountIn: 3, amountOut: 4 })

/** Decodes (steps, tokenIn, tokenOut, maxTotalAmountIn). */
function wanted(call: Call, amountOut: bigint): void {
  call.swap({ exact: 'out', tokenIn: call.address(1), tokenOut: call.address(2), amountIn: call.uint(3), amountOut })
}

export const exchangeProxyFunctions: Functions = defineFunctions({
  'smartSwapExactIn(address,address,uint256,uint256,uint256)': swapAt({
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 2,
    amountOut: 3,
  }),
  'smartSwapExactOut(address,address,uint256,uint256,uint256)': swapAt({
    exact: 'out',
    tokenIn: 0,
    tokenOut: 1,
    amountOut: 2,
    amountIn: 3,
  }),
  ...each(
    given,
    `multihopBatchSwapExactIn(${step}[][],address,address,uint256,uint256)`,
    `batchSwapExactIn(${step}[],address,address,uint256,uint256)`,
    `batchSwapExactIn(${bareStep}[],address,address,uint256,uint256)`,
  ),
  [`multihopBatchSwapExactOut(${step}[][],address,address,uint256)`]: (call) => wanted(call, sumSequences(call)),
  [`batchSwapExactOut(${step}[],address,address,uint256)`]: (call) => wanted(call, sumSteps(call, 6, 3)),
  [`batchSwapExactOut(${bareStep}[],address,address,uint256)`]: (call) => wanted(call, sumSteps(call, 4, 1)),
  [`batchEthInSwapExactIn(${bareStep}[],address,uint256)`]: swapAt({ tokenIn: 'native', tokenOut: 1, amountOut: 2 }),
  [`batchEthOutSwapExactIn(${bareStep}[],address,uint256,uint256)`]: swapAt({
    tokenIn: 1,
    tokenOut: 'native',
    amountIn: 2,
    amountOut: 3,
  }),
  'setRegistry(address)': otherAction,
})
