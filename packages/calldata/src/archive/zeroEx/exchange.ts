import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, joinFunctions } from '../../decoder/protocol.ts'
import { fillGiving, fillWanting, type OrderSize } from '../../swaps/swapFunctions.ts'
import { type Asset, toAsset } from './assetData.ts'

type Fill = {
  /** Amount of the taker's asset, or of the maker's asset if `isBuy` is set. */
  readonly amount: bigint
  readonly isBuy?: boolean
  readonly isNativeIn?: boolean
}

type Amounts = { readonly exact: 'in' | 'out'; readonly amountIn: bigint; readonly amountOut: bigint }

/** Returns the maker's and the taker's amounts. The first twelve fields of an order are the same in v2 and v3. */
const sizeOf = (order: Args): OrderSize => ({ making: order.uint(4), taking: order.uint(5) })

/**
 * Decodes a fill. The taker gives `takerAsset` for `makerAsset`, at most the order's size. Fields of an order: maker,
 * taker, feeRecipient, sender, makerAssetAmount, takerAssetAmount, makerFee, takerFee, expiration, salt,
 * makerAssetData, takerAssetData.
 */
function fill(call: Call, order: Args, { amount, isBuy = false, isNativeIn = false }: Fill): void {
  const size = sizeOf(order)
  report(call, order, isBuy ? fillWanting(amount, size) : fillGiving(amount, size), isNativeIn)
}

function report(call: Call, order: Args, amounts: Amounts, isNativeIn: boolean): void {
  const wanted = toAsset(order, order.bytes(10))
  const given: Asset = isNativeIn
    ? { kind: 'token', address: call.wrappedNative, tokenId: 0n }
    : toAsset(order, order.bytes(11))
  const nft = wanted?.kind === 'nft' ? wanted : given?.kind === 'nft' ? given : null
  if (nft !== null) {
    const [maker, taker] = [order.address(0), call.from]
    const [from, to] = nft === wanted ? [maker, taker] : [taker, maker]
    call.emit({ kind: 'nft', event: 'trade', collection: nft.address, tokenId: nft.tokenId, from, to })
    return
  }
  call.swap({ ...amounts, tokenIn: given?.address ?? null, tokenOut: wanted?.address ?? null, isNativeIn })
}

/**
 * Decodes one amount for several orders of one pair, which are filled in turn. Only the first order must contain its
 * assets.
 */
function fillMarket(call: Call, amount: bigint, isBuy: boolean, isNativeIn = false) {
  const orders = call.list(0)
  if (orders.length === 0) return call.reject()
  let [amountIn, amountOut, left] = [0n, 0n, amount]
  for (let item = 0; item < orders.length && left > 0n; item++) {
    const size = sizeOf(orders.tuple(item))
    const part = isBuy ? fillWanting(left, size) : fillGiving(left, size)
    amountIn += part.amountIn
    amountOut += part.amountOut
    left -= isBuy ? part.amountOut : part.amountIn
  }
  report(call, orders.tuple(0), { exact: isBuy ? 'out' : 'in', amountIn, amountOut }, isNativeIn)
}

function fillBatch(call: Call) {
  const [orders, amounts] = [call.list(0), call.list(1)]
  if (orders.length !== amounts.length) return call.reject()
  for (let item = 0; item < orders.length; item++) fill(call, orders.tuple(item), { amount: amounts.uint(item) })
}

/** Decodes a match of two orders. Both are filled, and the left one is reported. */
function match(call: Call, left: Args): void {
  fill(call, left, { amount: left.uint(5) })
}

function matchBatch(call: Call): void {
  const left = call.list(0)
  for (let item = 0; item < left.length; item++) match(call, left.tuple(item))
}

const v2 = '(address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes,bytes)'
const v3 = '(address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes,bytes,bytes,bytes)'
const transaction = '(uint256,uint256,uint256,address,bytes)'

