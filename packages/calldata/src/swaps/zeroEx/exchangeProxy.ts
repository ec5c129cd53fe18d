import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions } from '../../decoder/protocol.ts'
import { fillGiving, orIfZero, swapAt } from '../swapFunctions.ts'
import { readPath } from '../uniswapV3/path.ts'

function sellToV3(call: Call, side: 'token' | 'in' | 'out'): void {
  const shift = side === 'in' ? 0 : 1
  // Pools reject an empty input.
  call.refusedIf(side === 'in' && call.value === 0n).swap({
    path: readPath(call, call.bytes(0)),
    amountIn: shift === 0 ? call.value : call.uint(1),
    amountOut: call.uint(shift + 1),
    isNativeIn: side === 'in',
    isNativeOut: side === 'out',
    recipient: orIfZero(call, call.address(shift + 2), 'sender'),
  })
}

/** Decodes (makerToken, takerToken, makerAmount, takerAmount, …), which all three kinds of orders contain. */
function fillOrder(call: Call, order: Args, amount: bigint, native: 'in' | 'out' | null = null): void {
  call.swap({
    tokenIn: order.address(1),
    tokenOut: order.address(0),
    ...fillGiving(amount, { making: order.uint(2), taking: order.uint(3) }),
    isNativeIn: native === 'in',
    isNativeOut: native === 'out',
  })
}

/** Decodes a list of orders. `words` is the number of words of an order. */
function fillOrders(call: Call, words: number): void {
  const [orders, amounts] = [call.list(0, words), call.list(2)]
  for (let item = 0; item < orders.length; item++) fillOrder(call, orders.inline(item * words), amounts.uint(item))
}

/** Decodes (signer, sender, …, callData, …): the signer's own call to this contract. */
function enterMeta(call: Call, signed: Args, data: number): void {
  call.enter(call.to, call.value, signed.bytes(data), signed.address(0))
}

function enterMetas(call: Call, data: number): void {
  const list = call.list(0)
  for (let item = 0; item < list.length; item++) enterMeta(call, list.tuple(item), data)
}

/**
 * Decodes ERC-721 orders: (…, 8: collection, 9: token id). A buyer receives the NFT from the maker, and a seller
 * sends it to the maker.
 */
function nftTrade(call: Call, order: Args, side: 'buy' | 'sell', tokenId: bigint): void {
  const [maker, taker] = [order.address(1), call.from]
  const [from, to] = side === 'buy' ? [maker, taker] : [taker, maker]
  call.emit({ kind: 'nft', event: 'trade', collection: order.address(8), tokenId, from, to })
}

const wholeBalance = 2n ** 256n - 1n

const limit = '(address,address,uint128,uint128,uint128,address,address,address,address,bytes32,uint64,uint256)'
const rfq = '(address,address,uint128,uint128,address,address,address,bytes32,uint64,uint256)'
const otc = '(address,address,uint128,uint128,address,address,address,uint256)'
const signature = '(uint8,uint8,bytes32,bytes32)'
const meta = '(address,address,uint256,uint256,uint256,uint256,bytes,uint256,address,uint256)'
const metaV2 = '(address,address,uint256,uint256,bytes,address,(address,uint256)[])'
const nft721 =
  '(uint8,address,address,uint256,uint256,address,uint256,(address,uint256,bytes)[],address,uint256,(address,bytes)[])'
const nft1155 = nft721.replace(/\)$/, ',uint128)')

