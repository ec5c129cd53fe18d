import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { defineFunctions } from '../../decoder/protocol.ts'
import { swapPools } from '../swapFunctions.ts'

/** The bit of a pool word that unwraps wrapped native. Source: UnoswapRouter, UnoswapV3Router, ProtocolLib (v6). */
const [unwrapV2, unwrapV3, unwrapV6] = [1n << 254n, 1n << 253n, 1n << 252n]

const oneForZero = 1n << 255n

/**
 * Returns whether a pool word of v6 contains a Curve pool. Some Curve pools accept an empty input. Uniswap pools
 * reject it.
 */
const isCurve = (word: bigint) => word >> 253n === 2n

/**
 * Decodes (token, amount, minReturn, pools) from the word `first` on. The value sent must be the amount if the token is
 * the native currency, and zero otherwise.
 */
function unoswap(call: Call, first: number, recipient: Address | null = null): void {
  const [tokenIn, amountIn] = [call.address(first), call.uint(first + 1)]
  swapPools(call.refusedIf(call.value !== (call.isNative(tokenIn) ? amountIn : 0n)), {
    tokenIn,
    amountIn,
    amountOut: call.uint(first + 2),
    pools: call.uints(first + 3),
    unwrap: unwrapV2,
    recipient,
  })
}

/** Decodes (amount, minReturn, pools). The token is known only if the calldata contains a permit. */
function uniswapV3(call: Call, first: number, recipient: Address | null = null, tokenIn: Address | null = null): void {
  swapPools(call, {
    tokenIn,
    amountIn: call.uint(first),
    amountOut: call.uint(first + 1),
    pools: call.uints(first + 2),
    unwrap: unwrapV3,
    oneForZero,
    recipient,
  })
}

/**
 * Decodes v6: ([to,] [token, amount,] minReturn, a word for each pool). The upper bits of addresses are ignored. Only
 * the functions of native currency are payable.
 */
function v6(call: Call, side: 'native' | 'token', pools: number, hasRecipient = false): void {
  const start = hasRecipient ? 1 : 0
  const first = side === 'token' ? start + 2 : start
  const isRefused = side === 'token' ? call.value > 0n : call.value === 0n && !isCurve(call.uint(first + 1))
  swapPools(call.refusedIf(isRefused), {
    tokenIn: side === 'token' ? call.low160(start) : null,
    amountIn: side === 'token' ? call.uint(start + 1) : call.value,
    amountOut: call.uint(first),
    pools: Array.from({ length: pools }, (_, index) => call.uint(first + 1 + index)),
    unwrap: unwrapV6,
    recipient: hasRecipient ? call.low160(0) : null,
  })
}

/** Functions for swaps through given pools, since v3. */
export const unoswapFunctions = defineFunctions({
  'unoswap(address,uint256,uint256,bytes32[])': (call) => unoswap(call, 0),
  'unoswapWithPermit(address,uint256,uint256,bytes32[],bytes)': (call) => unoswap(call, 0),
  'unoswap(address,uint256,uint256,uint256[])': (call) => unoswap(call, 0),
  'unoswapTo(address,address,uint256,uint256,uint256[])': (call) => unoswap(call, 1, call.address(0)),
  'unoswapToWithPermit(address,address,uint256,uint256,uint256[],bytes)': (call) => unoswap(call, 1, call.address(0)),
  'uniswapV3Swap(uint256,uint256,uint256[])': (call) => uniswapV3(call, 0),
  'uniswapV3SwapTo(address,uint256,uint256,uint256[])': (call) => uniswapV3(call, 1, call.address(0)),
  'uniswapV3SwapToWithPermit(address,address,uint256,uint256,uint256[],bytes)': (call) =>
    uniswapV3(call, 2, call.address(0), call.address(1)),
  'unoswap(uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', 1),
  'unoswap2(uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', 2),
  'unoswap3(uint256,uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', 3),
  'unoswapTo(uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', 1, true),
  'unoswapTo2(uint256,uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', 2, true),
  'unoswapTo3(uint256,uint256,uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', 3, true),
  'ethUnoswap(uint256,uint256)': (call) => v6(call, 'native', 1),
  'ethUnoswap2(uint256,uint256,uint256)': (call) => v6(call, 'native', 2),
  'ethUnoswap3(uint256,uint256,uint256,uint256)': (call) => v6(call, 'native', 3),
  'ethUnoswapTo(uint256,uint256,uint256)': (call) => v6(call, 'native', 1, true),
  'ethUnoswapTo2(uint256,uint256,uint256,uint256)': (call) => v6(call, 'native', 2, true),
  'ethUnoswapTo3(uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'native', 3, true),
})
