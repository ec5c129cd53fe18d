import { type Address, type Hex, keccak256, stringToBytes } from 'viem'
import type { MinedCall } from '../minedBlock.ts'
import { argumentAddress, argumentUint, argumentWord, intAt, uintAt } from '../parse/words.ts'
import type { PoolEvent } from './poolEvent.ts'

// Decodes swaps from calls, for transactions without logs.

type DecodeCall = (call: MinedCall) => PoolEvent | null

const defineSwap =
  (protocol: string): DecodeCall =>
  ({ to }) => ({ kind: 'swap', protocol, pool: to, holder: to })
const defineOther =
  (protocol: string): DecodeCall =>
  ({ to }) => ({ kind: 'other', protocol, pool: to, holder: to })

/** The third argument is the exact amount sold. The amount bought is read from the transfers. */
const curveExchange: DecodeCall = (call) => ({
  ...base('curve', call.to),
  amountIn: argumentUint(call.input, 2),
  caller: call.from,
})

const base = (protocol: string, pool: Address) => ({ kind: 'swap', protocol, pool, holder: pool }) as const

/** (kind, tokenIn, tokenOut, amount, poolId, …): the vault calls each pool of a swap, and the pool returns the other amount. */
const onSwap: DecodeCall = ({ from, input, output }) => {
  // The struct is dynamic, so its offset comes first.
  const start = Number(argumentUint(input, 0)) / 32
  if (!Number.isInteger(start) || start > 64) return null
  const [given, returned] = [argumentUint(input, start + 3), uintAt(output, 0)]
  const isOut = argumentUint(input, start) === 1n
  return {
    kind: 'swap',
    protocol: 'balancer_v2',
    pool: argumentWord(input, start + 4),
    holder: from,
    tokenIn: argumentAddress(input, start + 1),
    tokenOut: argumentAddress(input, start + 2),
    amountIn: isOut ? returned : given,
    amountOut: isOut ? given : returned,
  }
}

/** Balancer v3 vault: ((kind, pool, tokenIn, tokenOut, …)). Returns the calculated amount, the amount in and the amount out. */
const vaultSwap: DecodeCall = ({ to, input, output }) => {
  const start = Number(argumentUint(input, 0)) / 32
  if (!Number.isInteger(start) || start > 64) return null
  return {
    kind: 'swap',
    protocol: 'balancer_v3',
    pool: argumentAddress(input, start + 1),
    holder: to,
    tokenIn: argumentAddress(input, start + 2),
    tokenOut: argumentAddress(input, start + 3),
    amountIn: uintAt(output, 1),
    amountOut: uintAt(output, 2),
  }
}

/** ((currency0, currency1, fee, tickSpacing, hooks), (zeroForOne, …)). Returns both amounts in one word. */
const managerSwap: DecodeCall = ({ to, input, output }) => {
  const delta = intAt(output, 0)
  const [amount0, amount1] = [delta >> 128n, BigInt.asIntN(128, delta)]
  const zeroForOne = argumentUint(input, 5) === 1n
  const [currency0, currency1] = [argumentAddress(input, 0), argumentAddress(input, 1)]
  // The pool id is the hash of the pool key, i.e. of these five words.
  const pool: Hex = keccak256(`0x${input.slice(10, 10 + 5 * 64)}`)
  return {
    kind: 'swap',
    protocol: 'uniswap_v4',
    pool,
    holder: to,
    zeroForOne,
    tokenIn: zeroForOne ? currency0 : currency1,
    tokenOut: zeroForOne ? currency1 : currency0,
    amountIn: zeroForOne ? -amount0 : -amount1,
    amountOut: zeroForOne ? amount1 : amount0,
  }
}