/** Exchange Proxy (v4). Source: IZeroEx of `@0x/contract-artifacts`. */
export const exchangeProxyFunctions = defineFunctions({
  'transformERC20(address,address,uint256,uint256,(uint32,bytes)[])': (call) => {
    const [tokenIn, tokenOut, amount] = [call.address(0), call.address(1), call.uint(2)]
    // The largest number means the whole balance of the sender.
    call.swap({ tokenIn, tokenOut, amountIn: amount === wholeBalance ? null : amount, amountOut: call.uint(3) })
  },
  'sellToUniswap(address[],uint256,uint256,bool)': swapAt({ path: 0, amountIn: 1, amountOut: 2 }),
  'sellToPancakeSwap(address[],uint256,uint256,uint8)': swapAt({ path: 0, amountIn: 1, amountOut: 2 }),
  'sellToLiquidityProvider(address,address,address,address,uint256,uint256,bytes)': swapAt({
    tokenIn: 0,
    tokenOut: 1,
    recipient: 3,
    ifZero: 'sender',
    amountIn: 4,
    amountOut: 5,
  }),
  'sellTokenForTokenToUniswapV3(bytes,uint256,uint256,address)': (call) => sellToV3(call, 'token'),
  'sellEthForTokenToUniswapV3(bytes,uint256,address)': (call) => sellToV3(call, 'in'),
  'sellTokenForEthToUniswapV3(bytes,uint256,uint256,address)': (call) => sellToV3(call, 'out'),
  'multiplexBatchSellTokenForToken(address,address,(uint8,uint256,bytes)[],uint256,uint256)': swapAt({
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 3,
    amountOut: 4,
  }),
  'multiplexBatchSellEthForToken(address,(uint8,uint256,bytes)[],uint256)': swapAt({
    tokenIn: 'native',
    tokenOut: 0,
    amountOut: 2,
  }),
  'multiplexBatchSellTokenForEth(address,(uint8,uint256,bytes)[],uint256,uint256)': swapAt({
    tokenIn: 0,
    tokenOut: 'native',
    amountIn: 2,
    amountOut: 3,
  }),
  'multiplexMultiHopSellTokenForToken(address[],(uint8,bytes)[],uint256,uint256)': swapAt({
    path: 0,
    amountIn: 2,
    amountOut: 3,
  }),
  'multiplexMultiHopSellEthForToken(address[],(uint8,bytes)[],uint256)': swapAt({
    path: 0,
    tokenIn: 'native',
    amountOut: 2,
  }),
  'multiplexMultiHopSellTokenForEth(address[],(uint8,bytes)[],uint256,uint256)': swapAt({
    path: 0,
    tokenOut: 'native',
    amountIn: 2,
    amountOut: 3,
  }),
  'batchFill((address,address,uint256,(bytes4,uint256,bytes)[]),uint256)': (call) => {
    const batch = call.tuple(0)
    call.swap({
      tokenIn: batch.address(0),
      tokenOut: batch.address(1),
      amountIn: batch.uint(2),
      amountOut: call.uint(1),
    })
  },
  'multiHopFill((address[],uint256,(bytes4,bytes)[]),uint256)': (call) => {
    const hops = call.tuple(0)
    const path = hops.addresses(0)
    if (path.length < 2) return call.reject()
    call.swap({ path, amountIn: hops.uint(1), amountOut: call.uint(1) })
  },
  ...each(
    (call) => fillOrder(call, call, call.uint(16)),
    `fillLimitOrder(${limit},${signature},uint128)`,
    `fillOrKillLimitOrder(${limit},${signature},uint128)`,
  ),
  ...each(
    (call) => fillOrder(call, call, call.uint(14)),
    `fillRfqOrder(${rfq},${signature},uint128)`,
    `fillOrKillRfqOrder(${rfq},${signature},uint128)`,
  ),
  [`fillOtcOrder(${otc},${signature},uint128)`]: (call) => fillOrder(call, call, call.uint(12)),
  [`fillOtcOrderForEth(${otc},${signature},uint128)`]: (call) => fillOrder(call, call, call.uint(12), 'out'),
  [`fillOtcOrderWithEth(${otc},${signature})`]: (call) => fillOrder(call, call, call.value, 'in'),
  [`fillTakerSignedOtcOrder(${otc},${signature},${signature})`]: (call) => fillOrder(call, call, call.uint(3)),
  [`fillTakerSignedOtcOrderForEth(${otc},${signature},${signature})`]: (call) =>
    fillOrder(call, call, call.uint(3), 'out'),
  [`batchFillTakerSignedOtcOrders(${otc}[],${signature}[],${signature}[],bool[])`]: (call) => {
    const orders = call.list(0, 8)
    for (let item = 0; item < orders.length; item++) fillOrder(call, orders.inline(item * 8), orders.uint(item * 8 + 3))
  },
  [`batchFillLimitOrders(${limit}[],${signature}[],uint128[],bool)`]: (call) => fillOrders(call, 12),
  [`batchFillRfqOrders(${rfq}[],${signature}[],uint128[],bool)`]: (call) => fillOrders(call, 10),
  [`executeMetaTransaction(${meta},${signature})`]: (call) => enterMeta(call, call.tuple(0), 6),
  [`batchExecuteMetaTransactions(${meta}[],${signature}[])`]: (call) => enterMetas(call, 6),
  [`executeMetaTransactionV2(${metaV2},${signature})`]: (call) => enterMeta(call, call.tuple(0), 4),
  [`batchExecuteMetaTransactionsV2(${metaV2}[],${signature}[])`]: (call) => enterMetas(call, 4),
  ...each(
    (call) => nftTrade(call, call.tuple(0), 'buy', call.tuple(0).uint(9)),
    `buyERC721(${nft721},${signature},bytes)`,
    `buyERC1155(${nft1155},${signature},uint128,bytes)`,
  ),
  ...each(
    (call) => nftTrade(call, call.tuple(0), 'sell', call.uint(5)),
    `sellERC721(${nft721},${signature},uint256,bool,bytes)`,
    `sellERC1155(${nft1155},${signature},uint256,uint128,bool,bytes)`,
  ),
  ...each(
    (call) => {
      const orders = call.list(0)
      for (let item = 0; item < orders.length; item++)
        nftTrade(call, orders.tuple(item), 'buy', orders.tuple(item).uint(9))
    },
    `batchBuyERC721s(${nft721}[],${signature}[],bytes[],bool)`,
    `batchBuyERC1155s(${nft1155}[],${signature}[],uint128[],bytes[],bool)`,
  ),
  ...each(
    (call) => call.emit({ kind: 'nft', event: 'order', collection: null, tokenId: null, from: call.from, to: null }),
    'cancelERC721Order(uint256)',
    'cancelERC1155Order(uint256)',
    'batchCancelERC721Orders(uint256[])',
    'batchCancelERC1155Orders(uint256[])',
    `preSignERC721Order(${nft721})`,
    `preSignERC1155Order(${nft1155})`,
  ),
  ...each(
    otherAction,
    `cancelLimitOrder(${limit})`,
    `cancelRfqOrder(${rfq})`,
    `batchCancelLimitOrders(${limit}[])`,
    `batchCancelRfqOrders(${rfq}[])`,
    'cancelPairLimitOrders(address,address,uint256)',
    'cancelPairRfqOrders(address,address,uint256)',
    'registerAllowedOrderSigner(address,bool)',
    'registerAllowedRfqOrigins(address[],bool)',
    'transferProtocolFeesForPools(bytes32[])',
  ),
})

export const exchangeProxy = '0xdef1c0ded9bec7f1a1670819833240f027b25eff'

/** Functions of Coinbase Wallet's proxy. It takes its fee and passes the rest of the calldata to the Exchange Proxy. */
export const coinbaseFunctions = defineFunctions(
  each((call) => call.enter(exchangeProxy, call.value, call.bytes(0), call.from), '0x5cf54026', '0xfe53d0b6'),
)
