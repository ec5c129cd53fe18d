import type { Args } from '../../decoder/args.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { type Contract, defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { orIfZero, swapAt, unlessPartial } from '../swapFunctions.ts'
import { limitOrderFunctions, settlementFunctions } from './limitOrders.ts'
import { unoswapFunctions } from './unoswap.ts'

/** (srcToken, dstToken, srcReceiver, dstReceiver, amount, minReturnAmount, …) from the word `first` on. */
const described = (first: number, flags: number) => ({
  tokenIn: first,
  tokenOut: first + 1,
  recipient: first + 3,
  ifZero: 'sender' as const,
  amountIn: first + 4,
  amountOut: first + 5,
  afterFees: (amount: bigint, args: Args) => unlessPartial(amount, args.uint(flags)),
})
const v2 = '(address,address,address,address,uint256,uint256,uint256,uint256,address,bytes)'
const v3 = '(address,address,address,address,uint256,uint256,uint256,bytes)'
const v5 = '(address,address,address,address,uint256,uint256,uint256)'
/** Words of a description without dynamic fields (v5 and later). It follows the executor directly in the arguments. */
const inline = swapAt(described(1, 7))
const calls = '(uint256,uint256,uint256,bytes)[]'

const generic = defineFunctions({
  [`swap(address,${v2},${calls})`]: swapAt({ tuple: 1, ...described(0, 7) }),
  [`discountedSwap(address,${v2},${calls})`]: swapAt({ tuple: 1, ...described(0, 7) }),
  [`swap(address,${v3},bytes)`]: swapAt({ tuple: 1, ...described(0, 6) }),
  [`discountedSwap(address,${v3},bytes)`]: swapAt({ tuple: 1, ...described(0, 6) }),
  [`swap(address,${v5},bytes,bytes)`]: inline,
  [`swap(address,${v5},bytes)`]: inline,
  'clipperSwap(address,address,uint256,uint256)': swapAt({ tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3 }),
  'clipperSwapTo(address,address,address,uint256,uint256)': swapAt({
    recipient: 0,
    tokenIn: 1,
    tokenOut: 2,
    amountIn: 3,
    amountOut: 4,
  }),
  'clipperSwapToWithPermit(address,address,address,uint256,uint256,bytes)': swapAt({
    recipient: 0,
    tokenIn: 1,
    tokenOut: 2,
    amountIn: 3,
    amountOut: 4,
  }),
  'clipperSwap(address,address,address,uint256,uint256,uint256,bytes32,bytes32)': swapAt({
    tokenIn: 1,
    tokenOut: 2,
    amountIn: 3,
    amountOut: 4,
  }),
  'clipperSwapTo(address,address,address,address,uint256,uint256,uint256,bytes32,bytes32)': swapAt({
    recipient: 1,
    tokenIn: 2,
    tokenOut: 3,
    amountIn: 4,
    amountOut: 5,
  }),
  'clipperSwapToWithPermit(address,address,address,address,uint256,uint256,uint256,bytes32,bytes32,bytes)': swapAt({
    recipient: 1,
    tokenIn: 2,
    tokenOut: 3,
    amountIn: 4,
    amountOut: 5,
  }),
  // v6 packs flags above the source token.
  'clipperSwap(address,uint256,address,uint256,uint256,uint256,bytes32,bytes32)': (call) =>
    call.swap({
      tokenIn: call.low160(1),
      tokenOut: call.address(2),
      amountIn: call.uint(3),
      amountOut: call.uint(4),
    }),
  'clipperSwapTo(address,address,uint256,address,uint256,uint256,uint256,bytes32,bytes32)': (call) =>
    call.swap({
      tokenIn: call.low160(2),
      tokenOut: call.address(3),
      amountIn: call.uint(4),
      amountOut: call.uint(5),
      recipient: call.address(1),
    }),
  'permitAndCall(bytes,bytes)': (call) => call.enterSelf(call.bytes(1)),
})

/** Functions of 2019: the exchange contracts before the routers, and OneSplit. */
const early = defineFunctions({
  'aggregate(address,address,uint256,address[],bytes,uint256[],uint256[],uint256,uint256,address)': swapAt({
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 2,
    amountOut: 7,
  }),
  'swap(address,address,uint256,uint256,uint256,address,address[],bytes,uint256[],uint256[])': swapAt({
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 2,
    amountOut: 3,
  }),
  'swap(address,address,uint256,uint256,uint256[],uint256)': swapAt({
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 2,
    amountOut: 3,
  }),
})

const routerFunctions = joinFunctions(generic, unoswapFunctions, limitOrderFunctions)

/** AggregationRouterV6. Source: 1inch's documentation, and the verified contract of each chain. */
export const routersV6: Contract['addresses'] = {
  ...deployedOn(
    ['ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base', 'gnosis', 'avalanche', 'linea', 'sonic', 'unichain'],
    '0x111111125421ca6dc452d289314280a0f8842a65',
  ),
  zksync: ['0x6fd4383cb451173d5f9304f041c7bcbf27d561ff'],
}

