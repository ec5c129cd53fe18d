import { type ChainName, chains } from '@outrigger/core'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, collection, decode, encode, token, word, zero } from './fixtures/encode.ts'

type Case = {
  readonly call: readonly [signature: string, ...args: unknown[]]
  readonly says: Readonly<Record<string, unknown>>
  readonly to?: string
  readonly value?: bigint
  readonly chain?: ChainName
}

const wrapped = (chain: ChainName) => chains[chain].wrappedNative ?? zero
const bytes = (types: string, ...values: unknown[]) => encodeAbiParameters(parseAbiParameters(types), values)

const pool = collection
const fourMeme = '0x5c952063c7fc8610ffdb798152d69f0b9550762b'
const stepData = (mode: number) => bytes('address,address,uint8', token, bob, mode)
const paths = (mode: number) => [{ steps: [[pool, stepData(mode), zero, '0x']], tokenIn: token, amountIn: 5n }]
const path = '((address,bytes,address,bytes)[] steps,address tokenIn,uint256 amountIn)[]'
const hot = (isBuy: boolean, inBase: boolean) =>
  bytes(
    'address,address,uint256,bool,bool,uint128,uint16,uint128,uint128,uint8',
    zero,
    token,
    420n,
    isBuy,
    inBase,
    5n,
    0,
    1n,
    4n,
    0,
  )
const aggregate = [0, zero, '0x', false]
const noFills = [zero, 0n, [], [], '0x']
const order = '(uint256,uint256,uint256,uint8,address,address,address,address,uint256,uint256,uint256,bytes)'
const limit = `(address,uint256,(${order},bytes,uint256)[],(${order},bytes,uint256)[],bytes)`
const tokens = '(address,uint256,address,address,(uint8,address,bytes,bool))'
const given = { kind: 'swap', exact: 'in', tokenIn: token, amountIn: 5n }

const swaps: Case[] = [
  {
    chain: 'scroll',
    call: [`swap(${path},uint256,uint256)`, paths(1), 4n, 9n],
    says: {
      ...given,
      protocol: 'syncswap',
      tokenOut: wrapped('scroll'),
      isNativeOut: true,
      amountOut: 4n,
      pools: [pool],
    },
  },
  {
    chain: 'linea',
    call: [`swap(${path},uint256,uint256)`, paths(2), 4n, 9n],
    says: { ...given, tokenOut: null, amountOut: 4n, recipient: bob },
  },
  {
    chain: 'zksync',
    value: 5n,
    call: [
      'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256,bool[])',
      4n,
      [bob, token],
      alice,
      9n,
      [false],
    ],
    says: { kind: 'swap', protocol: 'mute', tokenIn: bob, tokenOut: token, amountIn: 5n, amountOut: 4n },
  },
  {
    chain: 'scroll',
    call: ['userCmd(uint16,bytes)', 1, hot(true, true)],
    says: { protocol: 'ambient', exact: 'in', isNativeIn: true, tokenOut: token, amountIn: 5n, amountOut: 4n },
  },
  {
    chain: 'scroll',
    call: ['userCmd(uint16,bytes)', 1, hot(false, true)],
    says: { exact: 'out', tokenIn: token, isNativeOut: true, amountIn: 4n, amountOut: 5n },
  },
  { chain: 'scroll', call: ['userCmd(uint16,bytes)', 128, hot(true, true)], says: { kind: 'other' } },
  {
    chain: 'celo',
    call: ['swapIn(address,bytes32,address,address,uint256,uint256)', zero, word, token, bob, 5n, 4n],
    says: { ...given, protocol: 'mento', tokenOut: bob, amountOut: 4n },
  },
  {
    chain: 'arbitrum',
    call: [
      `swapExactTokenForPt(address,address,uint256,(uint256,uint256,uint256,uint256,uint256),${tokens},${limit})`,
      bob,
      pool,
      4n,
      [0n, 9n, 0n, 9n, 1n],
      [token, 5n, token, zero, aggregate],
      noFills,
    ],
    says: { ...given, protocol: 'pendle', tokenOut: null, amountOut: 4n },
  },
  {
    chain: 'arbitrum',
    call: [
      `swapExactYtForToken(address,address,uint256,${tokens},${limit})`,
      bob,
      pool,
      5n,
      [token, 4n, token, zero, aggregate],
      noFills,
    ],
    says: { kind: 'swap', tokenIn: null, tokenOut: token, amountIn: 5n, amountOut: 4n },
  },
  {
    chain: 'bsc',
    to: fourMeme,
    value: 5n,
    call: ['buyTokenAMAP(uint256,address,uint256,uint256)', 0n, token, 5n, 4n],
    says: { protocol: 'four_meme', isNativeIn: true, tokenOut: token, amountIn: 5n, amountOut: 4n },
  },
  {
    chain: 'bsc',
    to: fourMeme,
    call: ['sellToken(address,uint256)', token, 5n],
    says: { ...given, tokenOut: wrapped('bsc'), isNativeOut: true },
  },
  {
    chain: 'bsc',
    value: 6n,
    call: ['buyMemeToken(address,address,address,uint256,uint256)', fourMeme, token, bob, 5n, 4n],
    says: { protocol: 'gmgn', isNativeIn: true, tokenOut: token, amountIn: 5n },
  },
  {
    chain: 'bsc',
    to: '0xb300000b72deaeb607a12d5f54773d1c19c7028d',
    call: [
      'proxySwapV2(address,uint256,uint256,uint256,uint256,bytes)',
      pool,
      BigInt(token) + (7n << 160n),
      5n,
      BigInt(bob),
      4n,
      '0x',
    ],
    says: { ...given, protocol: 'binance_wallet', tokenOut: bob, amountOut: 4n },
  },
  {
    chain: 'bsc',
    value: 5n,
    call: ['swapExactBNBForTokens(uint256,address[],address,uint256)', 4n, [bob, token], alice, 9n],
    says: { protocol: 'uniswap_v2_fork', isNativeIn: true, tokenOut: token },
  },
]

