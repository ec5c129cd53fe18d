import type { Address } from 'viem'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swap as swapPath } from './uniswapV2/router.ts'

/** Withdraw mode in the data of a step (tokenIn, to, mode). It means that the output is unwrapped. */
const unwrapped = 1n

/**
 * Decodes (paths, minimum, deadline). A path is (steps, tokenIn, amountIn), and a step is (pool, data, callback,
 * callbackData, …).
 */
function swapPaths(call: Call): void {
  const paths = call.list(0)
  if (paths.length === 0) call.reject()
  for (let i = 0; i < paths.length; i++) {
    const path = paths.tuple(i)
    const steps = path.list(0)
    const pools = Array.from({ length: steps.length }, (_, step): Address => steps.tuple(step).address(0))
    if (steps.length === 0) path.reject()
    const last = steps.tuple(steps.length - 1)
    const data = last.inside(last.bytes(1))
    const isNativeOut = data.uint(2) === unwrapped
    call.swap({
      tokenIn: path.address(1),
      tokenOut: isNativeOut ? call.wrappedNative : null,
      isNativeOut,
      amountIn: path.uint(2),
      // The minimum applies to all paths together.
      amountOut: paths.length === 1 ? call.uint(1) : null,
      pools,
      recipient: data.address(1),
    })
  }
}

const path = '((address,bytes,address,bytes)[],address,uint256)[]'
const vaultPath = '((address,bytes,address,bytes,bool)[],address,uint256)[]'
const permit = '(address,uint256,uint256,uint8,bytes32,bytes32)'

export const syncswap = defineProtocol({
  id: 'syncswap',
  name: 'SyncSwap',
  source: 'https://docs.syncswap.xyz/syncswap/smart-contracts/smart-contracts',
  contracts: [],
  atAnyAddress: defineFunctions(
    each(
      swapPaths,
      `swap(${path},uint256,uint256)`,
      `swap(${vaultPath},uint256,uint256)`,
      `swapWithPermit(${path},uint256,uint256,${permit})`,
      `swapWithPermit(${vaultPath},uint256,uint256,${permit})`,
    ),
  ),
})

const fees = ['', 'SupportingFeeOnTransferTokens']
const tail = 'address[],address,uint256,bool[]'

/** Mute, which has Uniswap V2's functions with a flag for each stable pair. */
export const mute = defineProtocol({
  id: 'mute',
  name: 'Mute',
  source: 'https://docs.mute.io',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      (call) => swapPath(call, 'in', 'native', 'token'),
      ...fees.map((fee) => `swapExactETHForTokens${fee}(uint256,${tail})`),
    ),
    ...each(
      (call) => swapPath(call, 'in', 'token', 'native'),
      ...fees.map((fee) => `swapExactTokensForETH${fee}(uint256,uint256,${tail})`),
    ),
    ...each(
      (call) => swapPath(call, 'in', 'token', 'token'),
      ...fees.map((fee) => `swapExactTokensForTokens${fee}(uint256,uint256,${tail})`),
    ),
  }),
})
