import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { nativeToken, orIfZero, swapAt } from './swapFunctions.ts'

/** Bancor's own wrapped ether of 2017-2020, which its network took in and paid out as the native currency. */
const etherToken = '0xc0829421c1d260bd3cb3e0f06cfe2d52db2ce315'

/** Tokens and the converters' anchors by turns. */
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

const tradeActions = '(uint256,uint128)[]'

export const bancor = defineProtocol({
  id: 'bancor',
  name: 'Bancor',
  source: 'https://docs.bancor.network/developer-guides/contracts',
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
    'tradeBySourceAmount(address,address,uint256,uint256,uint256,address)': swapAt({
      tokenIn: 0,
      tokenOut: 1,
      amountIn: 2,
      amountOut: 3,
      recipient: 5,
      ifZero: 'sender',
    }),
    'tradeByTargetAmount(address,address,uint256,uint256,uint256,address)': swapAt({
      exact: 'out',
      tokenIn: 0,
      tokenOut: 1,
      amountOut: 2,
      amountIn: 3,
      recipient: 5,
      ifZero: 'sender',
    }),
    // Carbon: actions hold the amounts of each strategy.
    [`tradeBySourceAmount(address,address,${tradeActions},uint256,uint128)`]: (call) =>
      call.swap({
        tokenIn: call.address(0),
        tokenOut: call.address(1),
        amountIn: sumActions(call),
        amountOut: call.uint(4),
      }),
    [`tradeByTargetAmount(address,address,${tradeActions},uint256,uint128)`]: (call) =>
      call.swap({
        exact: 'out',
        tokenIn: call.address(0),
        tokenOut: call.address(1),
        amountIn: call.uint(4),
        amountOut: sumActions(call),
      }),
  }),
})

function sumActions(call: Call): bigint {
  const actions = call.list(2, 2)
  let sum = 0n
  for (let item = 0; item < actions.length; item++) sum += actions.uint(item * 2 + 1)
  return sum
}