const poolOf = (kind: number) => `0x${kind.toString(16).padStart(2, '0')}${'00'.repeat(31)}`
swaps.push(
  {
    chain: 'linea',
    call: [
      'execute(bytes32[],int128[],(bytes32 pool,bytes32[] tokens,bytes data)[])',
      [word, word],
      [0n, 0n],
      [{ pool: poolOf(0), tokens: [word, word], data: '0x' }],
    ],
    says: { kind: 'swap', protocol: 'velocore' },
  },
  {
    chain: 'linea',
    call: [
      'execute(bytes32[],int128[],(bytes32 pool,bytes32[] tokens,bytes data)[])',
      [word, word],
      [0n, 0n],
      [{ pool: poolOf(1), tokens: [word, word], data: '0x' }],
    ],
    says: { kind: 'other' },
  },
  {
    chain: 'base',
    call: ['exactInputSingle(address,address,bool,uint256,uint256)', bob, pool, true, 5n, 4n],
    says: { kind: 'swap', protocol: 'maverick', pools: [pool], isReversed: false, amountIn: 5n, amountOut: 4n },
  },
)

const taker = '(bool,address,uint256,uint256,uint256,bytes)'
const maker =
  '(bool,address,address,uint256,uint256,uint256,address,address,uint256,uint256,uint256,uint256,bytes,uint8,bytes32,bytes32)'
