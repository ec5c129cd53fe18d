import type { Address } from 'viem'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { withCommission } from './okxCommission.ts'
import { swapPools } from './swapFunctions.ts'

/**
 * Decodes (fromToken, toToken, fromTokenAmount, minReturnAmount, deadline). The upper bits of the token's word
 * contain an order id.
 */
function swap(call: Call, first: number, recipient: Address | null = null): void {
  call.swap({
    tokenIn: call.low160(first),
    tokenOut: call.address(first + 1),
    ...withCommission(call, call.uint(first + 2), call.uint(first + 3)),
    recipient,
  })
}

/** Decodes (amount, minReturn) in words 1 and 2, and the pools in word `pools`. */
function through(
  call: Call,
  unwrap: bigint,
  tokenIn: Address | null,
  pools = 3,
  recipient: Address | null = null,
): void {
  swapPools(call, {
    tokenIn,
    ...withCommission(call, call.uint(1), call.uint(2)),
    pools: call.uints(pools),
    unwrap,
    recipient,
  })
}
const [unwrapV2, unwrapV3] = [1n << 254n, 1n << 253n]
const isUnwrap = 1n << 255n

const request = '(uint256,address,uint256,uint256,uint256)'
const route = '(address[],address[],uint256[],bytes[],uint256)[]'

/** OKX redeploys its router often, so it is identified by its functions. */
export const okx = defineProtocol({
  id: 'okx',
  name: 'OKX DEX',
  source: 'https://web3.okx.com/build/dev-docs/wallet-api/dex-smart-contract',
  contracts: [],
  atAnyAddress: defineFunctions({
    // smartSwapByOrderId and smartSwapTo; the last list has changed its shape over time, the selectors are as called.
    '0xb80c2f09': (call) => swap(call, 1),
    '0x03b87e5f': (call) => swap(call, 2, call.address(1)),
    [`dagSwapByOrderId(uint256,${request},${route})`]: (call) => swap(call, 1),
    [`dagSwapTo(uint256,address,${request},${route})`]: (call) => swap(call, 2, call.address(1)),
    ...each(
      (call) => swap(call, 2, call.address(1)),
      `unxswapToWithBaseRequest(uint256,address,${request},bytes32[])`,
      `uniswapV3SwapToWithBaseRequest(uint256,address,${request},uint256[])`,
    ),
    'unxswapByOrderId(uint256,uint256,uint256,bytes32[])': (call) => through(call, unwrapV2, call.low160(0)),
    'unxswapTo(uint256,uint256,uint256,address,bytes32[])': (call) =>
      through(call, unwrapV2, call.low160(0), 4, call.address(3)),
    'uniswapV3SwapTo(uint256,uint256,uint256,uint256[])': (call) => through(call, unwrapV3, null, 3, call.low160(0)),
    'swapWrap(uint256,uint256)': (call) => {
      const data = call.uint(1)
      const amount = data & ((1n << 128n) - 1n)
      call.emit({ kind: (data & isUnwrap) !== 0n ? 'unwrap' : 'wrap', token: call.wrappedNative, amount })
    },
  }),
})
