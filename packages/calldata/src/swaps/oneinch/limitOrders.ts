import type { Address } from 'viem'
import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions } from '../../decoder/protocol.ts'
import { fillGiving, fillWanting, type OrderSize } from '../swapFunctions.ts'

type Order = OrderSize & { readonly makerAsset: Address; readonly takerAsset: Address }

type Fill = {
  /** The amount that the taker gives, or zero. */
  readonly taking: bigint
  /** The amount that the taker requests instead, or zero. */
  readonly making: bigint
  /** @default the sender */
  readonly recipient?: Address | null
}

/**
 * Decodes a fill. The taker gives `takerAsset` for `makerAsset` at the price of the order, up to one of the two
 * amounts. To fill a whole order, takers request more than it contains.
 */
function fill(call: Call, order: Order, { taking, making, recipient = call.from }: Fill): void {
  call.swap({
    ...(making > 0n ? fillWanting(making, order) : fillGiving(taking, order)),
    tokenIn: order.takerAsset,
    tokenOut: order.makerAsset,
    isNativeIn: call.value > 0n && order.takerAsset === call.wrappedNative,
    recipient,
  })
}

/** Decodes the fill of an RFQ order. If neither amount is set, it fills the whole order. */
function fillRfqOrder(call: Call, wanted: Fill): void {
  const order = rfqOrder(call)
  const isAll = wanted.taking === 0n && wanted.making === 0n
  fill(call, order, isAll ? { ...wanted, taking: order.taking } : wanted)
}

/** (info, makerAsset, takerAsset, maker, allowedSender, makingAmount, takingAmount) */
function rfqOrder(call: Call): Order {
  return { makerAsset: call.address(1), takerAsset: call.address(2), making: call.uint(5), taking: call.uint(6) }
}

const amountMask = (1n << 160n) - 1n
/** Bit of `flagsAndAmount` (v5) and of `takerTraits` (v6). If set, the amount is of the maker's asset. */
const isMaking = 1n << 255n

function fillRfq(call: Call, flagsAndAmount: bigint, recipient: Address | null = call.from): void {
  const amount = flagsAndAmount & amountMask
  const isMaker = (flagsAndAmount & isMaking) !== 0n
  fillRfqOrder(call, { making: isMaker ? amount : 0n, taking: isMaker ? 0n : amount, recipient })
}

/**
 * Decodes LOP v2 and v3: (salt, makerAsset, takerAsset, maker, receiver, allowedSender, makingAmount, takingAmount,
 * …).
 */
function fillMixed(call: Call, args: Args, amounts: number, recipient: Address | null = call.from): void {
  const order = args.tuple(0)
  fill(
    call,
    { makerAsset: order.address(1), takerAsset: order.address(2), making: order.uint(6), taking: order.uint(7) },
    { making: args.uint(amounts), taking: args.uint(amounts + 1), recipient },
  )
}

const hasExtension = 1n << 249n
const thresholdMask = (1n << 185n) - 1n
/** Bit of `takerTraits`. If set, the arguments start with a recipient. */
const hasTarget = 1n << 251n

/**
 * LOP v4: (salt, maker, receiver, makerAsset, takerAsset, makingAmount, takingAmount, makerTraits), addresses in the low bits.
 * `amount` is the word before the taker's traits, `args` that of the taker's arguments.
 *
 * @see https://github.com/1inch/limit-order-protocol/blob/master/contracts/OrderMixin.sol
 */
function fillV4(call: Call, amount: number, args?: number): void {
  const [given, traits] = [call.uint(amount), call.uint(amount + 1)]
  const isMaker = (traits & isMaking) !== 0n
  const order = { making: call.uint(5), taking: call.uint(6) }
  const amounts = isMaker ? fillWanting(given, order) : fillGiving(given, order)
  const isTargeted = args !== undefined && (traits & hasTarget) !== 0n
  // Getters of an extension may set another price (auctions): then only the taker's own limit is known.
  const limit = traits & thresholdMask || null
  const isPriced = (call.uint(7) & hasExtension) === 0n
  call.swap({
    exact: amounts.exact,
    tokenIn: call.low160(4),
    tokenOut: call.low160(3),
    amountIn: isMaker && !isPriced ? limit : amounts.amountIn,
    amountOut: isMaker || isPriced ? amounts.amountOut : limit,
    isNativeIn: call.value > 0n && call.low160(4) === call.wrappedNative,
    recipient: isTargeted ? call.packedAddress(call.bytes(args), 0) : call.from,
  })
}

/**
 * Decodes LOP v1: (salt, makerAsset, takerAsset, makerAssetData, takerAssetData, …). The asset data are calls of
 * `transferFrom`.
 */