export const oneinch = defineProtocol({
  id: 'oneinch',
  name: '1inch',
  source: 'https://portal.1inch.dev/documentation/contracts/aggregation-protocol/aggregation-introduction',
  contracts: [
    { name: 'AggregationRouterV6', addresses: routersV6, functions: routerFunctions },
    {
      name: 'AggregationRouter',
      addresses: {
        ...deployedOn(
          ['ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base', 'gnosis', 'avalanche', 'linea', 'sonic'],
          '0x1111111254eeb25477b68fb85ed929f73a960582',
          '0x1111111254fb6c44bac0bed2854e76f90643097d',
          '0x1111111254760f7ab3f16433eea9304126dcd199',
          '0x11111112542d85b3ef69ae05771c2dccff4faa26',
          '0x111111125434b319222cdbf8c261674adb56f3ae',
          '0x111111254bf8547e7183e4bbfc36199f3cedf4a1',
        ),
        zksync: ['0x6e2b76966cbd9cf4cc2fa0d76d24d5241e0abc2f'],
      },
      functions: routerFunctions,
    },
    {
      name: 'Exchange',
      addresses: {
        ethereum: [
          '0x11111254369792b2ca5d084ab5eea397ca8fa48b',
          '0x111111254b08ceeee8ad6ca827de9952d2a46781',
          '0x111112549cfedf7822eb11fbd8fd485d8a10f93f',
          '0x0000000f8ef4be2b7aed6724e893c1b674b9682d',
          '0x000005edbbc1f258302add96b5e20d3442e5dd89',
          '0x0000000053d411becdb4a82d8603edc6d8b8b3bc',
          '0x0000000006adbd7c01bc0738cdbfc3932600ad63',
          '0xe4c577bdec9ce0f6c54f2f82aed5b1913b71ae2f',
          '0xc586bef4a0992c495cf22e1aeee4e446cecdee0e',
          '0x50fda034c0ce7a8f7efdaebda7aa7ca21cc1267e',
        ],
      },
      functions: early,
    },
    {
      name: 'LimitOrderProtocol',
      addresses: {
        ethereum: ['0x3ef51736315f52d568d6d2cf289419b9cfffe782', '0x119c71d3bbac22029622cbaec24854d3d32d2828'],
        bsc: ['0xe3456f4ee65e745a44ec3bcb83d0f2529d1b84eb', '0x1e38eff998df9d3669e32f4ff400031385bf6362'],
        polygon: ['0xb707d89d29c189421163515c59e42147371d6857', '0x94bc2a1c732bcad7343b25af48385fe76e08734f'],
        optimism: ['0xb707d89d29c189421163515c59e42147371d6857', '0x11431a89893025d2a48dca4eddc396f8c8117187'],
        arbitrum: ['0xe295ad71242373c37c5fda7b57f26f9ea1088afe', '0x7f069df72b7a39bce9806e3afaf579e54d8cf2b9'],
        gnosis: ['0x54431918cec22932fcf97e54769f4e00f646690f'],
        avalanche: ['0x0f85a912448279111694f4ba4f85dc641c54b594'],
      },
      functions: limitOrderFunctions,
    },
    {
      name: 'Settlement',
      addresses: {
        ethereum: ['0xa88800cd213da5ae406ce248380802bd53b47647'],
        bsc: ['0x1d0ae300eec4093cee4367c00b228d10a5c7ac63'],
        polygon: ['0x1e8ae092651e7b14e4d0f93611267c5be19b8b9f'],
        arbitrum: ['0x4bc3e539aaa5b18a82f6cd88dc9ab0e113c63377'],
        optimism: ['0xd89adc20c400b6c45086a7f6ab2dca19745b89c2'],
        avalanche: ['0x7731f8df999a9441ae10519617c24568dc82f697'],
        gnosis: ['0xcbdb7490968d4dbf183c60fc899c2e9fbd445308'],
        base: ['0x7f069df72b7a39bce9806e3afaf579e54d8cf2b9'],
      },
      functions: settlementFunctions,
    },
    {
      // Native to a fusion order: the swap happens when a resolver fills it; it is reported here.
      name: 'NativeOrderFactory',
      addresses: { ethereum: ['0xe12e0f117d23a5ccc57f8935cd8c4e80cd91ff01'] },
      functions: defineFunctions({
        '0x8c72b608': (call) =>
          call.swap({
            tokenIn: call.low160(3),
            tokenOut: call.low160(4),
            amountIn: call.uint(5),
            amountOut: call.uint(6),
            isNativeIn: true,
            recipient: orIfZero(call, call.low160(2), 'sender'),
          }),
      }),
    },
  ],
})
