import { type Address, concatHex, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { createClassifier } from './classifier.ts'
import { computeMovedValue, type NativeWorth } from './movedValue.ts'

const eth = parseEther
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const me = `0x${'11'.repeat(20)}` as const
const routers = {
  uniswapV2: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  sushiswap: '0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f',
  uniswapV3: '0xe592427a0aece92de3edee1f18e0157c05861564',
  router02: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  universal: '0x66a9893cc07d91d95644aedd05d03f95e1dba8af',
  oneInch: '0x111111125421ca6dc452d289314280a0f8842a65',
  balancer: '0xba12222222228d8ba445958a75a0704d566bf2c8',
} as const

const v2 = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
])
const v3 = parseAbi([
  'struct In { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Out { bytes path; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; }',
  'function exactInputSingle(In params) payable',
  'function exactOutput(Out params) payable',
])
const v302 = parseAbi([
  'struct In { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(In params) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
])
const universal = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
const oneInch = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data) payable',
])
const balancer = parseAbi([
  'struct Single { bytes32 poolId; uint8 kind; address assetIn; address assetOut; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
  'function swap(Single singleSwap, Funds funds, uint256 limit, uint256 deadline) payable',
])
const deadline = 2n ** 40n
const single = (tokenIn: Address, amountIn: bigint) =>
  ({ tokenIn, tokenOut: usdc, fee: 500, recipient: me, amountIn, amountOutMinimum: 1n, sqrtPriceLimitX96: 0n }) as const
const split = (amountIn: bigint) =>
  encodeFunctionData({ abi: v302, functionName: 'exactInputSingle', args: [single(weth, amountIn)] })
const plan = (commands: Hex, inputs: readonly Hex[]) =>
  encodeFunctionData({ abi: universal, functionName: 'execute', args: [commands, [...inputs], deadline] })
const v3Path = (...parts: readonly Hex[]) => concatHex([...parts])
const steps = {
  wrap: (amount: bigint) => encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [me, amount]),
  v2In: (amountIn: bigint, path: readonly Address[]) =>
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'address[]' }, { type: 'bool' }],
      [me, amountIn, 1n, [...path], true],
    ),
  v3In: (amountIn: bigint, path: Hex) =>
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }, { type: 'bool' }],
      [me, amountIn, 1n, path, true],
    ),
}
type Sent = { readonly to: Address; readonly input: Hex; readonly value?: bigint }
const wrapTo = (router: Address, input: Hex, value = 0n): Sent => ({ to: router, input, value })
const poolId = `0x${'96'.repeat(32)}` as const

/** Swaps that spend 1 ETH or more in ETH or WETH. */
const large: Readonly<Record<string, Sent>> = {
  'uniswap v2: exact ETH': wrapTo(
    routers.uniswapV2,
    encodeFunctionData({ abi: v2, functionName: 'swapExactETHForTokens', args: [1n, [weth, usdc], me, deadline] }),
    eth('1'),
  ),
  'uniswap v2: ETH for exact tokens': wrapTo(
    routers.uniswapV2,
    encodeFunctionData({ abi: v2, functionName: 'swapETHForExactTokens', args: [1n, [weth, usdc], me, deadline] }),
    eth('1.5'),
  ),
  'uniswap v2: exact WETH': wrapTo(
    routers.uniswapV2,
    encodeFunctionData({
      abi: v2,
      functionName: 'swapExactTokensForTokens',
      args: [eth('1'), 1n, [weth, usdc, dai], me, deadline],
    }),
  ),
  'sushiswap: at most so much WETH': wrapTo(
    routers.sushiswap,
    encodeFunctionData({
      abi: v2,
      functionName: 'swapTokensForExactTokens',
      args: [3000n, eth('1.2'), [weth, usdc], me, deadline],
    }),
  ),
  'uniswap v3: exact WETH': wrapTo(
    routers.uniswapV3,
    encodeFunctionData({ abi: v3, functionName: 'exactInputSingle', args: [{ ...single(weth, eth('2')), deadline }] }),
  ),
  'uniswap v3: exact ETH': wrapTo(
    routers.uniswapV3,
    encodeFunctionData({ abi: v3, functionName: 'exactInputSingle', args: [{ ...single(weth, eth('2')), deadline }] }),
    eth('2'),
  ),
  'uniswap v3: at most so much WETH': wrapTo(
    routers.uniswapV3,
    encodeFunctionData({
      abi: v3,
      functionName: 'exactOutput',
      args: [
        {
          path: v3Path(usdc, '0x0001f4', weth),
          recipient: me,
          deadline,
          amountOut: 3000n,
          amountInMaximum: eth('1.1'),
        },
      ],
    }),
  ),
  'uniswap router 02: split over two pools': wrapTo(
    routers.router02,
    encodeFunctionData({
      abi: v302,
      functionName: 'multicall',
      args: [deadline, [split(eth('0.6')), split(eth('0.6'))]],
    }),
  ),
  'universal router: ETH wrapped': wrapTo(
    routers.universal,
    plan('0x0b08', [steps.wrap(eth('1')), steps.v2In(eth('1'), [weth, usdc])]),
    eth('1'),
  ),
  'universal router: WETH over v3': wrapTo(
    routers.universal,
    plan('0x00', [steps.v3In(eth('4'), v3Path(weth, '0x0001f4', usdc, '0x000064', dai))]),
  ),
  '1inch: WETH': wrapTo(
    routers.oneInch,
    encodeFunctionData({
      abi: oneInch,
      functionName: 'swap',
      args: [
        me,
        {
          srcToken: weth,
          dstToken: usdc,
          srcReceiver: me,
          dstReceiver: me,
          amount: eth('1'),
          minReturnAmount: 1n,
          flags: 0n,
        },
        '0x',
      ],
    }),
  ),
  'balancer: WETH': wrapTo(
    routers.balancer,
    encodeFunctionData({
      abi: balancer,
      functionName: 'swap',
      args: [
        { poolId, kind: 0, assetIn: weth, assetOut: dai, amount: eth('1'), userData: '0x' },
        { sender: me, fromInternalBalance: false, recipient: me, toInternalBalance: false },
        1n,
        deadline,
      ],
    }),
  ),
}

