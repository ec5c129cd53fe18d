import type { Call } from '../../calldata/call.ts'
import { defineFunctions } from '../../calldata/protocol.ts'

type Side = 'native' | 'token'

/** Word indices: both amounts in the order of the arguments, the path, the recipient. */
function swap(call: Call, exact: 'in' | 'out', given: Side, wanted: Side): void {
  // A native amount given travels as the call's value, so it has no word.
  const shift = given === 'native' ? 0 : 1
  const [first, second] = [shift === 0 ? call.value : call.uint(0), call.uint(shift)]
  const path = call.addresses(shift + 1)
  if (path.length < 2) call.reject()
  // (amountIn, amountOutMin) or (amountOut, amountInMax); a native maximum is the value.
  const [amountIn, amountOut] = exact === 'in' || given === 'native' ? [first, second] : [second, first]
  call.swap({
    exact,
    path,
    amountIn,
    amountOut,
    isNativeIn: given === 'native',
    isNativeOut: wanted === 'native',
    recipient: call.address(shift + 2),
  })
}

/** The nine swaps of UniswapV2Router02, which its forks share. */
export const routerSwaps = defineFunctions({
  'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)': (call) => swap(call, 'in', 'token', 'token'),
  'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)': (call) => swap(call, 'out', 'token', 'token'),
  'swapExactETHForTokens(uint256,address[],address,uint256)': (call) => swap(call, 'in', 'native', 'token'),
  'swapTokensForExactETH(uint256,uint256,address[],address,uint256)': (call) => swap(call, 'out', 'token', 'native'),
  'swapExactTokensForETH(uint256,uint256,address[],address,uint256)': (call) => swap(call, 'in', 'token', 'native'),
  'swapETHForExactTokens(uint256,address[],address,uint256)': (call) => swap(call, 'out', 'native', 'token'),
  'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': (call) =>
    swap(call, 'in', 'token', 'token'),
  'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)': (call) =>
    swap(call, 'in', 'native', 'token'),
  'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': (call) =>
    swap(call, 'in', 'token', 'native'),
})
