import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { nativeToken } from '../../decoder/nativeToken.ts'
import { defineFunctions, type Functions } from '../../decoder/protocol.ts'
import { orIfZero, type SwapWords, swapAt } from '../swapFunctions.ts'
import { afterPartnerFee } from './partnerFee.ts'

const adapters = '(address,uint256,uint256,(uint256,address,uint256,bytes,uint256)[])[]'
const hops = `(address,uint256,${adapters})[]`
const v4Adapters = '(address,address,uint256,bytes,uint256)[]'
const v4Hops = `(address,uint256,${v4Adapters})[]`

type AfterFees = NonNullable<SwapWords['afterFees']>
/** Output after fees for `(…, toAmount 2, expectedAmount 3, beneficiary, path, partner 6, fee 7, …)`. */
const routed = afterPartnerFee({ expected: 3, partner: 6, fee: 7 })
const all: AfterFees = (amount) => amount

/**
 * Decodes a struct (fromToken, fromAmount, toAmount, expectedAmount, beneficiary, path, …). The output token is that
 * of the last hop of `path`.
 */
function multiSwap(call: Call, path: number, afterFees: AfterFees = all) {
  const data = call.tuple(0)
  const list = data.list(path)
  if (list.length === 0) return call.reject()
  call.swap({
    path: [data.address(0), ...Array.from({ length: list.length }, (_, hop) => list.tuple(hop).address(0))],
    amountIn: data.uint(1),
    amountOut: afterFees(data.uint(2), data, call),
    recipient: orIfZero(call, data.address(4), 'sender'),
  })
}

/** Like `multiSwap`, with the paths one level deeper. All paths end in the same token. */
function megaSwap(call: Call, paths: number, afterFees: AfterFees = all) {
  const data = call.tuple(0)
  const list = data.list(paths)
  const last = list.length === 0 ? null : list.tuple(0).list(1)
  if (last === null || last.length === 0) return call.reject()
  call.swap({
    tokenIn: data.address(0),
    tokenOut: last.tuple(last.length - 1).address(0),
    amountIn: data.uint(1),
    amountOut: afterFees(data.uint(2), data, call),
    recipient: orIfZero(call, data.address(4), 'sender'),
  })
}

/** Decodes `swapOnUniswap` (exact in) and `buyOnUniswap` (maximum in, exact out), which have the same arguments. */
function onUniswap(exact: 'in' | 'out', first: number) {
  return swapAt({ exact, amountIn: first, amountOut: first + 1, path: first + 2 })
}

/**
 * Decodes (tokenIn, amountIn, amountOut, weth, pools). Only the first token is in the calldata. The low 160 bits of a
 * pool word are the pool's address.
 */
function onV2Fork(call: Call, exact: 'in' | 'out'): void {
  const list = call.list(4)
  call.swap({
    exact,
    tokenIn: call.address(0),
    amountIn: call.uint(1),
    amountOut: call.uint(2),
    pools: Array.from({ length: list.length }, (_, item) => list.low160(item)),
    // The last pool does not report unwrapping; a nonzero `weth` beside an input token means unwrapping.
    ...(!call.isNative(call.address(0)) && call.address(3) !== zero && { tokenOut: nativeToken }),
  })
}
const zero = '0x0000000000000000000000000000000000000000'

/** Decodes swaps in the form of Balancer's Vault, with assets by index and signed limits. */
function onBalancer(call: Call, exact: 'in' | 'out') {
  const data = call.tuple(0)
  const [steps, assets] = [data.list(0), data.list(1)]
  if (steps.length === 0) return call.reject()
  const step = steps.tuple(steps.length - 1)
  const [first, last] = exact === 'in' ? [steps.tuple(0), step] : [step, steps.tuple(0)]
  call.swap({
    exact,
    tokenIn: assets.address(first.number(1)),
    tokenOut: assets.address(last.number(2)),
    amountIn: data.uint(7),
    amountOut: afterPartnerFee({ partner: 12, fee: 10, ...(exact === 'in' && { expected: 9 }) })(data.uint(8), data),
    recipient: orIfZero(call, data.address(14), 'sender'),
  })
}

