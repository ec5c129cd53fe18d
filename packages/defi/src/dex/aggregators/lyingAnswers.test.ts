import { aggregationRouters, nativeToken, permit2Address } from '@outrigger/calldata/internal'
import { type AggregatorServer, createAggregatorServer, type MadeSwap } from '@outrigger/devnet/markets'
import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AggregatorRequest } from './aggregator.ts'
import { AggregatorError, AggregatorSchemaError, InvalidAggregatorError, UnsafeSwapError } from './aggregatorErrors.ts'
import { createAggregator } from './createAggregator.ts'
import { type AggregatorName, aggregatorNames } from './registry.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const from = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const attacker = `0x${'66'.repeat(20)}` as const
const amountIn = 10n ** 18n
const request: AggregatorRequest = {
  chain: 'ethereum',
  tokenIn: weth,
  tokenOut: usdc,
  decimalsIn: 18,
  decimalsOut: 6,
  amountIn,
  slippageBps: 50,
  from,
}

/** The terms in a swap's calldata. */
type Said = {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amount: bigint
  readonly least: bigint
  readonly recipient: Address
}
const honest: Said = { tokenIn: weth, tokenOut: usdc, amount: amountIn, least: 2_985_000_000n, recipient: from }

const abi = parseAbi([
  'struct Description { address a; address b; address c; address d; uint256 amount; uint256 least; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 least, uint256 dex)',
])
const kyberAbi = parseAbi([
  'struct Description { address a; address b; address[] c; uint256[] d; address[] e; uint256[] f; address g; uint256 amount; uint256 least; uint256 flags; bytes permit; }',
  'struct Execution { address a; address b; bytes c; Description desc; bytes e; }',
  'function swap(Execution execution)',
])
const veloraAbi = parseAbi([
  'struct Trade { address a; address b; uint256 amount; uint256 least; uint256 quoted; bytes32 metadata; address beneficiary; }',
  'function swapExactAmountIn(address executor, Trade trade, uint256 partnerAndFee, bytes permit, bytes data)',
])
const odosAbi = parseAbi([
  'struct Tokens { address a; uint256 amount; address c; address b; uint256 quote; uint256 least; address recipient; }',
  'struct Referral { uint64 code; uint64 fee; address recipient; }',
  'function swap(Tokens tokens, bytes path, address executor, Referral referral)',
])
const zeroExAbi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
  'struct Slippage { address recipient; address buyToken; uint256 least; }',
  'function execute(Slippage slippage, bytes[] actions, bytes32 id)',
])
const settler = `0x${'5e'.repeat(20)}` as const

const encodeOneInch = (said: Said, flags = 0n): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'swap',
    args: [
      attacker,
      {
        a: said.tokenIn,
        b: said.tokenOut,
        c: attacker,
        d: said.recipient,
        amount: said.amount,
        least: said.least,
        flags,
      },
      '0x',
    ],
  })

const encodeVelora = (said: Said, quoted: bigint, partnerAndFee: bigint): Hex =>
  encodeFunctionData({
    abi: veloraAbi,
    functionName: 'swapExactAmountIn',
    args: [
      attacker,
      {
        a: said.tokenIn,
        b: said.tokenOut,
        amount: said.amount,
        least: said.least,
        quoted,
        metadata: zeroHash,
        beneficiary: said.recipient,
      },
      partnerAndFee,
      '0x',
      '0x',
    ],
  })

const encodeZeroEx = (said: Said, slippage: Hex | null = null): Hex => {
  const call = encodeFunctionData({
    abi: zeroExAbi,
    functionName: 'execute',
    args: [{ recipient: said.recipient, buyToken: said.tokenOut, least: said.least }, ['0x1234'], zeroHash],
  })
  const args = [settler, said.tokenIn, said.amount, settler, slippage ?? call] as const
  return encodeFunctionData({ abi: zeroExAbi, functionName: 'exec', args })
}

