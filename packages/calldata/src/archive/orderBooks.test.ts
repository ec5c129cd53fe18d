import { concatHex, encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { alice, bob, collection, decode, encode, token, word, zero } from '../fixtures/encode.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const other = collection
const swap = { kind: 'swap', tokenIn: token, tokenOut: other, amountIn: 5n, amountOut: 4n }
const unsaid = { kind: 'swap', tokenIn: null, tokenOut: null }

test('matches of signed orders', () => {
  const signed = [
    [true, true],
    [27, 27],
    [word, word],
    [word, word],
  ]
  const numbers = [
    [5n, 4n, 0n, 0n, 0n, 0n],
    [4n, 5n, 0n, 0n, 0n, 0n],
  ]
  const ring = 'submitRing(address[4][],uint256[6][],uint8[1][],bool[],uint8[],bytes32[],bytes32[],address,uint16)'
  const owners = (...tokens: readonly string[]) => tokens.map((sold) => [bob, sold, alice, alice])
  expect(decode(zero, encode(ring, owners(token, other), numbers, [[0], [0]], ...signed, bob, 0))).toMatchObject([
    { ...swap, protocol: 'loopring_v2', recipient: bob },
  ])
  expect(decode(zero, encode(ring, owners(token), numbers, [[0], [0]], ...signed, bob, 0))).toEqual([])
  expect(decode(zero, encode('submitRings(bytes)', '0x00'))).toMatchObject([{ ...unsaid, protocol: 'loopring_v2' }])
  expect(decode(zero, encode('matchByAdmin_TwH36(uint256[])', [1n]))).toMatchObject([{ ...unsaid, protocol: 'joyso' }])
})

test('IDEX v2 names the pair in its trade', () => {
  const order = '(uint8,uint128,address,uint8,uint8,uint64,bool,uint64,uint64,string,uint8,uint8,uint64,bytes)'
  const trade = '(string,string,address,address,uint64,uint64,uint64,uint64,address,address,uint64,uint64,uint64,uint8)'
  const signed = [0, 1n, bob, 0, 0, 1n, true, 1n, 0n, '', 0, 0, 0n, '0x'] as const
  const input = encode(`executeTrade(${order} buy,${order} sell,${trade} trade)`, signed, signed, [
    'A',
    'B',
    other,
    token,
    1n,
    1n,
    1n,
    1n,
    bob,
    bob,
    1n,
    1n,
    1n,
    0,
  ])
  expect(decode(zero, input)).toMatchObject([{ kind: 'swap', protocol: 'idex', tokenIn: token, tokenOut: other }])
})

test('a sequence of DEx.top is a swap where it matches', () => {
  const sequence = 'exeSequence(uint256,uint256[])'
  expect(decode(zero, encode(sequence, 1n, [0xde01n, 0x01de03n, 0n]))).toMatchObject([{ kind: 'swap' }])
  expect(decode(zero, encode(sequence, 1n, [0xde01n, 0xde02n]))).toMatchObject([{ kind: 'other' }])
})

test('Totle reads the first and the last trade', () => {
  const orders = '(address,bytes,uint256,uint256)[]'
  const swaps = `((address,address,uint256,bool,${orders})[],uint256,uint256,uint256,uint256,bool,address,bool)[]`
  const trades = [
    [token, zero, 5n, true, []],
    [zero, other, 5n, true, []],
  ]
  const input = encode(
    `performSwapCollection((${swaps},address,uint256,bytes32,uint256,uint8,bytes32,bytes32) collection)`,
    [[[trades, 0n, 4n, 5n, 0n, false, bob, true]], zero, 0n, word, 0n, 27, word, word],
  )
  expect(decode(zero, input)).toMatchObject([{ ...swap, protocol: 'totle', recipient: bob }])
})

test('Shell, Hashflow of 2021, Kyber and 0x v1 at forks', () => {
  expect(
    decode(zero, encode('originSwap(address,address,uint256,uint256,uint256)', token, other, 5n, 4n, 0n)),
  ).toMatchObject([{ ...swap, exact: 'in' }])
  expect(
    decode(zero, encode('targetSwap(address,address,uint256,uint256,uint256)', token, other, 5n, 4n, 0n)),
  ).toMatchObject([{ ...swap, exact: 'out' }])
  const quote = encodeAbiParameters(
    parseAbiParameters('address,address,address,address,uint256,uint256,uint256,uint256'),
    [alice, bob, zero, other, 5n, 6n, 4n, 0n],
  )
  expect(decode('0xa18607ca4a3804cc3cd5730eafefcc47a7641643', concatHex(['0xba93c39c', quote]), 5n)).toMatchObject([
    { ...swap, protocol: 'hashflow', tokenIn: weth, isNativeIn: true },
  ])
  const trade = 'trade(address,uint256,address,address,uint256,uint256,address)'
  expect(decode(zero, encode(trade, token, 5n, other, bob, 1n, 1n, zero))).toMatchObject([{ protocol: 'kyberswap' }])
  const fill = 'fillOrder(address[5],uint256[6],uint256,bool,uint8,bytes32,bytes32)'
  const order = [
    [bob, zero, other, token, zero],
    [4n, 5n, 0n, 0n, 0n, 0n],
  ]
  expect(decode(zero, encode(fill, ...order, 5n, true, 27, word, word))).toMatchObject([{ ...swap, protocol: 'zerox' }])
})

test("Enzyme's takeOrder is a swap, its lending is not", () => {
  const ask = (selector: `0x${string}`, action = 0n) =>
    encode(
      'callOnExtension(address,uint256,bytes)',
      bob,
      action,
      encodeAbiParameters(parseAbiParameters('address,bytes4,bytes'), [alice, selector, '0x']),
    )
  expect(decode(zero, ask('0x03e38a2b'))).toMatchObject([{ ...unsaid, protocol: 'enzyme' }])
  expect(decode(zero, ask('0x099f7515'))).toMatchObject([{ kind: 'other' }])
  expect(decode(zero, ask('0x03e38a2b', 1n))).toMatchObject([{ kind: 'other' }])
})

test('Tokenlon fills an order of 0x v2', () => {
  const v2 = '(address,address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes,bytes)'
  const asset = (of: string) =>
    concatHex(['0xf47261b0', encodeAbiParameters([{ type: 'address' }], [of as `0x${string}`])])
  const order = [bob, zero, zero, zero, 4n, 5n, 0n, 0n, 0n, 0n, asset(other), asset(token)]
  const fill = encode(`fillOrKillOrder(${v2} order,uint256,bytes)`, order, 5n, '0x')
  const input = encode('toPMM(bytes)', encode('fill(uint256,bytes,bytes)', 1n, fill, '0x'))
  expect(decode('0x03f34be1bf910116595db1b11e9d1b2ca5d59659', input)).toMatchObject([swap])
})
