import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** A step: (callTo, approveTo, sendingAssetId, receivingAssetId, fromAmount, callData, requiresDeposit). */
function swap(call: Call, first: Args, last: Args): void {
  call.swap({
    tokenIn: first.address(2),
    tokenOut: last.address(3),
    amountIn: first.uint(4),
    amountOut: call.uint(4),
    recipient: call.address(3),
  })
}

function swapSteps(call: Call) {
  const steps = call.list(5)
  if (steps.length === 0) return call.reject()
  swap(call, steps.tuple(0), steps.tuple(steps.length - 1))
}

const head = 'bytes32,string,string,address,uint256'
const step = '(address,address,address,address,uint256,bytes,bool)'
const pairs = ['ERC20ToERC20', 'ERC20ToNative', 'NativeToERC20']

/** Swaps on one chain (GenericSwapFacet); the bridging facets are another protocol's. */
export const lifi = defineProtocol({
  id: 'lifi',
  name: 'LI.FI',
  source: 'https://docs.li.fi/introduction/user-flows-and-examples/lifi-explorer',
  contracts: [],
  atAnyAddress: defineFunctions({
    [`swapTokensGeneric(${head},${step}[])`]: swapSteps,
    ...each(swapSteps, ...pairs.map((pair) => `swapTokensMultipleV3${pair}(${head},${step}[])`)),
    ...each(
      (call) => swap(call, call.tuple(5), call.tuple(5)),
      ...pairs.map((pair) => `swapTokensSingleV3${pair}(${head},${step})`),
    ),
  }),
})