const encoders: { readonly [name in AggregatorName]: (said: Said) => Hex } = {
  '1inch': encodeOneInch,
  '0x': encodeZeroEx,
  velora: (said) => encodeVelora(said, 2_998_412_345n, 0n),
  kyberswap: (said) =>
    encodeFunctionData({
      abi: kyberAbi,
      args: [
        {
          a: attacker,
          b: zeroAddress,
          c: '0x12',
          desc: {
            a: said.tokenIn,
            b: said.tokenOut,
            c: [attacker],
            d: [said.amount],
            e: [],
            f: [],
            g: said.recipient,
            amount: said.amount,
            least: said.least,
            flags: 0n,
            permit: '0x',
          },
          e: '0x',
        },
      ],
    }),
  odos: (said) =>
    encodeFunctionData({
      abi: odosAbi,
      args: [
        {
          a: said.tokenIn,
          amount: said.amount,
          c: attacker,
          b: said.tokenOut,
          quote: 2_998_412_345n,
          least: said.least,
          recipient: said.recipient,
        },
        '0x',
        attacker,
        { code: 0n, fee: 0n, recipient: zeroAddress },
      ],
    }),
}
const routers: { readonly [name in AggregatorName]: Address | undefined } = {
  '1inch': aggregationRouters.oneinch.ethereum?.[0],
  '0x': aggregationRouters.zeroEx.ethereum?.[0],
  velora: aggregationRouters.velora.ethereum?.[0],
  kyberswap: aggregationRouters.kyberSwap.ethereum?.[0],
  odos: aggregationRouters.odos.ethereum?.[0],
}

let server: AggregatorServer
let made: MadeSwap
beforeAll(async () => {
  server = await createAggregatorServer({ make: async () => made })
})
afterAll(() => server?.close())

const create = (name: AggregatorName, options = {}) => createAggregator({ name, url: server.urls[name], ...options })

describe.each(aggregatorNames)('a lying %s', (name) => {
  const router = routers[name] ?? zeroAddress
  const say = (change: Partial<Said>) => {
    made = { ...made, data: encoders[name]({ ...honest, ...change }) }
    return create(name).swap(request)
  }
  beforeEach(() => {
    server.setFault(name, {})
    made = { amountOut: 2_998_412_345n, to: router, data: encoders[name](honest), value: 0n }
  })

  it('is compared with honest calldata, and the minimum enforced on-chain is read', async () => {
    const { minAmountOut, transaction } = await say({})
    expect(transaction.to).toBe(router)
    // Augustus keeps one unit.
    expect(minAmountOut).toBe(name === 'velora' ? honest.least - 1n : honest.least)
    expect((await say({ least: 1_000n })).minAmountOut).toBe(name === 'velora' ? 999n : 1_000n)
    expect((await say({ recipient: zeroAddress })).minAmountOut).not.toBe(null)
  })

  it.each([
    ['another recipient', { recipient: attacker }, /pays out to 0x6666/],
    ['more than is swapped', { amount: amountIn + 1n }, /takes 1000000000000000001 units/],
    ['all that the sender has', { amount: 0n }, /takes 0 units/],
    ['another input', { tokenIn: dai }, /takes 0x6b17/],
    ['another output', { tokenOut: dai }, /pays out 0x6b17/],
  ] as const)('%s: is refused', async (_, change, reason) => {
    const error: unknown = await say(change).catch((cause) => cause)
    expect(error).toBeInstanceOf(UnsafeSwapError)
    expect(error).toMatchObject({ code: 'AGGREGATOR_UNSAFE', message: expect.stringMatching(reason) })
  })

  it.each([
    ['0', AggregatorError, /promises 0 units/],
    ['-1', AggregatorSchemaError, /whole number/],
    ['0xb2b7d1b9', AggregatorSchemaError, /whole number/],
    ['1e9', AggregatorSchemaError, /whole number/],
    ['', AggregatorSchemaError, /whole number/],
    [String(2n ** 256n), AggregatorSchemaError, /above 2 \*\* 256/],
    ['9'.repeat(100_000), AggregatorSchemaError, /whole number/],
  ] as const)('a promise of "%s" is refused', async (amount, kind, reason) => {
    server.setFault(name, { edit: (body) => body.replaceAll('"2998412345"', JSON.stringify(amount)) })
    const error: unknown = await create(name)
      .swap(request)
      .catch((cause) => cause)
    expect(error).toBeInstanceOf(kind)
    expect((error as Error).message).toMatch(reason)
  })

  it('a call of a token, Permit2, an account or a foreign contract is rejected', async () => {
    const transfer = parseAbi(['function transfer(address to, uint256 amount)'])
    const data = encodeFunctionData({ abi: transfer, args: [attacker, amountIn] })
    for (const [to, reason] of [
      [weth, /a token/],
      [usdc, /a token/],
      [dai, /a token/],
      [permit2Address, /not one of its known contracts/],
      [attacker, /not one of its known contracts/],
      ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', /not one of its known contracts/],
    ] as const) {
      made = { ...made, to, data }
      await expect(create(name).swap(request)).rejects.toThrow(UnsafeSwapError)
      await expect(create(name).swap(request)).rejects.toThrow(reason)
    }
    // Known on other chains only.
    made = { ...made, to: router }
    await expect(create(name).swap({ ...request, chain: 'zksync' })).rejects.toThrow(/known contracts on zksync/)
  })

  it('unknown calldata has no minimum, and too long calldata is rejected', async () => {
    made = { ...made, data: name === '0x' ? encodeZeroEx(honest, '0x12345678') : '0x12345678' }
    expect(await create(name).swap(request)).toMatchObject({ minAmountOut: null })
    made = { ...made, data: toHex(new Uint8Array(70_000)) }
    await expect(create(name).swap(request)).rejects.toThrow(/more than 65536 bytes/)
  })

  it('trusts contracts that the user adds, but no token and not Permit2', async () => {
    const contracts = { ethereum: [attacker.toUpperCase().replace('0X', '0x') as Address] }
    made = { ...made, to: attacker, data: '0x12345678' }
    expect(await create(name, { contracts }).swap(request)).toMatchObject({ transaction: { to: attacker } })
    for (const wrong of [dai, permit2Address])
      expect(() => create(name, { contracts: { ethereum: [wrong] } })).toThrow(InvalidAggregatorError)
    expect(() => create(name, { contracts: { atlantis: [attacker] } })).toThrow(/unknown chain/)
  })
})

