import { type Address, type Hex, keccak256, stringToBytes } from 'viem'
import type { MinedCall } from '../minedBlock.ts'
import { argumentAddress, argumentUint, argumentWord, intAt, uintAt } from '../parse/words.ts'
import type { PoolEvent } from './poolEvent.ts'

// Pools by the calls that swap, for transactions whose logs are not known.

type DecodeCall = (call: MinedCall) => PoolEvent | null

const swapOf =
  (protocol: string): DecodeCall =>
  ({ to }) => ({ kind: 'swap', protocol, pool: to, holder: to })
const otherOf =
  (protocol: string): DecodeCall =>
  ({ to }) => ({ kind: 'other', protocol, pool: to, holder: to })

/** The third argument is what is sold, given exactly; what is bought is reported by the transfers. */
const curveExchange: DecodeCall = (call) => ({
  ...base('curve', call.to),
  amountIn: argumentUint(call.input, 2),
  caller: call.from,
})

const base = (protocol: string, pool: Address) => ({ kind: 'swap', protocol, pool, holder: pool }) as const

/** (kind, tokenIn, tokenOut, amount, poolId, …): the vault asks each pool of a swap, which answers the other amount. */
const onSwap: DecodeCall = ({ from, input, output }) => {
  // The struct is dynamic: its offset comes first.
  const start = Number(argumentUint(input, 0)) / 32
  if (!Number.isInteger(start) || start > 64) return null
  const [given, answered] = [argumentUint(input, start + 3), uintAt(output, 0)]
  const isOut = argumentUint(input, start) === 1n
  return {
    kind: 'swap',
    protocol: 'balancer_v2',
    pool: argumentWord(input, start + 4),
    holder: from,
    tokenIn: argumentAddress(input, start + 1),
    tokenOut: argumentAddress(input, start + 2),
    amountIn: isOut ? answered : given,
    amountOut: isOut ? given : answered,
  }
}

/** ((kind, pool, tokenIn, tokenOut, …)), of Balancer's vault v3: answers the amount asked for, what went in, what came out. */
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

/** ((currency0, currency1, fee, tickSpacing, hooks), (zeroForOne, …)): answers both amounts in one word. */
const managerSwap: DecodeCall = ({ to, input, output }) => {
  const delta = intAt(output, 0)
  const [amount0, amount1] = [delta >> 128n, BigInt.asIntN(128, delta)]
  const zeroForOne = argumentUint(input, 5) === 1n
  const [currency0, currency1] = [argumentAddress(input, 0), argumentAddress(input, 1)]
  // The pool's id is the hash of its key: the five words.
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
  'swap(uint256,uint256,address,bytes)': swapOf('uniswap_v2'),
  'swap(uint256,uint256,address)': swapOf('uniswap_v2'),
  'swap(address,bool,int256,uint160,bytes)': ({ to, input }) => ({
    ...base('uniswap_v3', to),
    zeroForOne: argumentUint(input, 1) === 1n,
  }),
  'swapExactAmountIn(address,uint256,address,uint256,uint256)': swapOf('balancer_v1'),
  'swapExactAmountOut(address,uint256,address,uint256,uint256)': swapOf('balancer_v1'),
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
  'ethToTokenSwapInput(uint256,uint256)': swapOf('uniswap_v1'),
  'ethToTokenTransferInput(uint256,uint256,address)': swapOf('uniswap_v1'),
  'ethToTokenSwapOutput(uint256,uint256)': swapOf('uniswap_v1'),
  'ethToTokenTransferOutput(uint256,uint256,address)': swapOf('uniswap_v1'),
  'tokenToEthSwapInput(uint256,uint256,uint256)': swapOf('uniswap_v1'),
  'tokenToEthTransferInput(uint256,uint256,uint256,address)': swapOf('uniswap_v1'),
  'tokenToEthSwapOutput(uint256,uint256,uint256)': swapOf('uniswap_v1'),
  'tokenToEthTransferOutput(uint256,uint256,uint256,address)': swapOf('uniswap_v1'),
  'tokenToTokenSwapInput(uint256,uint256,uint256,uint256,address)': swapOf('uniswap_v1'),
  'swap(address,address,uint256,uint256,address)': swapOf('mooniswap'),
  'swapFor(address,address,uint256,uint256,address,address)': swapOf('mooniswap'),
  'sellBase(address)': swapOf('dodo'),
  'sellQuote(address)': swapOf('dodo'),
  'sellBaseToken(uint256,uint256,bytes)': swapOf('dodo'),
  'buyBaseToken(uint256,uint256,bytes)': swapOf('dodo'),
  'swap(address,uint256,bool,bool,uint256,bytes)': swapOf('maverick'),
  'swap(uint8,uint8,uint256,uint256,uint256)': swapOf('saddle'),
  'mint(address)': otherOf('uniswap_v2'),
  'burn(address)': otherOf('uniswap_v2'),
  'mint(address,int24,int24,uint128,bytes)': otherOf('uniswap_v3'),
  'collect(address,int24,int24,uint128,uint128)': otherOf('uniswap_v3'),
  'flash(address,uint256,uint256,bytes)': otherOf('uniswap_v3'),
}

const bySelector: ReadonlyMap<string, DecodeCall> = new Map(
  Object.entries(signatures).map(([signature, decode]) => [keccak256(stringToBytes(signature)).slice(0, 10), decode]),
)

/** What a call says of the pool it is made to; null for all other calls. */
export function decodePoolCall(call: MinedCall): PoolEvent | null {
  if (call.kind !== 'call' || call.input.length < 74) return null
  const decode = bySelector.get(call.selector)
  return decode === undefined ? null : decode(call)
}
