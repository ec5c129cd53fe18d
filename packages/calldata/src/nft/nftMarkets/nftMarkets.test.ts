import { encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, collection, decode, encode, token, word, zero } from '../../fixtures/encode.ts'

const trade = (from: string | null, to: string | null, tokenId: bigint | null = 5n) => ({
  kind: 'nft',
  event: 'trade',
  collection,
  tokenId,
  from,
  to,
})

describe('Blur', () => {
  const order =
    '(address,uint8,address,address,uint256,uint256,address,uint256,uint256,uint256,(uint16,address)[],uint256,bytes)'
  const input = `(${order},uint8,bytes32,bytes32,bytes,uint8,uint256)`
  const side = (trader: string) => [
    [trader, 1, zero, collection, 5n, 1n, zero, 1n, 0n, 1n, [], 0n, '0x'],
    27,
    word,
    word,
    '0x',
    0,
    0n,
  ]
  const exchange = '0x000000000000ad05ccc4f10045630fb830b95127'
  test('one execution and several', () => {
    expect(decode(exchange, encode(`execute(${input} s,${input} b)`, side(bob), side(alice)), 1n)).toMatchObject([
      trade(bob, alice),
    ])
    expect(
      decode(
        exchange,
        encode(`bulkExecute((${input},${input})[] e)`, [
          [side(bob), side(alice)],
          [side(bob), side(alice)],
        ]),
      ),
    ).toHaveLength(2)
  })
  test('V2: asks and bids', () => {
    const order2 = '(address,address,bytes32,uint256,uint256,uint8,(address,uint16),uint256)'
    const exchange2 = '(uint256,bytes32[],(uint256,uint256,uint256,uint256),(uint256,uint256))'
    const maker = [bob, collection, word, 1n, 1n, 0, [zero, 0], 0n]
    const taken = (index: bigint) => [index, [], [0n, 5n, 1n, 1n], [5n, 1n]]
    const ask = `takeAsk((${order2}[],${exchange2}[],(address,uint16),bytes,address) i,bytes o)`
    const to = '0xb2ecfe4e4d61f8790bbb9de2d1259b9e2410cea5'
    expect(
      decode(to, encode(ask, [[maker, maker], [taken(1n), taken(0n)], [zero, 0], '0x', zero], '0x')),
    ).toMatchObject([trade(bob, alice), trade(bob, alice)])
    expect(decode(to, encode(ask, [[maker], [taken(3n)], [zero, 0], '0x', zero], '0x'))).toEqual([])
    const single = `takeBidSingle((${order2},${exchange2},(address,uint16),bytes) i,bytes o)`
    expect(decode(to, encode(single, [maker, taken(0n), [zero, 0], '0x'], '0x'))).toMatchObject([trade(alice, bob)])
  })
})

test('LooksRare V1 and V2', () => {
  const taker = '(bool,address,uint256,uint256,uint256,bytes)'
  const maker =
    '(bool,address,address,uint256,uint256,uint256,address,address,uint256,uint256,uint256,uint256,bytes,uint8,bytes32,bytes32)'
  const args = [
    [false, alice, 1n, 5n, 0n, '0x'],
    [true, bob, collection, 1n, 9n, 1n, zero, zero, 0n, 0n, 1n, 0n, '0x', 27, word, word],
  ]
  const v1 = '0x59728544b08ab483533076417fbbb2fd0b17ce3a'
  expect(decode(v1, encode(`matchAskWithTakerBidUsingETHAndWETH(${taker} t,${maker} m)`, ...args))).toMatchObject([
    trade(bob, alice),
  ])
  expect(decode(v1, encode(`matchBidWithTakerAsk(${taker} t,${maker} m)`, ...args))).toMatchObject([trade(alice, bob)])
  const maker2 =
    '(uint8,uint256,uint256,uint256,uint256,uint8,address,address,address,uint256,uint256,uint256,uint256[],uint256[],bytes)'
  const call = encode(
    `executeTakerBid((address,bytes) t,${maker2} m,bytes s,(bytes32,(bytes32,uint8)[]) p,address a)`,
    [zero, '0x'],
    [0, 0n, 0n, 0n, 0n, 0, collection, zero, bob, 0n, 1n, 1n, [5n], [1n], '0x'],
    '0x',
    [word, []],
    zero,
  )
  expect(decode('0x0000000000e655fae4d56241588680f86e3b2377', call)).toMatchObject([trade(bob, alice)])
})

test('X2Y2', () => {
  const order =
    '(uint256,address,uint256,uint256,uint256,uint256,address,bytes,(uint256,bytes)[],bytes32,bytes32,uint8,uint8)'
  const detail = '(uint8,uint256,uint256,uint256,bytes32,address,bytes,uint256,uint256,uint256,(uint256,address)[])'
  const name = `run((${order}[],${detail}[],(uint256,uint256,uint256,uint256,address,bool),bytes32,bytes32,uint8) i)`
  const data = encodeAbiParameters(
    [{ type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }] }],
    [[[collection, 5n]]],
  )
  const input = [
    [[0n, bob, 1n, 1n, 1n, 0n, zero, '0x', [[1n, data]], word, word, 27, 1]],
    [[1, 0n, 0n, 1n, word, zero, '0x', 0n, 0n, 0n, []]],
    [0n, 0n, 0n, 0n, alice, false],
    word,
    word,
    27,
  ]
  expect(decode('0x74312363e45dcaba76c59ec49a7aa8a65a67eed3', encode(name, input))).toMatchObject([trade(bob, alice)])
})

