import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { protocols } from '../registry.ts'

const weth: Address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai: Address = '0x6b175474e89094c44da98b954eedeac495271d0f'
const [me, wallet]: readonly [Address, Address] = [`0x${'a1'.repeat(20)}`, `0x${'fe'.repeat(20)}`]
const decoder = createDecoder({ chain: 'ethereum', protocols })
const decode = (to: Address, input: Hex) => decoder.decode({ from: me, to, input }).actions
const encode = (signature: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as never), args: args as never } as never)

describe('inputs that share an output', () => {
  const both = [
    { kind: 'swap', tokenIn: weth, tokenOut: dai, amountIn: 7n, amountOut: null },
    { kind: 'swap', tokenIn: usdc, tokenOut: dai, amountIn: 9n, amountOut: null },
  ]

  it('at Odos', () => {
    const signature = 'swapMulti((address,uint256,address)[],(address,uint256,address)[],uint256,bytes,address,uint32)'
    const inputs = [
      [weth, 7n, wallet],
      [usdc, 9n, wallet],
    ]
    const input = encode(signature, inputs, [[dai, 1n, me]], 5n, '0x01', wallet, 0)
    expect(decode('0xcf5540fffcdc3d510b18bfca6d2b9987b0772559', input)).toMatchObject(both)
    const alone = encode(signature, inputs.slice(0, 1), [[dai, 1n, me]], 5n, '0x01', wallet, 0)
    expect(decode('0xcf5540fffcdc3d510b18bfca6d2b9987b0772559', alone)).toMatchObject([{ amountIn: 7n, amountOut: 5n }])
  })

  it('at LI.FI', () => {
    const signature =
      'swapTokensGeneric(bytes32,string,string,address,uint256,(address,address,address,address,uint256,bytes,bool)[])'
    const steps = (isSecondBrought: boolean) => [
      [wallet, wallet, weth, dai, 7n, '0x12345678', true],
      [wallet, wallet, usdc, dai, 9n, '0x12345678', isSecondBrought],
    ]
    const to = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
    expect(decode(to, encode(signature, pad('0x1'), 'a', 'b', me, 5n, steps(true)))).toMatchObject(both)
    const chain = decode(to, encode(signature, pad('0x1'), 'a', 'b', me, 5n, steps(false)))
    expect(chain).toMatchObject([{ tokenIn: weth, amountIn: 7n, amountOut: 5n }])
  })

  it('at Balancer', () => {
    const signature =
      'batchSwap(uint8,(bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool),int256[],uint256)'
    const steps = [
      [pad('0x11', { dir: 'right' }), 0n, 2n, 7n, '0x'],
      [pad('0x12', { dir: 'right' }), 1n, 2n, 9n, '0x'],
    ]
    const funds = [me, false, me, false]
    const input = encode(signature, 0, steps, [weth, usdc, dai], funds, [7n, 9n, -5n], 1_999_999_999n)
    expect(decode('0xba12222222228d8ba445958a75a0704d566bf2c8', input)).toMatchObject(both)
  })
})

describe('fees outside of the limits', () => {
  it('Augustus v5 takes the fee of a partner after the check', () => {
    const signature =
      'simpleSwap((address,address,uint256,uint256,uint256,address[],bytes,uint256[],uint256[],address,address,uint256,bytes,uint256,bytes16))'
    const version1 = 1n << 248n
    const swapWith = (partner: Address, fee: bigint) =>
      decode(
        '0xdef171fe48cf0115b1d80b88dc8eab59176fee57',
        encode(signature, [
          ...[dai, usdc, 1_000n, 900n, 950n, [], '0x', [], []],
          ...[me, partner, fee, '0x', 1_999_999_999n, numberToHex(1, { size: 16 })],
        ]),
      )
    const none: Address = `0x${'0'.repeat(40)}`
    const outputs = [
      [none, 200n, 900n],
      [wallet, 200n, 882n],
      [wallet, version1 | (1n << 14n) | 200n, 882n],
      [wallet, version1 | (1n << 15n) | 200n, 900n],
      [wallet, version1 | (1n << 16n) | 200n, 900n],
      [wallet, 20_000n, null],
    ] as const
    for (const [partner, fee, amountOut] of outputs) expect(swapWith(partner, fee)).toMatchObject([{ amountOut }])
  })

  it('OKX takes commissions beside the input or of the output', () => {
    const request = encodeAbiParameters(
      parseAbiParameters('uint256, address, uint256, address, uint256, uint256, uint256, uint256, uint256, uint256'),
      [1n, me, BigInt(weth), usdc, 97_000n, 1_000n, 1_999_999_999n, 320n, 352n, 384n],
    )
    const lists = concatHex([pad('0x'), pad('0x'), pad('0x')])
    const entry = (mark: Hex, rate: number) => concatHex([mark, numberToHex(rate, { size: 6 }), wallet])
    const token = pad(weth, { size: 32 })
    const swapWith = (...words: readonly Hex[]) => decode(wallet, concatHex(['0x03b87e5f', request, lists, ...words]))
    expect(swapWith()).toMatchObject([{ amountIn: 97_000n, amountOut: 1_000n }])
    expect(swapWith(token, entry('0x3ca20afc2aaa', 30_000_000))).toMatchObject([
      { amountIn: 100_000n, amountOut: 1_000n },
    ])
    expect(swapWith(token, entry('0x3ca20afc2bbb', 30_000_000))).toMatchObject([{ amountIn: 97_000n, amountOut: 970n }])
    const two = [entry('0x22220afc2bbb', 10_000_000), token, entry('0x22220afc2bbb', 20_000_000)]
    expect(swapWith(...two)).toMatchObject([{ amountIn: 97_000n, amountOut: 970n }])
    expect(swapWith(token, entry('0x3ca20afc2aaa', 300))).toMatchObject([{ amountIn: 100_000n }])
    expect(swapWith(entry('0x88880afc2aaa', 1))).toMatchObject([{ amountIn: null, amountOut: null }])
  })
})
