import type { ChainName } from '@outrigger/core'
import { zeroAddress } from 'viem'
import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { fillGiving, fillWanting } from '../swapFunctions.ts'

const isBuy = 1
const isPartial = 2
/** Flag of orders that a contract signs or that are signed on chain. Their signature starts with the owner. */
const namesOwner = 64

/**
 * (sellTokenIndex, buyTokenIndex, receiver, sellAmount, buyAmount, validTo, appData, feeAmount, flags, executedAmount,
 * signature).
 * @see https://github.com/cowprotocol/contracts/blob/main/src/contracts/libraries/GPv2Trade.sol
 */
function report(
  call: Call,
  tokens: Args,
  order: Args,
  amounts: { readonly amountIn: bigint; readonly amountOut: bigint },
) {
  const [sell, buy] = [order.number(0), order.number(1)]
  if (Math.max(sell, buy) >= tokens.length) return call.reject()
  const flags = Number(order.uint(8) & 127n)
  const receiver = order.address(2)
  // Zero means the owner, who is known only if the signature contains the address.
  const owner = (flags & namesOwner) === 0 ? null : order.packedAddress(order.bytes(10), 0)
  call.swap({
    ...amounts,
    exact: (flags & isBuy) === 0 ? 'in' : 'out',
    tokenIn: tokens.address(sell),
    tokenOut: tokens.address(buy),
    recipient: receiver === zeroAddress ? owner : receiver,
  })
}

/**
 * Decodes a settled order. The executed amount (of the buy token for buy orders) is used if the order may be
 * partially filled.
 */
function trade(call: Call, tokens: Args, order: Args) {
  const flags = Number(order.uint(8) & 3n)
  const size = { making: order.uint(4), taking: order.uint(3) }
  const executed = (flags & isPartial) === 0 ? null : order.uint(9)
  const amounts =
    (flags & isBuy) === 0 ? fillGiving(executed ?? size.taking, size) : fillWanting(executed ?? size.making, size)
  report(call, tokens, order, amounts)
}

/** Decodes an order that Balancer's pools fill completely. The executed amount is then the limit of the other side. */
function swapWhole(call: Call, tokens: Args, order: Args) {
  const [selling, buying, limit] = [order.uint(3), order.uint(4), order.uint(9)]
  const isSell = (order.uint(8) & 1n) === 0n
  report(call, tokens, order, { amountIn: isSell ? selling : limit, amountOut: isSell ? limit : buying })
}

function settle(call: Call): void {
  const [tokens, trades] = [call.list(0), call.list(2)]
  for (let item = 0; item < trades.length; item++) trade(call, tokens, trades.tuple(item))
}

const order = '(address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64)'
const step = '(bytes32,uint256,uint256,uint256,bytes)'
const trades = '(uint256,uint256,address,uint256,uint256,uint32,bytes32,uint256,uint256,uint256,bytes)'

/** Sources: `networks.json` of https://github.com/cowprotocol/contracts, https://github.com/cowprotocol/cow-sdk. */
const settlementChains = [
  'ethereum',
  'gnosis',
  'arbitrum',
  'base',
  'optimism',
  'polygon',
  'avalanche',
  'bsc',
  'linea',
  'ink',
] as const satisfies readonly ChainName[]

const ethFlow = '0xba3cb449bd2b4adddbc894d8697f5170800eadec'
const earlierEthFlow = '0x04501b9b1d52e67f6862d157e00d13419d2d6e95'

/**
 * Current and earlier EthFlow contracts. Sources: https://github.com/cowprotocol/cow-sdk (present),
 * https://github.com/cowprotocol/services (earlier), and the queries in https://github.com/duneanalytics/spellbook.
 */
const ethFlows = {
  ...deployedOn(['optimism', 'polygon', 'avalanche', 'bsc', 'linea', 'ink'], ethFlow, earlierEthFlow),
  ...deployedOn(['ethereum', 'gnosis'], ethFlow, '0x40a50cf069e992aa4536211b23f286ef88752187', earlierEthFlow),
  ...deployedOn(['arbitrum'], ethFlow, '0x6dfe75b5ddce1ade279d4fa6bd6aef3cbb6f49db', earlierEthFlow),
  ...deployedOn(['base'], ethFlow, '0x3c3ea1829891bc9bec3d06a81d5d169e52a415e3', earlierEthFlow),
}

export const cow = defineProtocol({
  id: 'cow',
  name: 'CoW Protocol',
  source: 'https://docs.cow.fi/cow-protocol/reference/contracts/core',
  contracts: [
    {
      name: 'GPv2Settlement',
      addresses: deployedOn(
        settlementChains,
        '0x9008d19f58aabd9ed0d60971565aa8510560ab41',
        '0x3328f5f2cecaf00a2443082b657cedeaf70bfaef',
      ),
      functions: defineFunctions({
        [`settle(address[],uint256[],${trades}[],(address,uint256,bytes)[][3])`]: settle,
        [`swap(${step}[],address[],${trades})`]: (call) => swapWhole(call, call.list(1), call.tuple(2)),
        ...each(
          otherAction,
          'setPreSignature(bytes,bool)',
          'invalidateOrder(bytes)',
          'freeFilledAmountStorage(bytes[])',
          'freePreSignatureStorage(bytes[])',
        ),
      }),
    },
    {
      name: 'CoWSwapEthFlow',
      addresses: ethFlows,
      functions: defineFunctions({
        // The native currency is paid now; a solver fills the order later.
        [`createOrder(${order})`]: (call) =>
          call.swap({
            tokenIn: call.wrappedNative,
            tokenOut: call.address(0),
            amountIn: call.uint(2),
            amountOut: call.uint(3),
            isNativeIn: true,
            recipient: call.address(1),
          }),
        [`invalidateOrder(${order})`]: otherAction,
        [`invalidateOrdersIgnoringNotAllowed(${order}[])`]: otherAction,
      }),
    },
  ],
})
