import type { ChainName } from '@outrigger/core'
import { pad } from 'viem'
import { expect, test } from 'vitest'
import { alice, bob, decode, encode, token, word, zero } from '../fixtures/encode.ts'

type Case = {
  readonly call: readonly [signature: string, ...args: unknown[]]
  readonly to?: string
  readonly value?: bigint
  readonly chain?: ChainName
  readonly says: Readonly<Record<string, unknown>>
}

const wide = pad(bob, { size: 32 })
const wideToken = pad(token, { size: 32 })
const amount = 5n

const cases: readonly Case[] = [
  {
    to: '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1',
    value: amount,
    call: ['depositETH(uint32,bytes)', 0, '0x'],
    says: { protocol: 'optimism_bridge', token: null, amount, recipient: alice, destination: 'optimism' },
  },
  {
    to: '0x3154cf16ccdb4c6d922629664174b904d80f2c35',
    call: ['depositERC20To(address,address,address,uint256,uint32,bytes)', token, zero, bob, amount, 0, '0x'],
    says: { protocol: 'base_bridge', token, amount, recipient: bob },
  },
  {
    chain: 'base',
    to: '0x4200000000000000000000000000000000000010',
    call: ['withdraw(address,uint256,uint32,bytes)', token, amount, 0, '0x'],
    says: { protocol: 'op_stack_bridge', token, amount, destination: 'ethereum' },
  },
  {
    call: [
      'finalizeWithdrawalTransaction((uint256,address,address,uint256,uint256,bytes) w)',
      [0n, alice, bob, amount, 0n, '0x'],
    ],
    says: { protocol: 'op_stack_bridge', amount, recipient: bob },
  },
  { value: amount, call: ['depositEth(uint256)', 1n], says: { protocol: 'arbitrum_bridge', amount } },
  {
    call: ['outboundTransfer(address,address,uint256,uint256,uint256,bytes)', token, bob, amount, 0n, 0n, '0x'],
    says: { protocol: 'arbitrum_bridge', token, amount, recipient: bob },
  },
  {
    to: '0xa0c68c638235ee32657e8f720a23cec1bfc77c77',
    value: amount,
    call: ['depositEtherFor(address)', bob],
    says: { protocol: 'polygon_bridge', amount, recipient: bob, destination: 'polygon' },
  },
  {
    chain: 'polygon',
    to: '0x2791bca1f2de4661ed88a30c99a7a9449aa84174',
    call: ['withdraw(uint256)', amount],
    says: { protocol: 'polygon_bridge', amount, destination: 'ethereum' },
  },
  {
    call: ['bridgeAsset(uint32,address,uint256,address,bool,bytes)', 1, bob, amount, token, true, '0x'],
    says: { protocol: 'polygon_zkevm_bridge', token, amount, recipient: bob, destination: 1n },
  },
  {
    to: '0xabea9132b05a70803a4e85094fd0e1800777fbef',
    value: amount,
    call: ['depositETH(address)', bob],
    says: { protocol: 'zksync_bridge', amount, recipient: bob },
  },
  {
    to: '0xae0ee0a63a2ce6baeeffe56e7714fb4efe48d419',
    value: amount,
    call: ['deposit(uint256,uint256)', amount, 9n],
    says: { protocol: 'starkgate', amount, destination: 'starknet' },
  },
  {
    value: amount,
    call: ['sendMessage(address,uint256,bytes)', bob, 0n, '0x'],
    says: { protocol: 'linea_bridge', amount, recipient: bob },
  },
  {
    value: 10n ** 18n,
    call: ['depositETH(address,uint256,uint256)', bob, 10n ** 18n, 1n],
    says: { protocol: 'scroll_bridge', amount: 10n ** 18n },
  },
  {
    value: 10n ** 18n,
    call: ['depositETH(address,uint256,uint256)', bob, 10n, 10n ** 18n],
    says: { protocol: 'synapse', amount: 10n ** 18n, destination: 10n },
  },
  {
    to: '0x4aa42145aa6ebf72e164c9bbc74fbd3788045016',
    call: ['relayTokens(address,uint256)', bob, amount],
    says: { protocol: 'omnibridge', recipient: bob, amount, destination: 'gnosis' },
  },
  {
    call: ['relayTokens(address,address,uint256)', token, bob, amount],
    says: { protocol: 'omnibridge', token, recipient: bob, amount },
  },
  {
    call: [
      'transferTokens(address,uint256,uint16,bytes32,uint256,uint32)',
      token,
      amount,
      1,
      `0x${'ff'.repeat(32)}`,
      0n,
      0,
    ],
    says: { protocol: 'wormhole', token, amount, recipient: null, destination: 1n },
  },
  {
    value: amount,
    call: ['wrapAndTransferETH(uint16,bytes32,uint256,uint32)', 4, wide, 0n, 0],
    says: { protocol: 'wormhole', amount, recipient: bob, destination: 4n },
  },
  {
    call: ['depositForBurn(uint256,uint32,bytes32,address)', amount, 3, wide, token],
    says: { protocol: 'cctp', token, amount, recipient: bob, destination: 3n },
  },
  {
    value: 1n,
    call: [
      'swap(uint16,uint256,uint256,address,uint256,uint256,(uint256,uint256,bytes) o,bytes,bytes)',
      110,
      1n,
      1n,
      alice,
      amount,
      0n,
      [0n, 0n, '0x'],
      '0x',
      '0x',
    ],
    says: { protocol: 'stargate', amount, destination: 110n },
  },
  {
    value: 1n,
    call: [
      'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes) p,(uint256,uint256) f,address r)',
      [30101, wide, amount, 0n, '0x', '0x', '0x'],
      [0n, 0n],
      alice,
    ],
    says: { protocol: 'layerzero', amount, recipient: bob, destination: 30101n },
  },
  {
    call: [
      'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
      alice,
      bob,
      token,
      zero,
      amount,
      amount,
      10n,
      zero,
      0,
      0,
      0,
      '0x',
    ],
    says: { protocol: 'across', token, amount, recipient: bob, destination: 10n },
  },
  {
    call: [
      'deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)',
      wide,
      wide,
      wideToken,
      word,
      amount,
      amount,
      10n,
      word,
      0,
      0,
      0,
      '0x',
    ],
    says: { protocol: 'across', token, amount, destination: 10n },
  },
  {
    value: amount,
    call: ['sendToL2(uint256,address,uint256,uint256,uint256,address,uint256)', 10n, bob, amount, 0n, 0n, zero, 0n],
    says: { protocol: 'hop', amount, recipient: bob, destination: 10n },
  },
  {
    call: ['redeem(address,uint256,address,uint256)', bob, 10n, token, amount],
    says: { protocol: 'synapse', token, amount, destination: 10n },
  },
  {
    call: ['anySwapOutUnderlying(address,address,uint256,uint256)', token, bob, amount, 56n],
    says: { protocol: 'multichain', token, amount, destination: 56n },
  },
  {
    call: ['send(address,address,uint256,uint64,uint64,uint32)', bob, token, amount, 10n, 1n, 0],
    says: { protocol: 'celer', token, amount, destination: 10n },
  },
  {
    call: ['xcall(uint32,address,address,address,uint256,uint256,bytes)', 9, bob, token, zero, amount, 0n, '0x'],
    says: { protocol: 'connext', token, amount, destination: 9n },
  },
  {
    value: amount,
    call: ['depositWithExpiry(address,address,uint256,string,uint256)', bob, zero, amount, '=:BTC.BTC', 1n],
    says: { protocol: 'thorchain', token: null, amount },
  },
  {
    call: [
      'ccipSend(uint64,(bytes,bytes,(address,uint256)[],address,bytes) m)',
      77n,
      ['0x', '0x', [[token, amount]], zero, '0x'],
    ],
    says: { protocol: 'ccip', token, amount, destination: 77n },
  },
  {
    call: ['transferRemote(uint32,bytes32,uint256)', 7, wide, amount],
    says: { protocol: 'hyperlane', amount, recipient: bob, destination: 7n },
  },
  {
    to: '0x1a2a1c938ce3ec39b6d47113c7955baa9dd454f2',
    value: amount,
    call: ['depositEthFor(address)', bob],
    says: { protocol: 'ronin_bridge', amount },
  },
  {
    call: [
      'startBridgeTokensViaAcross((bytes32,string,string,address,address,address,uint256,uint256,bool,bool) b,(int64,uint32,bytes,uint256) a)',
      [word, 'across', 'x', zero, token, bob, amount, 10n, false, false],
      [0n, 0, '0x', 0n],
    ],
    says: { protocol: 'lifi', token, amount, recipient: bob, destination: 10n },
  },
]