const signatures: Readonly<Record<string, DecodeCall>> = {
  'swap(uint256,uint256,address,bytes)': defineSwap('uniswap_v2'),
  'swap(uint256,uint256,address)': defineSwap('uniswap_v2'),
  'swap(address,bool,int256,uint160,bytes)': ({ to, input }) => ({
    ...base('uniswap_v3', to),
    zeroForOne: argumentUint(input, 1) === 1n,
  }),
  'swapExactAmountIn(address,uint256,address,uint256,uint256)': defineSwap('balancer_v1'),
  'swapExactAmountOut(address,uint256,address,uint256,uint256)': defineSwap('balancer_v1'),
  'onSwap((uint8,address,address,uint256,bytes32,uint256,address,address,bytes),uint256,uint256)': onSwap,
  'onSwap((uint8,address,address,uint256,bytes32,uint256,address,address,bytes),uint256[],uint256,uint256)': onSwap,
  'swap((address,address,uint24,int24,address),(bool,int256,uint160),bytes)': managerSwap,
  'swap((uint8,address,address,address,uint256,uint256,bytes))': vaultSwap,
  'exchange_received(int128,int128,uint256,uint256,address)': curveExchange,
  'exchange_received(uint256,uint256,uint256,uint256,address)': curveExchange,
  'exchange(int128,int128,uint256,uint256)': curveExchange,
  'exchange(int128,int128,uint256,uint256,address)': curveExchange,
  'exchange_underlying(int128,int128,uint256,uint256)': curveExchange,
  'exchange_underlying(int128,int128,uint256,uint256,address)': curveExchange,
  'exchange(uint256,uint256,uint256,uint256)': curveExchange,
  'exchange(uint256,uint256,uint256,uint256,bool)': curveExchange,
  'exchange(uint256,uint256,uint256,uint256,bool,address)': curveExchange,
  'exchange_underlying(uint256,uint256,uint256,uint256)': curveExchange,
  'ethToTokenSwapInput(uint256,uint256)': defineSwap('uniswap_v1'),
  'ethToTokenTransferInput(uint256,uint256,address)': defineSwap('uniswap_v1'),
  'ethToTokenSwapOutput(uint256,uint256)': defineSwap('uniswap_v1'),
  'ethToTokenTransferOutput(uint256,uint256,address)': defineSwap('uniswap_v1'),
  'tokenToEthSwapInput(uint256,uint256,uint256)': defineSwap('uniswap_v1'),
  'tokenToEthTransferInput(uint256,uint256,uint256,address)': defineSwap('uniswap_v1'),
  'tokenToEthSwapOutput(uint256,uint256,uint256)': defineSwap('uniswap_v1'),
  'tokenToEthTransferOutput(uint256,uint256,uint256,address)': defineSwap('uniswap_v1'),
  'tokenToTokenSwapInput(uint256,uint256,uint256,uint256,address)': defineSwap('uniswap_v1'),
  'swap(address,address,uint256,uint256,address)': defineSwap('mooniswap'),
  'swapFor(address,address,uint256,uint256,address,address)': defineSwap('mooniswap'),
  'sellBase(address)': defineSwap('dodo'),
  'sellQuote(address)': defineSwap('dodo'),
  'sellBaseToken(uint256,uint256,bytes)': defineSwap('dodo'),
  'buyBaseToken(uint256,uint256,bytes)': defineSwap('dodo'),
  'swap(address,uint256,bool,bool,uint256,bytes)': defineSwap('maverick'),
  'swap(uint8,uint8,uint256,uint256,uint256)': defineSwap('saddle'),
  'mint(address)': defineOther('uniswap_v2'),
  'burn(address)': defineOther('uniswap_v2'),
  'mint(address,int24,int24,uint128,bytes)': defineOther('uniswap_v3'),
  'collect(address,int24,int24,uint128,uint128)': defineOther('uniswap_v3'),
  'flash(address,uint256,uint256,bytes)': defineOther('uniswap_v3'),
}

const bySelector: ReadonlyMap<string, DecodeCall> = new Map(
  Object.entries(signatures).map(([signature, decode]) => [keccak256(stringToBytes(signature)).slice(0, 10), decode]),
)

/** Decodes a call to a pool. Returns null for other calls. */
export function decodePoolCall(call: MinedCall): PoolEvent | null {
  if (call.kind !== 'call' || call.input.length < 74) return null
  const decode = bySelector.get(call.selector)
  return decode === undefined ? null : decode(call)
}