const delivery = [alice, [1, word, 1n], word, '0x', '0x', 0n]
const rest: readonly Case[] = [
  {
    chain: 'arbitrum',
    to: '0x391e7c679d29bd940d63be94ad22a25d25b5a604',
    value: 5n,
    call: ['0x010036'],
    says: { kind: 'bridge', protocol: 'gas_zip', amount: 5n },
  },
  {
    chain: 'scroll',
    to: '0x5e809a85aa182a9921edd10a4163745bb3e36284',
    value: 5n,
    call: ['0x'],
    says: { kind: 'bridge', protocol: 'owlto', amount: 5n },
  },
  {
    value: 5n,
    call: ['bridgeGas(uint16,bytes,bytes)', 184, bob, '0x'],
    says: { kind: 'bridge', amount: 5n, destination: 184n },
  },
  {
    call: ['deposit(string,address,address,uint256,uint256,uint256)', 'x', token, bob, 5n, 6n, 1n],
    says: { kind: 'bridge', token, amount: 5n, destination: 6n },
  },
  {
    chain: 'avalanche',
    to: token,
    call: ['unwrap(uint256,uint256)', 5n, 0n],
    says: { kind: 'bridge', token, amount: 5n },
  },
  {
    chain: 'bsc',
    to: '0x0000000000000000000000000000000000001004',
    call: ['transferOut(address,address,uint256,uint64)', token, bob, 5n, 9n],
    says: { kind: 'bridge', token, recipient: bob, amount: 5n },
  },
  {
    chain: 'bsc',
    call: ['lock(address,uint64,bytes,uint256)', token, 2n, bob, 5n],
    says: { kind: 'bridge', token, amount: 5n, destination: 2n },
  },
  {
    call: ['execute302((address,(uint32,bytes32,uint64),bytes32,bytes,bytes,uint256))', delivery],
    says: { kind: 'bridge', protocol: 'layerzero' },
  },
  { call: ['commitVerification(bytes,bytes32)', '0x', word], says: { kind: 'other' } },
  {
    chain: 'scroll',
    value: 5n,
    to: collection,
    call: ['safeMint((address,uint256,uint256[]),bytes)', [bob, 1n, [2n]], '0x'],
    says: { kind: 'nft', event: 'mint', collection },
  },
  {
    chain: 'base',
    to: collection,
    call: ['purchase(uint256[],address[],address[],address[],bytes[])', [1n], [bob], [zero], [zero], ['0x']],
    says: { kind: 'nft', event: 'mint' },
  },
  {
    chain: 'polygon',
    call: [
      'executeERC721ListingToRecipient(uint256,address,uint256,uint256,address)',
      1n,
      collection,
      10n ** 18n,
      7n,
      bob,
    ],
    says: { kind: 'nft', event: 'trade' },
  },
  {
    chain: 'avalanche',
    value: 5n,
    call: [
      `matchAskWithTakerBidUsingAVAXAndWAVAX(${taker},${maker})`,
      [false, alice, 5n, 7n, 0n, '0x'],
      [true, bob, collection, 5n, 7n, 1n, zero, zero, 0n, 0n, 9n, 0n, '0x', 27, word, word],
    ],
    says: { kind: 'nft', event: 'trade', collection, tokenId: 7n, from: bob, to: alice },
  },
  {
    chain: 'bsc',
    value: 5n,
    call: ['buyTokenUsingBNB(address,uint256)', collection, 7n],
    says: { kind: 'nft', event: 'trade', collection, tokenId: 7n },
  },
  { call: ['airdrop(address[],uint256[])', [bob], [2n]], says: { kind: 'nft', event: 'mint' } },
  {
    to: token,
    call: ['airdrop(address[],uint256[])', [bob], [10n ** 18n]],
    says: { kind: 'transfer', token, to: bob, amount: 10n ** 18n },
  },
  {
    chain: 'celo',
    to: token,
    call: ['transferWithComment(address,uint256,string)', bob, 5n, 'x'],
    says: { kind: 'transfer', token, to: bob, amount: 5n },
  },
  {
    call: ['multisendToken(address,bool,address[],uint256[],uint256)', token, false, [bob], [5n], 5n],
    says: { kind: 'transfer', token, to: bob, amount: 5n },
  },
  {
    chain: 'arbitrum',
    call: ['liquidatePosition(address,address,address,bool,address)', bob, token, token, true, alice],
    says: { kind: 'liquidation', protocol: 'gmx', borrower: bob, collateralToken: token },
  },
  {
    chain: 'scroll',
    call: ['liquidateBorrow(address,address,address,uint256)', pool, pool, bob, 5n],
    says: { kind: 'liquidation', borrower: bob, debtToCover: 5n },
  },
]

describe('protocols of other chains than Ethereum', () => {
  test.each([...swaps, ...rest])('$call.0 on $chain', ({ call: [signature, ...args], says, to, value, chain }) => {
    const input = signature.startsWith('0x') ? signature : encode(signature, ...args)
    const [action] = decode(to ?? pool, input, value ?? 0n, chain ?? 'base')
    expect(action).toMatchObject(says)
  })

  test('a path without a step, or paths that are none, say nothing', () => {
    const call = (value: unknown) => decode(pool, encode(`swap(${path},uint256,uint256)`, value, 4n, 9n), 0n, 'scroll')
    expect(call([])).toEqual([])
    expect(call([{ steps: [], tokenIn: token, amountIn: 5n }])).toEqual([])
  })

  test("0x's first action, whose length lies beyond the calldata", () => {
    const transfer = encode(
      'TRANSFER_FROM(address,((address,uint256),uint256,uint256),bytes)',
      bob,
      [[token, 5n], 1n, 9n],
      '0x',
    )
    const honest = encode('execute((address,address,uint256),bytes[],bytes32)', [alice, bob, 4n], [transfer], word)
    const length = ((transfer.length - 2) / 2).toString(16).padStart(64, '0')
    const input = honest.replace(`${length}${transfer.slice(2)}`, `${'ffff'.padStart(64, '0')}${transfer.slice(2)}`)
    expect(input).not.toBe(honest)
    for (const calldata of [honest, input])
      expect(decode(pool, calldata, 0n, 'base')).toMatchObject([
        { ...given, protocol: 'zerox', tokenOut: bob, amountOut: 4n },
      ])
  })
})
