import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { alice, bob, decode, encode, token as given, collection as wanted, word, zero } from '../fixtures/encode.ts'

const oneinch = '0x111111125421ca6dc452d289314280a0f8842a65'
const exchangeProxy = '0xdef1c0ded9bec7f1a1670819833240f027b25eff'
const cow = '0x9008d19f58aabd9ed0d60971565aa8510560ab41'
const settler = '0x0000000000000000000000000000000000005e77'

describe('a fill asks for more than the order has', () => {
  const v4 = '(uint256 a,uint256 b,uint256 c,uint256 d,uint256 e,uint256 f,uint256 g,uint256 h) o'
  /** 1,000 of `wanted` for 500 of `given`. */
  const fillV4 = (amount: bigint, traits = 0n, makerTraits = 0n) =>
    encode(
      `fillOrder(${v4},bytes32,bytes32,uint256,uint256)`,
      ...[
        { a: 1n, b: BigInt(bob), c: 0n, d: BigInt(wanted), e: BigInt(given), f: 1000n, g: 500n, h: makerTraits },
        word,
        word,
        amount,
        traits,
      ],
    )
  const isMaking = 1n << 255n
  const all = { kind: 'swap', tokenIn: given, tokenOut: wanted, amountIn: 500n, amountOut: 1000n }

  it('1inch v4, by either side', () => {
    expect(decode(oneinch, fillV4(600n))).toMatchObject([{ ...all, exact: 'in', recipient: alice }])
    expect(decode(oneinch, fillV4(9_999n, isMaking))).toMatchObject([{ ...all, exact: 'out' }])
    expect(decode(oneinch, fillV4(50n))).toMatchObject([{ amountIn: 50n, amountOut: 100n }])
  })

  it('1inch v4, where an extension sets the price: only the limit of the taker is known', () => {
    const auction = 1n << 249n
    expect(decode(oneinch, fillV4(600n, 990n, auction))).toMatchObject([{ amountIn: 500n, amountOut: 990n }])
    expect(decode(oneinch, fillV4(600n, 0n, auction))).toMatchObject([{ amountIn: 500n, amountOut: null }])
    expect(decode(oneinch, fillV4(2_000n, isMaking | 510n, auction))).toMatchObject([
      { amountIn: 510n, amountOut: 1000n },
    ])
  })

  it('1inch v4 pays the target that the arguments of the taker start with', () => {
    const order = { a: 1n, b: BigInt(bob), c: 0n, d: BigInt(wanted), e: BigInt(given), f: 1000n, g: 500n, h: 0n }
    const input = encode(
      `fillOrderArgs(${v4},bytes32,bytes32,uint256,uint256,bytes)`,
      ...[order, word, word, 5n, 1n << 251n, bob],
    )
    expect(decode(oneinch, input)).toMatchObject([{ recipient: bob, amountIn: 5n }])
  })

  it('1inch v2 and v3', () => {
    const v3 = '(uint256 a,address b,address c,address d,address e,address f,uint256 g,uint256 h,uint256 i,bytes j) o'
    const order = { a: 1n, b: wanted, c: given, d: bob, e: zero, f: zero, g: 1000n, h: 500n, i: 0n, j: '0x' }
    const fill = (making: bigint, taking: bigint) =>
      encode(`fillOrder(${v3},bytes,bytes,uint256,uint256,uint256)`, order, '0x', '0x', making, taking, 0n)
    expect(decode('0x1111111254eeb25477b68fb85ed929f73a960582', fill(0n, 600n))).toMatchObject([all])
    expect(decode('0x1111111254eeb25477b68fb85ed929f73a960582', fill(2_000n, 0n))).toMatchObject([all])
  })

  const asset = (address: string) => `0xf47261b0${'0'.repeat(24)}${address.slice(2)}`
  const v2 =
    '(address a,address b,address c,address d,uint256 e,uint256 f,uint256 g,uint256 h,uint256 i,uint256 j,bytes k,bytes l)'
  const order0x = (making: bigint, taking: bigint) => ({
    a: bob,
    b: zero,
    c: zero,
    d: zero,
    e: making,
    f: taking,
    g: 0n,
    h: 0n,
    i: 0n,
    j: 0n,
    k: asset(wanted),
    l: asset(given),
  })
  const exchangeV2 = '0x080bf510fcbf18b91105470639e9561022937712'

  it('0x v2: one order, and orders filled in turn', () => {
    const one = encode(`fillOrder(${v2} o,uint256,bytes)`, order0x(1000n, 500n), 600n, '0x')
    expect(decode(exchangeV2, one)).toMatchObject([all])
    const orders = [order0x(1000n, 500n), order0x(300n, 300n)]
    const market = (name: string, amount: bigint) => encode(`${name}(${v2}[] o,uint256,bytes[])`, orders, amount, [])
    expect(decode(exchangeV2, market('marketSellOrders', 600n))).toMatchObject([{ amountIn: 600n, amountOut: 1100n }])
    expect(decode(exchangeV2, market('marketSellOrders', 9_000n))).toMatchObject([{ amountIn: 800n, amountOut: 1300n }])
    expect(decode(exchangeV2, market('marketBuyOrders', 1_100n))).toMatchObject([{ amountIn: 600n, amountOut: 1100n }])
  })

  it('0x v1 and EtherDelta', () => {
    const v1 = 'fillOrder(address[5],uint256[6],uint256,bool,uint8,bytes32,bytes32)'
    const args = [[bob, zero, wanted, given, zero], [1000n, 500n, 0n, 0n, 0n, 0n], 600n, true, 27, word, word]
    expect(decode('0x12459c951127e0c374ff9105dda097662a027093', encode(v1, ...args))).toMatchObject([all])
    const trade = 'trade(address,uint256,address,uint256,uint256,uint256,address,uint8,bytes32,bytes32,uint256)'
    const input = encode(trade, given, 500n, wanted, 1000n, 0n, 0n, bob, 27, word, word, 600n)
    expect(decode('0x8d12a197cb00d4747a1fe03395095ce2a5cc6819', input)).toMatchObject([all])
  })

  const trade = (flags: bigint, executed: bigint, receiver: string, signature = '0x') => ({
    a: 0n,
    b: 1n,
    c: receiver,
    d: 500n,
    e: 1000n,
    f: 0,
    g: word,
    h: 0n,
    i: flags,
    j: executed,
    k: signature,
  })
  const struct =
    '(uint256 a,uint256 b,address c,uint256 d,uint256 e,uint32 f,bytes32 g,uint256 h,uint256 i,uint256 j,bytes k)'
  const settle = (...args: Parameters<typeof trade>) =>
    encode(
      `settle(address[],uint256[],${struct}[] t,(address d,uint256 e,bytes f)[][3])`,
      ...[[given, wanted], [1n, 1n], [trade(...args)], [[], [], []]],
    )

  it('CoW: an order that may be filled in part, and one from pools', () => {
    expect(decode(cow, settle(2n, 600n, bob))).toMatchObject([all])
    expect(decode(cow, settle(3n, 100n, bob))).toMatchObject([{ exact: 'out', amountIn: 50n, amountOut: 100n }])
    const swap = (flags: bigint, limit: bigint) =>
      encode(
        `swap((bytes32 l,uint256 m,uint256 n,uint256 o,bytes p)[],address[],${struct} t)`,
        ...[[], [given, wanted], trade(flags, limit, bob)],
      )
    expect(decode(cow, swap(0n, 1_005n))).toMatchObject([{ amountIn: 500n, amountOut: 1005n }])
    expect(decode(cow, swap(1n, 490n))).toMatchObject([{ exact: 'out', amountIn: 490n, amountOut: 1000n }])
  })

  it('CoW pays the owner where the receiver is zero, who is known if the signature names him', () => {
    expect(decode(cow, settle(0n, 0n, zero))).toMatchObject([{ recipient: null }])
    expect(decode(cow, settle(0x40n, 0n, zero, bob))).toMatchObject([{ recipient: bob }])
    expect(decode(cow, settle(0x60n, 0n, zero, bob))).toMatchObject([{ recipient: bob }])
    expect(decode(cow, settle(0x60n, 0n, alice, bob))).toMatchObject([{ recipient: alice }])
  })
})