const classifier = createClassifier({ chain: 'ethereum' })
function move({ to, input, value = 0n }: Sent, worth?: NativeWorth) {
  const classification = classifier.classify({ from: me, to, input, value })
  return { ...computeMovedValue({ value }, classification, weth, worth), type: classification.type }
}
const v2Sale = (amountIn: bigint, amountOutMin: bigint, path: readonly Address[]): Sent => ({
  to: routers.uniswapV2,
  input: encodeFunctionData({
    abi: v2,
    functionName: 'swapExactTokensForTokens',
    args: [amountIn, amountOutMin, [...path], me, deadline],
  }),
})
const erc20 = parseAbi(['function transfer(address to, uint256 amount)'])
const transfer = (token: Address, amount: bigint): Sent => ({
  to: token,
  input: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [me, amount] }),
})

describe('the value a transaction moves', () => {
  it('counts ETH and WETH spent through every router: 12 of 12 swaps of 1 ETH or more', () => {
    const moved = Object.entries(large).map(([name, sent]) => ({ name, ...move(sent) }))
    expect(moved.filter(({ type }) => type !== 'swap')).toEqual([])
    expect(moved.filter(({ wei }) => wei < eth('1'))).toEqual([])
    expect(moved.filter(({ isComplete }) => !isComplete)).toEqual([])
    expect(moved.length).toBe(12)
  })

  it('does not count the same money twice, and counts all parts of a split', () => {
    expect(move(large['universal router: ETH wrapped'] as Sent).wei).toBe(eth('1'))
    expect(move(large['uniswap router 02: split over two pools'] as Sent).wei).toBe(eth('1.2'))
  })

  it('reports an incomplete value', () => {
    expect(move(v2Sale(5_000_000_000n, 1n, [usdc, dai]))).toEqual({ type: 'swap', wei: 0n, isComplete: false })
    // The minimum input is a lower bound.
    expect(move(v2Sale(5_000_000_000n, eth('1.9'), [usdc, weth]))).toEqual({
      type: 'swap',
      wei: eth('1.9'),
      isComplete: false,
    })
    expect(move({ to: me, input: '0x12345678', value: 7n })).toMatchObject({ wei: 7n, isComplete: false })
    expect(move({ to: me, input: '0x', value: 7n })).toMatchObject({ wei: 7n, isComplete: true })
  })

  it('counts other tokens if their price is known', () => {
    const worth: NativeWorth = (token, amount) => (token === usdc ? (amount * eth('1')) / 2_500_000_000n : null)
    expect(move(v2Sale(5_000_000_000n, 1n, [usdc, dai]), worth)).toMatchObject({ wei: eth('2'), isComplete: true })
    expect(move(transfer(usdc, 2_500_000_000n), worth)).toMatchObject({ wei: eth('1'), isComplete: true })
    expect(move(transfer(dai, eth('2500')), worth)).toMatchObject({ wei: 0n, isComplete: false })
    expect(move(transfer(weth, eth('3')))).toMatchObject({ wei: eth('3'), isComplete: true })
  })

  it('ignores unlimited amounts', () => {
    const unlimited = encodeFunctionData({
      abi: v2,
      functionName: 'swapTokensForExactTokens',
      args: [3000n, 2n ** 256n - 1n, [weth, usdc], me, deadline],
    })
    expect(move({ to: routers.uniswapV2, input: unlimited })).toMatchObject({ wei: 0n, isComplete: false })
  })
})
