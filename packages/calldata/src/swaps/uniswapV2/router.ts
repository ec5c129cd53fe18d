import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { pairLiquidity } from './liquidity.ts'

export type Side = 'native' | 'token'

/** Returns the tokens of the swap, given the word of the path. */
type PathAt = (call: Call, index: number) => readonly Address[]

/**
 * Decodes a swap. The arguments are both amounts, the path, the recipient and the deadline. The router rejects native
 * currency if the input is a token. A native input or output requires a path that begins or ends in the wrapped
 * token. A native input is the value sent, and pairs reject an empty input. Pairs also reject a recipient that is one
 * of their own tokens.
 */
export function swap(
  call: Call,
  exact: 'in' | 'out',
  given: Side,
  wanted: Side,
  pathAt: PathAt = (at, index) => at.addresses(index),
  /** Number of words between the amounts and the recipient. */
  pathWords = 1,
  /** Number of words from the recipient to the deadline. */
  deadlineAt = 1,
): void {
  // A native amount given travels as the call's value, so it has no word.
  const shift = given === 'native' ? 0 : 1
  const [first, second] = [shift === 0 ? call.value : call.uint(0), call.uint(shift)]
  const path = pathAt(call, shift + 1)
  if (path.length < 2) call.reject()
  const recipient = call.address(shift + 1 + pathWords)
  const isRefused =
    (given === 'native' ? path[0] !== call.wrappedNative || call.value === 0n : call.value > 0n) ||
    (wanted === 'native' ? path.at(-1) !== call.wrappedNative : path.slice(-2).includes(recipient))
  // (amountIn, amountOutMin) or (amountOut, amountInMax); a native maximum is the value.
  const [amountIn, amountOut] = exact === 'in' || given === 'native' ? [first, second] : [second, first]
  const deadline = call.uint(shift + 1 + pathWords + deadlineAt)
  call
    .until(deadline)
    .refusedIf(isRefused)
    .swap({
      exact,
      path,
      amountIn,
      amountOut,
      isNativeIn: given === 'native',
      isNativeOut: wanted === 'native',
      recipient,
    })
}

/** Defines a router. `native` is the word for the native currency in the fork's function names. */
export function defineRouter(native = 'ETH'): Functions {
  const name = (text: string) => text.replace('ETH', native)
  return defineFunctions({
    'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)': (call) => swap(call, 'in', 'token', 'token'),
    'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)': (call) =>
      swap(call, 'out', 'token', 'token'),
    [name('swapExactETHForTokens(uint256,address[],address,uint256)')]: (call) => swap(call, 'in', 'native', 'token'),
    [name('swapTokensForExactETH(uint256,uint256,address[],address,uint256)')]: (call) =>
      swap(call, 'out', 'token', 'native'),
    [name('swapExactTokensForETH(uint256,uint256,address[],address,uint256)')]: (call) =>
      swap(call, 'in', 'token', 'native'),
    [name('swapETHForExactTokens(uint256,address[],address,uint256)')]: (call) => swap(call, 'out', 'native', 'token'),
    'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': (call) =>
      swap(call, 'in', 'token', 'token'),
    [name('swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)')]: (call) =>
      swap(call, 'in', 'native', 'token'),
    [name('swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)')]: (call) =>
      swap(call, 'in', 'token', 'native'),
    'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)': pairLiquidity('add', 'token', 2),
    [name('addLiquidityETH(address,uint256,uint256,uint256,address,uint256)')]: pairLiquidity('add', 'native', 1),
    'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)': pairLiquidity('remove', 'token', 3),
    'removeLiquidityWithPermit(address,address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)':
      pairLiquidity('remove', 'token', 3),
    [name('removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)')]: pairLiquidity('remove', 'native', 2),
    [name('removeLiquidityETHWithPermit(address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)')]:
      pairLiquidity('remove', 'native', 2),
    [name('removeLiquidityETHSupportingFeeOnTransferTokens(address,uint256,uint256,uint256,address,uint256)')]:
      pairLiquidity('remove', 'native', 2),
    [name(
      'removeLiquidityETHWithPermitSupportingFeeOnTransferTokens(address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)',
    )]: pairLiquidity('remove', 'native', 2),
  })
}

/** UniswapV2Router02, which its forks share. */
export const routerFunctions = defineRouter()
