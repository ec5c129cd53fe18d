import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/**
 * Decodes steps: (callTo, approveTo, sendingAssetId, receivingAssetId, fromAmount, callData, requiresDeposit). The
 * sender pays the input of the first step and of steps that require a deposit. If there are several inputs, they
 * share one minimum output, so no swap has a minimum of its own.
 */
function swap(call: Call, [first, ...others]: readonly Args[]): void {
  if (first === undefined) {
    call.reject()
    return
  }
  const inputs = [first, ...others.filter((step) => step.bool(6))]
  const last = others.at(-1) ?? first
  for (const input of inputs)
    call.swap({
      tokenIn: input.address(2),
      tokenOut: last.address(3),
      amountIn: input.uint(4),
      amountOut: inputs.length > 1 ? null : call.uint(4),
      recipient: call.address(3),
    })
}

function swapSteps(call: Call) {
  const steps = call.list(5)
  swap(
    call,
    Array.from({ length: steps.length }, (_, item) => steps.tuple(item)),
  )
}

const head = 'bytes32,string,string,address,uint256'
const step = '(address,address,address,address,uint256,bytes,bool)'
const pairs = ['ERC20ToERC20', 'ERC20ToNative', 'NativeToERC20']

/** LI.FI's swaps on one chain (GenericSwapFacet). Its bridging facets belong to another protocol of this package. */
export const lifi = defineProtocol({
  id: 'lifi',
  name: 'LI.FI',
  source: 'https://docs.li.fi/introduction/user-flows-and-examples/lifi-explorer',
  contracts: [],
  atAnyAddress: defineFunctions({
    [`swapTokensGeneric(${head},${step}[])`]: swapSteps,
    ...each(swapSteps, ...pairs.map((pair) => `swapTokensMultipleV3${pair}(${head},${step}[])`)),
    ...each(
      (call) => swap(call, [call.tuple(5)]),
      ...pairs.map((pair) => `swapTokensSingleV3${pair}(${head},${step})`),
    ),
  }),
})
