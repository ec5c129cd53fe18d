import type { Address } from 'viem'
import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { type Decode, defineFunctions, type Functions, joinFunctions } from '../../decoder/protocol.ts'
import { pairLiquidity } from '../uniswapV2/liquidity.ts'
import { type Side, swap } from '../uniswapV2/router.ts'

/** Reads `(from, to, stable[, factory])[]`. Each hop starts with the output token of the previous one. */
export function readRoutes(args: Args, index: number, words: number): Address[] {
  const routes = args.list(index, words)
  if (routes.length === 0) return []
  return [routes.address(0), ...Array.from({ length: routes.length }, (_, item) => routes.address(item * words + 1))]
}

/**
 * Returns the functions of Solidly's router, in its original form or in that of Velodrome V2, where each hop contains
 * its factory.
 */
function defineForm(route: string, words: number): Functions {
  const along = (exact: 'in' | 'out', given: Side, wanted: Side): Decode => {
    return (call) => swap(call, exact, given, wanted, (at, index) => readRoutes(at, index, words))
  }
  const fees = 'SupportingFeeOnTransferTokens'
  return defineFunctions({
    [`swapExactTokensForTokens(uint256,uint256,${route}[],address,uint256)`]: along('in', 'token', 'token'),
    [`swapExactETHForTokens(uint256,${route}[],address,uint256)`]: along('in', 'native', 'token'),
    [`swapExactTokensForETH(uint256,uint256,${route}[],address,uint256)`]: along('in', 'token', 'native'),
    [`swapTokensForExactTokens(uint256,uint256,${route}[],address,uint256)`]: along('out', 'token', 'token'),
    [`swapTokensForExactETH(uint256,uint256,${route}[],address,uint256)`]: along('out', 'token', 'native'),
    [`swapETHForExactTokens(uint256,${route}[],address,uint256)`]: along('out', 'native', 'token'),
    [`swapExactTokensForTokens${fees}(uint256,uint256,${route}[],address,uint256)`]: along('in', 'token', 'token'),
    [`swapExactETHForTokens${fees}(uint256,${route}[],address,uint256)`]: along('in', 'native', 'token'),
    [`swapExactTokensForETH${fees}(uint256,uint256,${route}[],address,uint256)`]: along('in', 'token', 'native'),
    [`UNSAFE_swapExactTokensForTokens(uint256[],${route}[],address,uint256)`]: (call) => {
      const [amounts, path] = [call.uints(0), readRoutes(call, 1, words)]
      if (path.length < 2 || amounts.length !== path.length) call.reject()
      call
        .until(call.uint(3))
        .swap({ path, amountIn: amounts[0] ?? null, amountOut: amounts.at(-1) ?? null, recipient: call.address(2) })
    },
  })
}

function swapSimple(call: Call): void {
  call.until(call.uint(6)).swap({
    amountIn: call.uint(0),
    amountOut: call.uint(1),
    path: [call.address(2), call.address(3)],
    recipient: call.address(5),
  })
}

export const routerFunctions: Functions = joinFunctions(
  defineForm('(address,address,bool)', 3),
  defineForm('(address,address,bool,address)', 4),
  defineFunctions({
    'swapExactTokensForTokensSimple(uint256,uint256,address,address,bool,address,uint256)': swapSimple,
    'addLiquidity(address,address,bool,uint256,uint256,uint256,uint256,address,uint256)': pairLiquidity(
      'add',
      'token',
      3,
    ),
    'addLiquidityETH(address,bool,uint256,uint256,uint256,address,uint256)': pairLiquidity('add', 'native', 2),
    'removeLiquidity(address,address,bool,uint256,uint256,uint256,address,uint256)': pairLiquidity(
      'remove',
      'token',
      4,
    ),
    'removeLiquidityWithPermit(address,address,bool,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)':
      pairLiquidity('remove', 'token', 4),
    'removeLiquidityETH(address,bool,uint256,uint256,uint256,address,uint256)': pairLiquidity('remove', 'native', 3),
    'removeLiquidityETHSupportingFeeOnTransferTokens(address,bool,uint256,uint256,uint256,address,uint256)':
      pairLiquidity('remove', 'native', 3),
    'removeLiquidityETHWithPermit(address,bool,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)':
      pairLiquidity('remove', 'native', 3),
  }),
)