const simple =
  '(address,address,uint256,uint256,uint256,address[],bytes,uint256[],uint256[],address,address,uint256,bytes,uint256,bytes16)'
const direct =
  '(address,address,address,uint256,uint256,uint256,uint256,uint256,address,bool,address,bytes,bytes,bytes16)'
const curveV1 =
  '(address,address,address,uint256,uint256,uint256,uint256,int128,int128,address,bool,uint8,address,bool,bytes,bytes16)'
const curveV2 =
  '(address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,address,bool,uint8,address,bool,bytes,bytes16)'
const balancer =
  '((bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool),int256[],uint256,uint256,uint256,uint256,uint256,address,address,bool,address,bytes,bytes16)'

const simpleAt = {
  tuple: 0,
  tokenIn: 0,
  tokenOut: 1,
  amountIn: 2,
  amountOut: 3,
  recipient: 9,
  ifZero: 'sender',
} as const

/** Augustus v5 (2021-2024), one address on all chains. */
export const augustusV5: Functions = defineFunctions({
  [`multiSwap((address,uint256,uint256,uint256,address,${hops},address,uint256,bytes,uint256,bytes16))`]: (call) =>
    multiSwap(call, 5, routed),
  [`protectedMultiSwap((address,uint256,uint256,uint256,address,${hops},address,uint256,bytes,uint256,bytes16))`]: (
    call,
  ) => multiSwap(call, 5, routed),
  [`megaSwap((address,uint256,uint256,uint256,address,(uint256,${hops})[],address,uint256,bytes,uint256,bytes16))`]: (
    call,
  ) => megaSwap(call, 5, routed),
  [`protectedMegaSwap((address,uint256,uint256,uint256,address,(uint256,${hops})[],address,uint256,bytes,uint256,bytes16))`]:
    (call) => megaSwap(call, 5, routed),
  ...each(
    swapAt({ ...simpleAt, afterFees: afterPartnerFee({ expected: 4, partner: 10, fee: 11 }) }),
    `simpleSwap(${simple})`,
    `protectedSimpleSwap(${simple})`,
  ),
  ...each(
    swapAt({ ...simpleAt, exact: 'out', afterFees: afterPartnerFee({ partner: 10, fee: 11 }) }),
    `simpleBuy(${simple})`,
    `protectedSimpleBuy(${simple})`,
  ),
  'swapOnUniswap(uint256,uint256,address[])': onUniswap('in', 0),
  'buyOnUniswap(uint256,uint256,address[])': onUniswap('out', 0),
  'swapOnUniswapFork(address,bytes32,uint256,uint256,address[])': onUniswap('in', 2),
  'buyOnUniswapFork(address,bytes32,uint256,uint256,address[])': onUniswap('out', 2),
  ...each(
    (call) => onV2Fork(call, 'in'),
    'swapOnUniswapV2Fork(address,uint256,uint256,address,uint256[])',
    'swapOnUniswapV2ForkWithPermit(address,uint256,uint256,address,uint256[],bytes)',
  ),
  ...each(
    (call) => onV2Fork(call, 'out'),
    'buyOnUniswapV2Fork(address,uint256,uint256,address,uint256[])',
    'buyOnUniswapV2ForkWithPermit(address,uint256,uint256,address,uint256[],bytes)',
  ),
  ...each(
    swapAt({ tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3 }),
    'swapOnZeroXv2(address,address,uint256,uint256,address,bytes)',
    'swapOnZeroXv4(address,address,uint256,uint256,address,bytes)',
    'swapOnZeroXv2WithPermit(address,address,uint256,uint256,address,bytes,bytes)',
    'swapOnZeroXv4WithPermit(address,address,uint256,uint256,address,bytes,bytes)',
  ),
  [`directUniV3Swap(${direct})`]: swapAt({
    tuple: 0,
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 3,
    amountOut: 4,
    recipient: 10,
    ifZero: 'sender',
    afterFees: afterPartnerFee({ expected: 5, fee: 6, partner: 8 }),
  }),
  [`directUniV3Buy(${direct})`]: swapAt({
    tuple: 0,
    exact: 'out',
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 3,
    amountOut: 4,
    recipient: 10,
    ifZero: 'sender',
    afterFees: afterPartnerFee({ fee: 6, partner: 8 }),
  }),
  [`directCurveV1Swap(${curveV1})`]: swapAt({
    tuple: 0,
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 3,
    amountOut: 4,
    recipient: 12,
    ifZero: 'sender',
    afterFees: afterPartnerFee({ expected: 5, fee: 6, partner: 9 }),
  }),
  [`directCurveV2Swap(${curveV2})`]: swapAt({
    tuple: 0,
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 4,
    amountOut: 5,
    recipient: 13,
    ifZero: 'sender',
    afterFees: afterPartnerFee({ expected: 6, fee: 7, partner: 10 }),
  }),
  [`directBalancerV2GivenInSwap(${balancer})`]: (call) => onBalancer(call, 'in'),
  [`directBalancerV2GivenOutSwap(${balancer})`]: (call) => onBalancer(call, 'out'),
})

