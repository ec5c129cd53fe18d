import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { nativeToken } from '../decoder/nativeToken.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { orIfZero, swapAt } from '../swaps/swapFunctions.ts'

/** Bancor's own wrapped ether of 2017-2020. Its network accepted and paid it as the native currency. */
const etherToken = '0xc0829421c1d260bd3cb3e0f06cfe2d52db2ce315'

/** Decodes a conversion. The path alternates between tokens and the converters' anchors. */
function convert(call: Call, recipient?: number) {
  const hops = call.addresses(0)
  if (hops.length < 3) return call.reject()
  const path = hops.filter((_, index) => index % 2 === 0).map((token) => (token === etherToken ? nativeToken : token))
  call.swap({
    path,
    amountIn: call.uint(1),
    amountOut: call.uint(2),
    recipient: recipient === undefined ? null : orIfZero(call, call.address(recipient), 'sender'),
  })
}

/** Bancor v1 and v2 (2017-2022). */
export const bancorConverters = defineProtocol({
  id: 'bancor',
  name: 'Bancor v1 and v2',
  source: 'https://github.com/bancorprotocol/contracts-solidity',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      (call) => convert(call),
      'convert(address[],uint256,uint256)',
      'convert2(address[],uint256,uint256,address,uint256)',
      'claimAndConvert(address[],uint256,uint256)',
      'claimAndConvert2(address[],uint256,uint256,address,uint256)',
      'quickConvert(address[],uint256,uint256)',
      'quickConvert2(address[],uint256,uint256,address,uint256)',
      'quickConvertPrioritized(address[],uint256,uint256,uint256,uint8,bytes32,bytes32)',
    ),
    ...each(
      (call) => convert(call, 3),
      'convertFor(address[],uint256,uint256,address)',
      'convertFor2(address[],uint256,uint256,address,address,uint256)',
      'claimAndConvertFor(address[],uint256,uint256,address)',
      'claimAndConvertFor2(address[],uint256,uint256,address,address,uint256)',
      'convertByPath(address[],uint256,uint256,address,address,uint256)',
      'convertByPath2(address[],uint256,uint256,address)',
    ),
    // A single converter.
    ...each(
      swapAt({ tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3 }),
      'convert(address,address,uint256,uint256)',
      'change(address,address,uint256,uint256)',
    ),
  }),
})