test('CryptoPunks, CryptoKitties and their auctions', () => {
  const punks = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb'
  expect(decode(punks, encode('buyPunk(uint256)', 5n), 1n)).toMatchObject([
    { protocol: 'cryptopunks', event: 'trade', tokenId: 5n, to: alice },
  ])
  expect(decode(punks, encode('offerPunkForSale(uint256,uint256)', 5n, 1n))).toMatchObject([{ event: 'order' }])
  const kitties = '0x06012c8cf97bead5deae237070f9587f8e7a266d'
  expect(decode(kitties, encode('transfer(address,uint256)', bob, 5n))).toMatchObject([
    { protocol: 'cryptokitties', kind: 'nft', event: 'transfer', tokenId: 5n },
  ])
  expect(decode('0xb1690c08e213a35ed9bab7b318de14420fb57d8c', encode('bid(uint256)', 5n), 1n)).toMatchObject([
    { event: 'trade' },
  ])
})

test('Rarible: exchange of V1, matchOrders and directPurchase of V2', () => {
  const asset1 = '(address,uint256,uint8)'
  const v1 = `exchange(((address,uint256,${asset1},${asset1}),uint256,uint256,uint256) o,(uint8,bytes32,bytes32) s,uint256 f,(uint8,bytes32,bytes32) t,uint256 a,address b)`
  const key = [bob, 0n, [collection, 5n, 3], [zero, 0n, 0]]
  expect(
    decode(token, encode(v1, [key, 1n, 1n, 0n], [27, word, word], 0n, [27, word, word], 1n, zero), 1n),
  ).toMatchObject([{ protocol: 'rarible', ...trade(bob, alice) }])
  const asset = '((bytes4,bytes),uint256)'
  const order = `(address,${asset},address,${asset},uint256,uint256,uint256,bytes4,bytes)`
  const data = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [collection, 5n])
  const item = [['0x73ad2146', data], 1n]
  const ether = [['0xaaaebeba', '0x'], 1n]
  const [left, right] = [
    [bob, item, zero, ether, 0n, 0n, 0n, '0x00000000', '0x'],
    [alice, ether, zero, item, 0n, 0n, 0n, '0x00000000', '0x'],
  ]
  const name = `matchOrders(${order} l,bytes a,${order} r,bytes b)`
  expect(decode(token, encode(name, left, '0x', right, '0x'), 1n)).toMatchObject([trade(bob, null)])
  expect(decode(token, encode(name, right, '0x', left, '0x'), 1n)).toMatchObject([trade(bob, null)])
  const purchase =
    'directPurchase((address,uint256,bytes4,bytes,uint256,address,uint256,uint256,uint256,bytes4,bytes,bytes,uint256,uint256,bytes) d)'
  const direct = [bob, 1n, '0x73ad2146', data, 1n, zero, 0n, 0n, 0n, '0x00000000', '0x', '0x', 1n, 1n, '0x']
  expect(decode(token, encode(purchase, direct), 1n)).toMatchObject([trade(bob, alice)])
})

test('an aggregator whose purchases are calls of marketplaces', () => {
  const known = encode('buyPunk(uint256)', 1n)
  const input = encode('batchBuyWithETH((uint256,uint256,bytes)[] d)', [
    [1n, 1n, encode('fillAsk(address,uint256,address,uint256,address)', collection, 5n, zero, 1n, zero)],
    [2n, 1n, known],
  ])
  expect(decode('0x83c8f28c26bf6aaca652df1dbbe0e1b56f8baba2', input, 2n)).toMatchObject([
    { protocol: 'zora', ...trade(null, alice) },
    { protocol: 'gem', event: 'trade', collection: null },
  ])
})

test('other houses: trades, orders, names', () => {
  expect(
    decode(
      '0xcda72070e455bb31c7690a170224ce43623d0b6f',
      encode('buyV2(address,uint256,uint256,address)', collection, 5n, 1n, zero),
      1n,
    ),
  ).toMatchObject([trade(null, alice)])
  expect(decode(token, encode('executeOrder(address,uint256,uint256)', collection, 5n, 1n))).toMatchObject([
    { protocol: 'decentraland', ...trade(null, alice) },
  ])
  expect(decode(token, encode('bid(uint256)', 5n), 1n)).toMatchObject([{ protocol: 'nft_market', event: 'trade' }])
  expect(decode(token, encode('bid(uint256)', 5n))).toEqual([])
  expect(decode(token, encode('register(string,address,uint256,bytes32)', 'a', alice, 1n, word), 1n)).toMatchObject([
    { protocol: 'ens', event: 'mint' },
  ])
  expect(decode(token, encode('newBid(bytes32)', word), 1n)).toMatchObject([{ protocol: 'ens', kind: 'other' }])
})
