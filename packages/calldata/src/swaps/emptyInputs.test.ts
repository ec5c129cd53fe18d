import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { allProtocols } from '../archive/index.ts'
import { createDecoder } from '../decoder/decoder.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const [sender, friend, fork]: readonly [Address, Address, Address] = [
  `0x${'aa'.repeat(20)}`,
  `0x${'bb'.repeat(20)}`,
  `0x${'cc'.repeat(20)}`,
]
const path = [weth, usdc]
const packed: Hex = `${weth}000bb8${usdc.slice(2)}`
const [pool, curve] = [BigInt(friend), BigInt(friend) | (2n << 253n)]
const v2Router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const v3Router = '0xe592427a0aece92de3edee1f18e0157c05861564'
const exchangeProxy = '0xdef1c0ded9bec7f1a1670819833240f027b25eff'
const oneinch = '0x111111125421ca6dc452d289314280a0f8842a65'

const encode = (signature: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]) as Abi, args })

function isRefused(to: Address, input: Hex, value: bigint): boolean {
  const { actions } = createDecoder({ chain: 'ethereum', protocols: allProtocols }).decode({
    from: sender,
    to,
    value,
    input,
  })
  expect(actions).toMatchObject([{ kind: 'swap' }])
  return actions[0]?.isRefused === true
}

describe('a swap whose input is the value sent', () => {
  const inputs: { readonly [name: string]: readonly [to: Address, input: Hex] } = {
    'Uniswap V2': [
      v2Router,
      encode('swapExactETHForTokens(uint256,address[],address,uint256)', 0n, path, friend, 1_999_999_999n),
    ],
    'Uniswap V2, an exact output': [
      v2Router,
      encode('swapETHForExactTokens(uint256,address[],address,uint256)', 5n, path, friend, 1_999_999_999n),
    ],
    'a fork of Uniswap V2': [
      fork,
      encode(
        'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)',
        ...[0n, path, friend, 1_999_999_999n],
      ),
    ],
    'a router with pools beside the path': [
      fork,
      encode('swapExactETHForTokens(uint256,address[],address[],address,uint256)', 0n, [friend], path, friend, 1n),
    ],
    'Uniswap V1': [
      '0x97dec872013f6b5fb443861090ad931542878126',
      encode('ethToTokenSwapInput(uint256,uint256)', 1n, 9n),
    ],
    '0x, through Uniswap V3': [
      exchangeProxy,
      encode('sellEthForTokenToUniswapV3(bytes,uint256,address)', packed, 0n, friend),
    ],
    '1inch, through a pair': [oneinch, encode('ethUnoswap(uint256,uint256)', 0n, pool)],
  }
  it.each(Object.entries(inputs))('is refused without value: %s', (_, [to, input]) => {
    expect(isRefused(to, input, 0n)).toBe(true)
    expect(isRefused(to, input, 1n)).toBe(false)
  })

  it('is not refused if it goes through Curve, which may accept an empty input', () => {
    expect(isRefused(oneinch, encode('ethUnoswap(uint256,uint256)', 0n, curve), 0n)).toBe(false)
  })
})

describe('an exact amount of zero at Uniswap V3', () => {
  const single = 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))'
  const swap = (amount: bigint) => encode(single, [weth, usdc, 500, friend, 1_999_999_999n, amount, 0n, 0n])

  it('is refused', () => {
    expect(isRefused(v3Router, swap(0n), 0n)).toBe(true)
    expect(isRefused(v3Router, swap(1n), 0n)).toBe(false)
  })

  it('means the balance of SwapRouter02', () => {
    const input = encode('exactInput((bytes,address,uint256,uint256))', [packed, friend, 0n, 0n])
    expect(isRefused('0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45', input, 0n)).toBe(false)
  })
})
