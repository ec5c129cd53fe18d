import { concatHex, encodeAbiParameters, encodeFunctionData, encodePacked, type Hex, parseAbi } from 'viem'
import { permit2, universalRouter } from '../../contracts/addresses.ts'
import { computeSwap, type Swap } from '../market.ts'
import { defineScenario } from '../scenario.ts'
import { deadlineSeconds, planSwap } from '../swapPlan.ts'

const routerAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])

/** Commands.sol and ActionConstants.sol of the Universal Router. */
const commands = { v3SwapExactIn: '0x00', v2SwapExactIn: '0x08', wrapEth: '0x0b' } as const
const messageSender = '0x0000000000000000000000000000000000000001'
const routerItself = '0x0000000000000000000000000000000000000002'

const encodeSwap = ({ pool, tokenIn, tokenOut, amountIn, minAmountOut }: Swap, isPaidByUser: boolean): Hex =>
  pool.pool.venue === 'uniswapV3'
    ? encodeAbiParameters(
        [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }, { type: 'bool' }],
        [
          messageSender,
          amountIn,
          minAmountOut,
          encodePacked(['address', 'uint24', 'address'], [tokenIn.address, pool.feePips, tokenOut.address]),
          isPaidByUser,
        ],
      )
    : encodeAbiParameters(
        [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'address[]' }, { type: 'bool' }],
        [messageSender, amountIn, minAmountOut, [tokenIn.address, tokenOut.address], isPaidByUser],
      )

/** A V2 or V3 swap through the Universal Router, which wraps ether and takes tokens with Permit2. */
export const universalRouterSwap = defineScenario({
  weight: 12,
  needs: [universalRouter, permit2],
  plan: () => (random) => ({ ...planSwap(random), isNative: random.next() < 0.6 }),
  build({ isNative, ...plan }, from, { market, head }) {
    const swap = computeSwap(
      market.pools.filter(({ pool }) => pool.venue !== 'sushiSwap'),
      plan,
    )
    if (swap === undefined) return undefined
    const { tokenIn, amountIn } = swap
    const command = swap.pool.pool.venue === 'uniswapV3' ? commands.v3SwapExactIn : commands.v2SwapExactIn
    const deadline = head.timestamp + deadlineSeconds
    const execute = (list: readonly Hex[], inputs: readonly Hex[]): Hex =>
      encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: [concatHex(list), inputs, deadline] })
    if (isNative && tokenIn.symbol === 'WETH') {
      const wrap = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [routerItself, amountIn])
      const data = execute([commands.wrapEth, command], [wrap, encodeSwap(swap, false)])
      return { from, drafts: [{ to: universalRouter, data, value: amountIn, gas: 350_000n }] }
    }
    const data = execute([command], [encodeSwap(swap, true)])
    return { from, drafts: [{ to: universalRouter, data, gas: 350_000n }] }
  },
})
