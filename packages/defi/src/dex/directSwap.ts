import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { priceLimits } from './uniswapV3/mathTicks.ts'

const pairAbi = parseAbi(['function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)'])
const ticksAbi = parseAbi([
  'function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes data)',
])

/**
 * Encodes `swap` of a Uniswap V2 pair, which must have received its input before the call. The call reverts if
 * `amountOut` is one unit more than the pair pays.
 */
export function toPairSwap(isDown: boolean, amountOut: bigint, recipient: Address): Hex {
  const [amount0Out, amount1Out] = isDown ? [0n, amountOut] : [amountOut, 0n]
  return encodeFunctionData({ abi: pairAbi, args: [amount0Out, amount1Out, recipient, '0x'] })
}

/**
 * Encodes `swap` of a Uniswap V3 pool at any price. The pool takes its full input in a callback, which receives `data`.
 */
export function toTicksSwap(isDown: boolean, amountIn: bigint, recipient: Address, data: Hex): Hex {
  const priceLimit = isDown ? priceLimits.lowest : priceLimits.highest
  return encodeFunctionData({ abi: ticksAbi, args: [recipient, isDown, amountIn, priceLimit, data] })
}