function orderFunctions(order: string) {
  return defineFunctions({
    ...each(
      (call) => fill(call, call.tuple(0), { amount: call.uint(1) }),
      `fillOrder(${order},uint256,bytes)`,
      `fillOrKillOrder(${order},uint256,bytes)`,
      `fillOrderNoThrow(${order},uint256,bytes)`,
    ),
    ...each(
      fillBatch,
      `batchFillOrders(${order}[],uint256[],bytes[])`,
      `batchFillOrKillOrders(${order}[],uint256[],bytes[])`,
      `batchFillOrdersNoThrow(${order}[],uint256[],bytes[])`,
    ),
    ...each(
      (call) => fillMarket(call, call.uint(1), false),
      `marketSellOrders(${order}[],uint256,bytes[])`,
      `marketSellOrdersNoThrow(${order}[],uint256,bytes[])`,
      `marketSellOrdersFillOrKill(${order}[],uint256,bytes[])`,
    ),
    ...each(
      (call) => fillMarket(call, call.uint(1), true),
      `marketBuyOrders(${order}[],uint256,bytes[])`,
      `marketBuyOrdersNoThrow(${order}[],uint256,bytes[])`,
      `marketBuyOrdersFillOrKill(${order}[],uint256,bytes[])`,
    ),
    ...each(
      (call) => match(call, call.tuple(0)),
      `matchOrders(${order},${order},bytes,bytes)`,
      `matchOrdersWithMaximalFill(${order},${order},bytes,bytes)`,
    ),
    ...each(
      matchBatch,
      `batchMatchOrders(${order}[],${order}[],bytes[],bytes[])`,
      `batchMatchOrdersWithMaximalFill(${order}[],${order}[],bytes[],bytes[])`,
    ),
    ...each(otherAction, `cancelOrder(${order})`, `batchCancelOrders(${order}[])`, 'cancelOrdersUpTo(uint256)'),
  })
}

/** Exchange v2 and v3. */
export const exchangeFunctions = joinFunctions(
  orderFunctions(v2),
  orderFunctions(v3),
  defineFunctions({
    'executeTransaction(uint256,address,bytes,bytes)': (call) =>
      call.enter(call.to, call.value, call.bytes(2), call.address(1)),
    [`executeTransaction(${transaction},bytes)`]: (call) => enterTransaction(call, call.tuple(0)),
    [`batchExecuteTransactions(${transaction}[],bytes[])`]: (call) => {
      const list = call.list(0)
      for (let item = 0; item < list.length; item++) enterTransaction(call, list.tuple(item))
    },
    'preSign(bytes32,address,bytes)': otherAction,
    'preSign(bytes32)': otherAction,
    'setSignatureValidatorApproval(address,bool)': otherAction,
  }),
)

/** (salt, expiration, gasPrice, signer, data) */
function enterTransaction(call: Call, signed: Args): void {
  call.enter(call.to, call.value, signed.bytes(4), signed.address(3))
}

/** Functions that buy with the native currency sent along. */
export const forwarderFunctions = defineFunctions({
  ...each(
    (call) => fillMarket(call, call.value, false, true),
    `marketSellOrdersWithEth(${v2}[],bytes[],${v2}[],bytes[],uint256,address)`,
    `marketSellOrdersWithEth(${v3}[],bytes[],uint256,address)`,
    `marketSellOrdersWithEth(${v3}[],bytes[],uint256[],address[])`,
    `marketSellAmountWithEth(${v3}[],uint256,bytes[],uint256[],address[])`,
  ),
  ...each(
    (call) => fillMarket(call, call.uint(1), true, true),
    `marketBuyOrdersWithEth(${v2}[],uint256,bytes[],${v2}[],bytes[],uint256,address)`,
    `marketBuyOrdersWithEth(${v3}[],uint256,bytes[],uint256,address)`,
    `marketBuyOrdersWithEth(${v3}[],uint256,bytes[],uint256[],address[])`,
  ),
})

export const [exchangeV2, exchangeV3] = [
  '0x080bf510fcbf18b91105470639e9561022937712',
  '0x61935cbdd02287b511119ddb11aeb42f1593b7ef',
] as const

/** Functions of coordinators, which forward a signed transaction to the exchange of their version. */
export const coordinatorV2Functions = defineFunctions({
  'executeTransaction((uint256,address,bytes),address,bytes,uint256[],bytes[])': (call) => {
    const signed = call.tuple(0)
    call.enter(exchangeV2, call.value, signed.bytes(2), signed.address(1))
  },
})
export const coordinatorV3Functions = defineFunctions({
  [`executeTransaction(${transaction},address,bytes,bytes[])`]: (call) => {
    const signed = call.tuple(0)
    call.enter(exchangeV3, call.value, signed.bytes(4), signed.address(3))
  },
})