function fillV1(call: Call): void {
  const order = call.tuple(0)
  const sizeIn = (index: number) => order.packedUint(order.bytes(index), 4 + 2 * 32, 32)
  fill(
    call,
    { makerAsset: order.address(1), takerAsset: order.address(2), making: sizeIn(3), taking: sizeIn(4) },
    { making: call.uint(2), taking: call.uint(3) },
  )
}

const rfq = '(uint256,address,address,address,address,uint256,uint256)'
const v2 = '(uint256,address,address,address,address,address,uint256,uint256,bytes,bytes,bytes,bytes,bytes,bytes,bytes)'
const v3 = '(uint256,address,address,address,address,address,uint256,uint256,uint256,bytes)'
const v4 = '(uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256)'
const v1 = '(uint256,address,address,bytes,bytes,bytes,bytes,bytes,bytes,bytes)'

/**
 * Functions of the limit order protocol (LOP). Up to v2 it is a separate contract. From v5 of the router (LOP v3) it
 * is part of the router.
 */
export const limitOrderFunctions = defineFunctions({
  [`fillOrderRFQ(${rfq},bytes,uint256,uint256)`]: (call) =>
    fillRfqOrder(call, { making: call.uint(8), taking: call.uint(9) }),
  [`fillOrderRFQTo(${rfq},bytes,uint256,uint256,address)`]: (call) =>
    fillRfqOrder(call, { making: call.uint(8), taking: call.uint(9), recipient: call.address(10) }),
  [`fillOrderRFQToWithPermit(${rfq},bytes,uint256,uint256,address,bytes)`]: (call) =>
    fillRfqOrder(call, { making: call.uint(8), taking: call.uint(9), recipient: call.address(10) }),
  [`fillOrderRFQ(${rfq},bytes,uint256)`]: (call) => fillRfq(call, call.uint(8)),
  [`fillOrderRFQCompact(${rfq},bytes32,bytes32,uint256)`]: (call) => fillRfq(call, call.uint(9)),
  [`fillOrderRFQTo(${rfq},bytes,uint256,address)`]: (call) => fillRfq(call, call.uint(8), call.address(9)),
  [`fillOrderRFQToWithPermit(${rfq},bytes,uint256,address,bytes)`]: (call) =>
    fillRfq(call, call.uint(8), call.address(9)),
  [`fillOrder(${v1},bytes,uint256,uint256,uint256)`]: fillV1,
  [`fillOrder(${v2},bytes,uint256,uint256,uint256)`]: (call) => fillMixed(call, call, 2),
  [`fillOrderTo(${v2},bytes,uint256,uint256,uint256,address)`]: (call) => fillMixed(call, call, 2, call.address(5)),
  [`fillOrder(${v3},bytes,bytes,uint256,uint256,uint256)`]: (call) => fillMixed(call, call, 3),
  [`fillOrderTo(${v3},bytes,bytes,uint256,uint256,uint256,address)`]: (call) =>
    fillMixed(call, call, 3, call.address(6)),
  [`fillOrderToWithPermit(${v3},bytes,bytes,uint256,uint256,uint256,address,bytes)`]: (call) =>
    fillMixed(call, call, 3, call.address(6)),
  [`fillOrder(${v4},bytes32,bytes32,uint256,uint256)`]: (call) => fillV4(call, 10),
  [`fillOrderArgs(${v4},bytes32,bytes32,uint256,uint256,bytes)`]: (call) => fillV4(call, 10, 12),
  [`fillContractOrder(${v4},bytes,uint256,uint256)`]: (call) => fillV4(call, 9),
  [`fillContractOrderArgs(${v4},bytes,uint256,uint256,bytes)`]: (call) => fillV4(call, 9, 11),
  ...each(
    otherAction,
    'cancelOrder(uint256,bytes32)',
    'cancelOrders(uint256[],bytes32[])',
    'increaseEpoch(uint96)',
    'bitsInvalidateForOrder(uint256,uint256)',
    'cancelOrderRFQ(uint256)',
    'cancelOrderRFQ(uint256,uint256)',
    `cancelOrder(${v3})`,
    `cancelOrder(${v2})`,
    `cancelOrder(${v1})`,
    'advanceNonce(uint8)',
    'increaseNonce()',
  ),
})

/** Functions of Fusion. A resolver settles orders. The bytes are the arguments of LOP v3's `fillOrderTo`. */
export const settlementFunctions = defineFunctions({
  'settleOrders(bytes)': (call) => fillMixed(call, call.inside(call.bytes(0)), 3),
})