it.each([
  ['0x', 'allowanceTarget'],
  ['velora', 'tokenTransferProxy'],
] as const)('%s: an approval for a stranger is refused', async (name, field) => {
  made = { amountOut: 1n, to: routers[name] ?? '', data: encoders[name](honest), value: 0n }
  server.setFault(name, { edit: (body) => body.replace(`"${field}":"${made.to}"`, `"${field}":"${attacker}"`) })
  await expect(create(name).swap(request)).rejects.toThrow(/wants an approval for 0x6666/)
  server.setFault(name, {})
})

describe('a minimum', () => {
  const swap = (name: AggregatorName, data: Hex, change: Partial<AggregatorRequest> = {}) => {
    made = { amountOut: 2_998_412_345n, to: routers[name] ?? '', data, value: change.tokenIn ? amountIn : 0n }
    return create(name).swap({ ...request, ...change })
  }

  it("is the output of Augustus after the partner's fee and the surplus", async () => {
    const partner = BigInt(attacker) << 96n
    const minimum = async (quoted: bigint, fee: bigint) =>
      (await swap('velora', encodeVelora({ ...honest, least: 1_000_000n }, quoted, fee))).minAmountOut
    expect(await minimum(2_000_000n, 0n)).toBe(999_999n)
    expect(await minimum(2_000_000n, partner | 100n)).toBe(989_999n)
    // The contract takes at most 2 %.
    expect(await minimum(2_000_000n, partner | 9_999n)).toBe(979_999n)
    // Without a partner there is no fee.
    expect(await minimum(2_000_000n, 100n)).toBe(999_999n)
    // The contract takes everything above the quote.
    expect(await minimum(10n, partner | (1n << 95n))).toBe(9n)
    expect(await minimum(0n, 0n)).toBe(0n)
  })

  it('is not read for a partial fill, unverified pools, or a Settler that checks nothing', async () => {
    expect(await swap('1inch', encodeOneInch(honest, 1n))).toMatchObject({ minAmountOut: null })
    expect(await swap('1inch', encodeOneInch(honest, 4n))).toMatchObject({ minAmountOut: honest.least })
    const args = [BigInt(from), BigInt(weth), amountIn, honest.least, BigInt(attacker)] as const
    expect(await swap('1inch', encodeFunctionData({ abi, functionName: 'unoswapTo', args }))).toMatchObject({
      minAmountOut: null,
    })
    const stolen = [BigInt(attacker), ...args.slice(1)] as unknown as typeof args
    const data = encodeFunctionData({ abi, functionName: 'unoswapTo', args: stolen })
    await expect(swap('1inch', data)).rejects.toThrow(/pays out to 0x6666/)
    const unchecked = encodeZeroEx({ ...honest, recipient: zeroAddress, tokenOut: zeroAddress, least: 0n })
    expect(await swap('0x', unchecked)).toMatchObject({ minAmountOut: null, operators: [settler, settler] })
  })

  it('is read for both addresses of the native currency, and after malformed actions', async () => {
    for (const tokenIn of [nativeToken, zeroAddress])
      expect(
        await swap('0x', encodeZeroEx({ ...honest, tokenIn, amount: 0n }), { tokenIn: nativeToken }),
      ).toMatchObject({ minAmountOut: honest.least })
    // 0x's first action has a length beyond its end.
    const words = [toHex(0x60), zeroHash, toHex(1), toHex(0x20), toHex(0xffff)].map((word) => pad(word))
    const call = concatHex(['0x1fff991f', pad(from), pad(usdc), pad(toHex(honest.least)), ...words])
    expect(await swap('0x', encodeZeroEx(honest, call))).toMatchObject({ minAmountOut: honest.least })
  })
})
