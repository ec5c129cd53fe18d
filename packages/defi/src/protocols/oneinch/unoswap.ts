import type { Address } from 'viem'
import type { Call, SwapMeaning } from '../../calldata/call.ts'
import { defineFunctions } from '../../calldata/protocol.ts'
import { nativeToken } from '../swaps.ts'

/** Flags in the upper 96 bits of a pool word. Source: UnoswapRouter (v3-v5), UnoswapV3Router (v4-v5), ProtocolLib (v6). */
const unwrapFlag = { unoswap: 1n << 254n, uniswapV3: 1n << 253n, v6: 1n << 252n } as const

type Words = {
  readonly kind: keyof typeof unwrapFlag
  /** Null: the first pool decides. */
  readonly token: Address | null
  readonly amount: bigint
  readonly least: bigint
  readonly recipient?: Address | null
  readonly words: readonly bigint[]
}

function toAddress(word: bigint): Address {
  return `0x${(word & ((1n << 160n) - 1n)).toString(16).padStart(40, '0')}`
}

/** Only pools are named, so the output is known where the last one says that wrapped native is unwrapped. */
function swapPools(call: Call, { kind, token, amount, least, recipient = null, words }: Words) {
  const last = words.at(-1)
  if (last === undefined) return call.reject()
  const isNativeOut = (last & unwrapFlag[kind]) !== 0n
  const swap: SwapMeaning = {
    tokenIn: call.value > 0n ? nativeToken : token,
    tokenOut: isNativeOut ? nativeToken : null,
    amountIn: amount,
    amountOut: least,
    pools: words.map(toAddress),
    recipient,
  }
  call.swap(swap)
}

function uniswapV3(call: Call, first: number, recipient: Address | null = null): void {
  swapPools(call, {
    kind: 'uniswapV3',
    token: null,
    amount: call.uint(first),
    least: call.uint(first + 1),
    words: call.uints(first + 2),
    recipient,
  })
}

function unoswap(call: Call, first: number, recipient: Address | null = null): void {
  swapPools(call, {
    kind: 'unoswap',
    token: call.address(first),
    amount: call.uint(first + 1),
    least: call.uint(first + 2),
    words: call.uints(first + 3),
    recipient,
  })
}

/** v6 names each pool in a word of the head; addresses are words whose upper bits do not count. */
function v6(call: Call, side: 'native' | 'token', hasRecipient: boolean, pools: number): void {
  const start = hasRecipient ? 1 : 0
  const first = side === 'token' ? start + 2 : start
  swapPools(call, {
    kind: 'v6',
    token: side === 'token' ? call.low160(start) : null,
    amount: side === 'token' ? call.uint(start + 1) : call.value,
    least: call.uint(first),
    words: Array.from({ length: pools }, (_, index) => call.uint(first + 1 + index)),
    recipient: hasRecipient ? call.low160(0) : null,
  })
}

/** Swaps through named pools, from v3 on. */
export const unoswapFunctions = defineFunctions({
  'unoswap(address,uint256,uint256,bytes32[])': (call) => unoswap(call, 0),
  'unoswapWithPermit(address,uint256,uint256,bytes32[],bytes)': (call) => unoswap(call, 0),
  'unoswap(address,uint256,uint256,uint256[])': (call) => unoswap(call, 0),
  'unoswapTo(address,address,uint256,uint256,uint256[])': (call) => unoswap(call, 1, call.address(0)),
  'unoswapToWithPermit(address,address,uint256,uint256,uint256[],bytes)': (call) => unoswap(call, 1, call.address(0)),
  'uniswapV3Swap(uint256,uint256,uint256[])': (call) => uniswapV3(call, 0),
  'uniswapV3SwapTo(address,uint256,uint256,uint256[])': (call) => uniswapV3(call, 1, call.address(0)),
  'uniswapV3SwapToWithPermit(address,address,uint256,uint256,uint256[],bytes)': (call) =>
    swapPools(call, {
      kind: 'uniswapV3',
      token: call.address(1),
      amount: call.uint(2),
      least: call.uint(3),
      words: call.uints(4),
      recipient: call.address(0),
    }),
  'unoswap(uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', false, 1),
  'unoswap2(uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', false, 2),
  'unoswap3(uint256,uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', false, 3),
  'unoswapTo(uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', true, 1),
  'unoswapTo2(uint256,uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', true, 2),
  'unoswapTo3(uint256,uint256,uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'token', true, 3),
  'ethUnoswap(uint256,uint256)': (call) => v6(call, 'native', false, 1),
  'ethUnoswap2(uint256,uint256,uint256)': (call) => v6(call, 'native', false, 2),
  'ethUnoswap3(uint256,uint256,uint256,uint256)': (call) => v6(call, 'native', false, 3),
  'ethUnoswapTo(uint256,uint256,uint256)': (call) => v6(call, 'native', true, 1),
  'ethUnoswapTo2(uint256,uint256,uint256,uint256)': (call) => v6(call, 'native', true, 2),
  'ethUnoswapTo3(uint256,uint256,uint256,uint256,uint256)': (call) => v6(call, 'native', true, 3),
})