test.each(cases.map((row) => [String(row.says['protocol']), row.call[0].split('(')[0], row] as const))(
  '%s %s',
  (_, __, row) => {
    const [signature, ...args] = row.call
    const said = decode(row.to ?? zero, encode(signature, ...args), row.value, row.chain)
    expect(said).toMatchObject([{ kind: 'bridge', ...row.says }])
  },
)

test('plain transfers to a bridge, and to a maker that reads the destination out of the amount', () => {
  const receive = (to: string, value: bigint) => decode(to, '0x', value)
  expect(receive('0x99c9fc46f92e8a1c0dec1b1747d010903e884be1', 5n)).toMatchObject([
    { kind: 'bridge', amount: 5n, destination: 'optimism' },
  ])
  const maker = '0x80c67432656d59144ceff962e8faf8926599bcf8'
  expect(receive(maker, 26_800_000_000_009_002n)).toMatchObject([
    { protocol: 'orbiter', kind: 'bridge', destination: 9002n },
  ])
  expect(receive(maker, 10n ** 18n)).toMatchObject([{ kind: 'transfer', amount: 10n ** 18n }])
})

test('a small amount of a token of Polygon is no NFT', () => {
  const usdc = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'
  const input = encode('transferFrom(address,address,uint256)', alice, bob, 5n)
  expect(decode(usdc, input, 0n, 'polygon')).toMatchObject([{ kind: 'transfer', protocol: 'erc20', amount: 5n }])
})

test('truncated arguments say nothing', () => {
  const input = encode('depositForBurn(uint256,uint32,bytes32,address)', amount, 3, wide, token)
  expect(decode(zero, input.slice(0, -2))).toEqual([])
  expect(decode(zero, encode('transferRemote(uint32,bytes32,uint256)', 7, wide, amount).slice(0, 80))).toEqual([])
})

test("names that farms have too are the bridge's at a bridge", () => {
  const withdraw = encode('withdraw(uint256,uint256)', 1n, 2n)
  expect(decode('0x5fdcca53617f4d2b9134b29090c87d01058e27e9', withdraw)).toMatchObject([
    { kind: 'bridge', protocol: 'immutable_x_bridge' },
  ])
  expect(decode(zero, withdraw)).toMatchObject([{ kind: 'other' }])
  const confirm = encode('confirmTransaction(uint256)', 1n)
  expect(decode('0xf4b00c937b4ec4bb5ac051c3c719036c668a31ec', confirm)).toMatchObject([{ kind: 'bridge' }])
})
