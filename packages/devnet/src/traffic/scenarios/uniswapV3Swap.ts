import { encodeFunctionData, parseAbi } from 'viem'
import { uniswapV3 } from '../../contracts/addresses.ts'
import { computeSwap } from '../market.ts'
import { defineScenario } from '../scenario.ts'
import { deadlineSeconds, planSwap } from '../swapPlan.ts'

const swapRouterAbi = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
])
const swapRouter02Abi = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
])

/** A swap in a V3 pool through SwapRouter, or through SwapRouter02 in a multicall. Pays in ether if the pool has WETH. */
export const uniswapV3Swap = defineScenario({
  weight: 12,
  needs: [uniswapV3.swapRouter, uniswapV3.swapRouter02],
  plan: () => (random) => ({
    ...planSwap(random),
    isNative: random.next() < 0.4,
    isSwapRouter02: random.next() < 0.6,
  }),
  build({ isNative, isSwapRouter02, ...plan }, from, { market, head }) {
    const swap = computeSwap(
      market.pools.filter(({ pool }) => pool.venue === 'uniswapV3'),
      plan,
    )
    if (swap === undefined) return undefined
    const { tokenIn, tokenOut, amountIn } = swap
    const deadline = head.timestamp + deadlineSeconds
    const params = {
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      fee: swap.pool.feePips,
      recipient: from.address,
      amountIn,
      amountOutMinimum: swap.minAmountOut,
      sqrtPriceLimitX96: 0n,
    }
    const toData02 = () => {
      const inner = encodeFunctionData({ abi: swapRouter02Abi, functionName: 'exactInputSingle', args: [params] })
      return encodeFunctionData({ abi: swapRouter02Abi, functionName: 'multicall', args: [deadline, [inner]] })
    }
    const to = isSwapRouter02 ? uniswapV3.swapRouter02 : uniswapV3.swapRouter
    const data = isSwapRouter02
      ? toData02()
      : encodeFunctionData({ abi: swapRouterAbi, functionName: 'exactInputSingle', args: [{ ...params, deadline }] })
    const value = isNative && tokenIn.symbol === 'WETH' ? amountIn : 0n
    return { from, drafts: [{ to, data, gas: 300_000n, value }] }
  },
})
