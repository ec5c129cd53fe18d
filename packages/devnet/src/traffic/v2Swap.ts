import { type Address, encodeFunctionData, parseAbi } from 'viem'
import type { TrafficAccount } from './account.ts'
import type { Draft } from './draft.ts'
import { computeSwap, type MarketPool, type SwapPlan } from './market.ts'
import type { Outgoing } from './scenario.ts'
import { deadlineSeconds } from './swapPlan.ts'
import type { TrafficWorld } from './worldTypes.ts'

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])
const gas = 250_000n

/** Builds a swap through a Uniswap V2 router or a fork. `minOutFactor` above 1 requires more output than possible. */
export const buildV2Swap = (
  { router, venue, minOutFactor = 1n }: { router: Address; venue: MarketPool['pool']['venue']; minOutFactor?: bigint },
  { isNative, ...plan }: SwapPlan & { readonly isNative: boolean },
  from: TrafficAccount,
  { market, head }: TrafficWorld,
): Outgoing | undefined => {
  const swap = computeSwap(
    market.pools.filter(({ pool }) => pool.venue === venue),
    plan,
  )
  if (swap === undefined) return undefined
  const { tokenIn, tokenOut, amountIn } = swap
  const rest = [
    swap.minAmountOut * minOutFactor,
    [tokenIn.address, tokenOut.address],
    from.address,
    head.timestamp + deadlineSeconds,
  ] as const
  const toDraft = (): Draft => {
    if (isNative && tokenIn.symbol === 'WETH') {
      const data = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args: rest })
      return { to: router, data, value: amountIn, gas }
    }
    const functionName = isNative && tokenOut.symbol === 'WETH' ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
    return { to: router, data: encodeFunctionData({ abi: routerAbi, functionName, args: [amountIn, ...rest] }), gas }
  }
  return { from, drafts: [toDraft()] }
}
