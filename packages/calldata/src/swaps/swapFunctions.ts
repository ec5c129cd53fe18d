import { type Address, zeroAddress } from 'viem'
import { addressAt } from '../decoder/addressAt.ts'
import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { nativeToken } from '../decoder/nativeToken.ts'
import type { Decode } from '../decoder/protocol.ts'
import { readPath, readTiers } from './uniswapV3/path.ts'

/** Positions of words in the arguments, or in the dynamic struct at word `tuple`. */
export type SwapWords = {
  readonly tuple?: number
  /** `self`: the called contract is the token. */
  readonly tokenIn?: number | 'native' | 'self'
  readonly tokenOut?: number | 'native' | 'self'
  /** A list of addresses from first to last token. */
  readonly path?: number
  /** @default the value sent, where `tokenIn` is native */
  readonly amountIn?: number
  readonly amountOut?: number
  readonly recipient?: number
  /** The meaning of a zero recipient. @default the zero address itself, so the output is lost */
  readonly ifZero?: 'sender' | 'self'
  readonly exact?: 'in' | 'out'
  /** Returns the minimum output after fees. Null if it is unknown. @default no fees */
  readonly afterFees?: (amount: bigint, args: Args, call: Call) => bigint | null
}

function tokenAt(call: Call, args: Args, at: SwapWords['tokenIn']): Address | undefined {
  if (at === undefined) return undefined
  if (at === 'native') return nativeToken
  return at === 'self' ? call.to : args.address(at)
}

/** Returns the recipient. A zero recipient may mean the sender or the called router. */
export function orIfZero(call: Call, recipient: Address, ifZero?: 'sender' | 'self'): Address | null {
  return ifZero === undefined || recipient !== zeroAddress ? recipient : addressAt(call, ifZero)
}

/**
 * Returns the minimum output, or null if `flags` allow a partial fill. If bit 0 is set, a router may spend only a
 * part of the input and checks the limit in proportion, so the whole swap has no minimum. Sources: `_PARTIAL_FILL` in
 * the routers of 1inch, OpenOcean and KyberSwap.
 */
export function unlessPartial(amount: bigint, flags: bigint): bigint | null {
  return (flags & 1n) === 0n ? amount : null
}

/** Decodes a swap whose tokens and amounts have a word each. Values without a word are unknown. */
export function swapAt(words: SwapWords): Decode {
  return (call) => emitSwap(call, words)
}

function emitSwap(call: Call, words: SwapWords) {
  const { amountIn, amountOut, recipient, ifZero, exact = 'in', afterFees } = words
  const args = words.tuple === undefined ? call : call.tuple(words.tuple)
  const path = words.path === undefined ? undefined : args.addresses(words.path)
  if (path !== undefined && path.length < 2) return call.reject()
  const tokenIn = tokenAt(call, args, words.tokenIn) ?? path?.[0] ?? null
  const sent = call.isNative(tokenIn) ? call.value : null
  // Routers with a path swap through pools that reject an empty input.
  const isRefused = amountIn === undefined && words.tokenIn === 'native' && path !== undefined && call.value === 0n
  const stated = amountOut === undefined ? null : args.uint(amountOut)
  call.refusedIf(isRefused).swap({
    exact,
    tokenIn,
    tokenOut: tokenAt(call, args, words.tokenOut) ?? path?.at(-1) ?? null,
    ...(path && { path }),
    amountIn: amountIn === undefined ? sent : args.uint(amountIn),
    amountOut: stated === null || afterFees === undefined ? stated : afterFees(stated, args, call),
    recipient: recipient === undefined ? null : orIfZero(call, args.address(recipient), ifZero),
  })
}

/**
 * Decodes a struct of (path, recipient, …). The path is packed as in Uniswap V3, and reversed if the output is exact.
 * A zero recipient means the router.
 *
 * @param amount word of the exact amount; the one after it is its limit
 */
export function swapPacked(exact: 'in' | 'out', amount: number): Decode {
  return (call) => {
    const data = call.tuple(0)
    const tokens = readPath(data, data.bytes(0))
    const tiers = readTiers(data, data.bytes(0), tokens)
    if (exact === 'out') {
      tokens.reverse()
      tiers?.reverse()
    }
    const [given, limit] = [data.uint(amount), data.uint(amount + 1)]
    const [amountIn, amountOut] = exact === 'in' ? [given, limit] : [limit, given]
    call.swap({
      exact,
      path: tokens,
      tiers,
      amountIn,
      amountOut,
      // The routers pay in native currency only if they hold as much.
      isNativeIn: tokens[0] === call.wrappedNative && call.value > 0n && call.value >= amountIn,
      recipient: orIfZero(call, data.address(1), 'self'),
    })
  }
}

/** Returns the other amount of a partial fill at the order's price: `amount * numerator / denominator`. */
export function atPrice(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  return denominator === 0n ? 0n : (amount * numerator) / denominator
}

/** The amounts of an order. The maker offers `making` and requests `taking`. */
export type OrderSize = { readonly making: bigint; readonly taking: bigint }

/** Returns the amounts of a fill in which the taker gives `amount`, capped at the size of the order. */
export function fillGiving(amount: bigint, { making, taking }: OrderSize) {
  const amountIn = amount > taking ? taking : amount
  return { exact: 'in', amountIn, amountOut: atPrice(amountIn, making, taking) } as const
}

/** Returns the amounts of a fill in which the taker requests `amount`, capped at the size of the order. */
export function fillWanting(amount: bigint, { making, taking }: OrderSize) {
  const amountOut = amount > making ? making : amount
  return { exact: 'out', amountIn: atPrice(amountOut, taking, making), amountOut } as const
}

const addressMask = (1n << 160n) - 1n

export type PoolSwap = {
  /** Null if the first pool determines the token. */
  readonly tokenIn: Address | null
  readonly amountIn: bigint | null
  readonly amountOut: bigint | null
  readonly recipient?: Address | null
  /** Pool words: the address in the low 160 bits and flags above. */
  readonly pools: readonly bigint[]
  /** Flag of the last pool. If set, the wrapped native token it pays out is unwrapped. */
  readonly unwrap: bigint
  /** Flag of a pool. If set, the pool receives its token1. */
  readonly oneForZero?: bigint
}

/** Emits a swap whose calldata contains only its pools. The output token is known only if it is unwrapped. */
export function swapPools(call: Call, { pools, unwrap, oneForZero, tokenIn, recipient, ...amounts }: PoolSwap): void {
  const [first, last] = [pools[0], pools.at(-1)]
  if (first === undefined || last === undefined) call.reject()
  else
    call.swap({
      ...amounts,
      tokenIn: call.value > 0n ? nativeToken : tokenIn,
      tokenOut: (last & unwrap) !== 0n ? nativeToken : null,
      isReversed: oneForZero === undefined ? null : (first & oneForZero) !== 0n,
      pools: pools.map((word): Address => `0x${(word & addressMask).toString(16).padStart(40, '0')}`),
      recipient: recipient ?? null,
    })
}
