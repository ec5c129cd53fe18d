import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'

/** Decodes (pool, tokenIn, tokenOut, exact amount, limit, deadline, wethIsEth, userData). */
function single(call: Call, exact: 'in' | 'out'): void {
  const [amount, limit, wethIsEth] = [call.uint(3), call.uint(4), call.bool(6)]
  const [tokenIn, tokenOut] = [call.address(1), call.address(2)]
  call.until(call.uint(5)).swap({
    exact,
    tokenIn,
    tokenOut,
    amountIn: exact === 'in' ? amount : limit,
    amountOut: exact === 'in' ? limit : amount,
    pools: [call.address(0)],
    isNativeIn: wethIsEth && tokenIn === call.wrappedNative,
    isNativeOut: wethIsEth && tokenOut === call.wrappedNative,
  })
}

/** Decodes a path: (tokenIn, steps (pool, tokenOut, isBuffer), amount, limit). */
function path(call: Call, args: Args, exact: 'in' | 'out', wethIsEth: boolean) {
  const steps = args.list(1, 3)
  if (steps.length === 0) return call.reject()
  const tokens = [args.address(0), ...Array.from({ length: steps.length }, (_, step) => steps.address(step * 3 + 1))]
  call.swap({
    exact,
    path: tokens,
    pools: Array.from({ length: steps.length }, (_, step) => steps.address(step * 3)),
    // Exact in: (amountIn, least out); exact out: (most in, amountOut).
    amountIn: args.uint(2),
    amountOut: args.uint(3),
    isNativeIn: wethIsEth && tokens[0] === call.wrappedNative,
    isNativeOut: wethIsEth && tokens.at(-1) === call.wrappedNative,
  })
}

function paths(call: Call, exact: 'in' | 'out'): void {
  const list = call.list(0)
  const limited = call.until(call.uint(1))
  for (let item = 0; item < list.length; item++) path(limited, list.tuple(item), exact, call.bool(2))
}

const steps = '(address,(address,address,bool)[],uint256,uint256)[]'

/** Functions of v3 routers. Their signatures are unique, so they are recognized at any address. */
export const v3Functions: Functions = defineFunctions({
  'swapSingleTokenExactIn(address,address,address,uint256,uint256,uint256,bool,bytes)': (call) => single(call, 'in'),
  'swapSingleTokenExactOut(address,address,address,uint256,uint256,uint256,bool,bytes)': (call) => single(call, 'out'),
  [`swapExactIn(${steps},uint256,bool,bytes)`]: (call) => paths(call, 'in'),
  [`swapExactOut(${steps},uint256,bool,bytes)`]: (call) => paths(call, 'out'),
  'permitBatchAndCall((address,address,address,uint256,uint256,uint256)[],bytes[],((address,uint160,uint48,uint48)[],address,uint256),bytes,bytes[])':
    (call) => {
      const list = call.list(4)
      for (let item = 0; item < list.length; item++) call.enterSelf(list.bytes(item))
    },
  'addLiquidityUnbalanced(address,uint256[],uint256,bool,bytes)': (call) => liquidity(call, 'add', 1),
  'addLiquidityProportional(address,uint256[],uint256,bool,bytes)': (call) => liquidity(call, 'add', 1),
  'removeLiquidityProportional(address,uint256,uint256[],bool,bytes)': (call) => liquidity(call, 'remove', 2),
})

function liquidity(call: Call, event: 'add' | 'remove', amounts: number): void {
  call.emit({ kind: 'liquidity', event, tokens: [], amounts: call.uints(amounts) })
}