describe('a recipient of zero', () => {
  const described = [given, wanted, bob, zero, 9n, 5n, 0n]
  const kyber = [given, wanted, [], [], [], [], zero, 9n, 5n, 0n, '0x']
  const swaps: [name: string, to: string, signature: string, args: unknown[]][] = [
    [
      '1inch',
      oneinch,
      'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
      [bob, described, '0x'],
    ],
    [
      'Kyber',
      '0x6131b5fae19ea4f9d964eac0408e4408b66337b5',
      'swapSimpleMode(address,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes,bytes)',
      [bob, kyber, '0x', '0x'],
    ],
    [
      'ParaSwap',
      '0x6a000f20005980200259b80c5102003040001068',
      'swapExactAmountIn(address,(address,address,uint256,uint256,uint256,bytes32,address),uint256,bytes,bytes)',
      [bob, [given, wanted, 9n, 5n, 5n, word, zero], 0n, '0x', '0x'],
    ],
    [
      '0x',
      exchangeProxy,
      'sellToLiquidityProvider(address,address,address,address,uint256,uint256,bytes)',
      [given, wanted, bob, zero, 9n, 5n, '0x'],
    ],
    [
      'Bancor',
      '0xeef417e1d5cc832e619ae18d2f140de2999dd4fb',
      'tradeBySourceAmount(address,address,uint256,uint256,uint256,address)',
      [given, wanted, 9n, 5n, 0n, zero],
    ],
  ]
  it.each(swaps)('is the sender: %s', (_, to, signature, args) => {
    const swap = { kind: 'swap', tokenIn: given, tokenOut: wanted, amountIn: 9n, amountOut: 5n, recipient: alice }
    expect(decode(to, encode(signature, ...args))).toMatchObject([swap])
  })

  it('is the router, which pays later: Kyber Elastic', () => {
    const signature = 'swapExactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))'
    const input = encode(signature, [given, wanted, 1, zero, 1n, 9n, 5n, 0n])
    expect(decode(settler, input)).toMatchObject([{ recipient: settler }])
  })

  it('leaves the output to the actions of a Settler if the token is zero as well', () => {
    const input = encode(
      'execute((address,address,uint256),bytes[],bytes32)',
      [zero, zero, 0n],
      [],
      toHex(0, { size: 32 }),
    )
    expect(decode(settler, input)).toMatchObject([{ tokenOut: null, amountOut: null, recipient: null }])
  })
})
