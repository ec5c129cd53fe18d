import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { priceLimits } from './uniswapV3/mathTicks.ts'

const pairAbi = parseAbi(['function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)'])
const ticksAbi = parseAbi([
  'function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes data)',
])

/** A call of a pair of Uniswap V2's kind, which was sent its input before. It reverts where `amountOut` is a unit too much. */
export function toPairSwap(isDown: boolean, amountOut: bigint, recipient: Address): Hex {
  const [amount0Out, amount1Out] = isDown ? [0n, amountOut] : [amountOut, 0n]
  return encodeFunctionData({ abi: pairAbi, args: [amount0Out, amount1Out, recipient, '0x'] })
}

/** A call of a pool of Uniswap V3's kind, which takes all of its input in a callback that is given `data`, at any price. */
export function toTicksSwap(isDown: boolean, amountIn: bigint, recipient: Address, data: Hex): Hex {
  const priceLimit = isDown ? priceLimits.lowest : priceLimits.highest
  return encodeFunctionData({ abi: ticksAbi, args: [recipient, isDown, amountIn, priceLimit, data] })
}
