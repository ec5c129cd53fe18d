import type { Address } from 'viem'
import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { nativeToken } from '../decoder/nativeToken.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from './swapFunctions.ts'

/** A packed argument, and the position of the next one in bytes after the selector. */
type Read<value> = { readonly value: value; readonly next: number }

/**
 * Reads a token. It starts with two bytes: 0 means the native currency, 1 means that an address follows. A higher
 * number is an index into a list on chain.
 */
function readToken(call: Call, at: number): Read<Address | null> {
  const index = call.packedUint({ start: call.base, end: call.end }, at, 2)
  if (index === 0n) return { value: nativeToken, next: at + 2 }
  if (index > 1n) return { value: null, next: at + 2 }
  return { value: call.packedAddress({ start: call.base, end: call.end }, at + 2), next: at + 22 }
}

/** Reads an amount: one byte with the length, then the number. */
function readAmount(call: Call, at: number): Read<bigint> {
  const span = { start: call.base, end: call.end }
  const size = Number(call.packedUint(span, at, 1))
  return { value: size === 0 ? 0n : call.packedUint(span, at + 1, size), next: at + 1 + size }
}

/** Decodes tokens, amount, quote and a slippage of three bytes. @see OdosRouterV2.swapCompact */
function swapCompact(call: Call): void {
  const input = readToken(call, 0)
  const output = readToken(call, input.next)
  const amount = readAmount(call, output.next)
  const quote = readAmount(call, amount.next)
  const slippage = call.packedUint({ start: call.base, end: call.end }, quote.next, 3)
  call.swap({
    tokenIn: input.value,
    tokenOut: output.value,
    amountIn: amount.value > 0n ? amount.value : input.value === nativeToken ? call.value : null,
    amountOut: (quote.value * (0xffffffn - slippage)) / 0xffffffn,
  })
}

/**
 * Decodes a swap of several tokens. Each input is reported as a swap into the first output. The router checks the sum
 * of the outputs, each weighted with its relative value. With one input and one output, that is a minimum; otherwise
 * no swap has a minimum of its own.
 */
function swapMulti(call: Call, inputs: number, outputs: number, words: number, least: number) {
  const [given, wanted] = [call.list(inputs, words === 0 ? 1 : words), call.list(outputs, 3)]
  if (given.length === 0 || wanted.length === 0) return call.reject()
  const value = wanted.uint(1)
  const isShared = given.length > 1 || wanted.length > 1 || value === 0n
  for (let item = 0; item < given.length; item++) {
    const input = words === 0 ? given.tuple(item) : given.inline(item * words)
    call.swap({
      tokenIn: input.address(0),
      tokenOut: wanted.address(0),
      amountIn: input.uint(1),
      amountOut: isShared ? null : (call.uint(least) + value - 1n) / value,
      recipient: wanted.address(2),
    })
  }
}

const info = '(address,uint256,address,address,uint256,uint256,address)'
const outputs = '(address,uint256,address)[]'

/** Odos' routers. They have a different address on each chain and are recognized by their functions, which are unique. */
export const odos = defineProtocol({
  id: 'odos',
  name: 'Odos',
  source: 'https://docs.odos.xyz/build/contracts',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      swapAt({ tokenIn: 0, amountIn: 1, tokenOut: 3, amountOut: 5, recipient: 6, ifZero: 'sender' }),
      `swap(${info},bytes,address,uint32)`,
      `swap(${info},bytes,address,(uint64,uint64,address))`,
    ),
    [`swapPermit2((address,uint256,uint256,bytes),${info},bytes,address,uint32)`]: swapAt({
      tokenIn: 1,
      amountIn: 2,
      tokenOut: 4,
      amountOut: 6,
      recipient: 7,
      ifZero: 'sender',
    }),
    ...each(
      (call) => swapMulti(call, 0, 1, 3, 2),
      `swapMulti((address,uint256,address)[],${outputs},uint256,bytes,address,uint32)`,
      `swapMulti((address,uint256,address)[],${outputs},uint256,bytes,address,(uint64,uint64,address))`,
    ),
    [`swap((address,uint256,address,bytes)[],${outputs},uint256,uint256,address,bytes)`]: (call) =>
      swapMulti(call, 0, 1, 0, 3),
    'swapCompact()': swapCompact,
  }),
})