const simpleWords = 'address,address,uint256,uint256,uint256,address[],bytes,uint256[],uint256[],address,string'
const buyWords = 'address,address,uint256,uint256,address[],bytes,uint256[],uint256[],address,string'
const buyRoute = '(address,address,uint256,uint256,bytes,uint256)[]'
const oldWords = 'address,address,uint256,uint256,uint256'

/** Functions of Augustus v1 to v4 (2019-2021). In buys, the first amount is the maximum input. */
export const augustusEarly: Functions = defineFunctions({
  'swapOnUniswap(uint256,uint256,address[],uint8)': onUniswap('in', 0),
  'buyOnUniswap(uint256,uint256,address[],uint8)': onUniswap('out', 0),
  'swapOnUniswapFork(address,bytes32,uint256,uint256,address[],uint8)': onUniswap('in', 2),
  'buyOnUniswapFork(address,bytes32,uint256,uint256,address[],uint8)': onUniswap('out', 2),
  ...each(
    swapAt({ tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3, recipient: 9, ifZero: 'sender' }),
    `simpleSwap(${simpleWords},bool)`,
    `simpleSwap(${simpleWords})`,
  ),
  ...each(
    swapAt({ exact: 'out', tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3, recipient: 8, ifZero: 'sender' }),
    `simplBuy(${buyWords},bool)`,
    `simplBuy(${buyWords})`,
  ),
  [`multiSwap((address,uint256,uint256,uint256,address,string,bool,${v4Hops}))`]: (call) => multiSwap(call, 7),
  [`megaSwap((address,uint256,uint256,uint256,address,string,bool,(uint256,${v4Hops})[]))`]: (call) =>
    megaSwap(call, 7),
  [`multiSwap((${oldWords},address,string,${v4Hops}))`]: swapAt({
    tuple: 0,
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 2,
    amountOut: 3,
    recipient: 5,
    ifZero: 'sender',
  }),
  ...each(
    swapAt({
      tuple: 0,
      exact: 'out',
      tokenIn: 0,
      tokenOut: 1,
      amountIn: 2,
      amountOut: 3,
      recipient: 4,
      ifZero: 'sender',
    }),
    `buy((address,address,uint256,uint256,address,string,bool,${buyRoute}))`,
    `buy((address,address,uint256,uint256,address,string,${buyRoute}))`,
  ),
  ...each(
    swapAt({ tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3 }),
    `multiSwap(${oldWords},${v4Hops},uint256,address,uint256,string)`,
    `multiSwap(${oldWords},(address,${v4Adapters})[],uint256,address,uint256,string)`,
  ),
  [`buy(${oldWords},${buyRoute},uint256,address,uint256,string)`]: swapAt({
    exact: 'out',
    tokenIn: 0,
    tokenOut: 1,
    amountIn: 2,
    amountOut: 3,
  }),
})
