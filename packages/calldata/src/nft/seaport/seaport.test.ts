import { expect, test } from 'vitest'
import { alice, bob, collection, decode, encode, token, word, zero } from '../../fixtures/encode.ts'

const seaport = '0x00000000000000adc04c56bf30ac9d3c0aaf14dc'
const offerItem = '(uint8,address,uint256,uint256,uint256)'
const considerationItem = '(uint8,address,uint256,uint256,uint256,address)'
const parameters = `(address,address,${offerItem}[],${considerationItem}[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)`
const basic =
  '((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes) p)'

const nftItem = [2, collection, 7n, 1n, 1n]
const moneyItem = [1, token, 0n, 10n, 10n]
const order = (offer: unknown[], consideration: unknown[]) => [
  bob,
  zero,
  offer,
  consideration,
  0,
  0n,
  1n,
  word,
  0n,
  word,
  1n,
]
const trade = (from: string | null, to: string | null) => ({
  protocol: 'seaport',
  kind: 'nft',
  event: 'trade',
  collection,
  tokenId: 7n,
  from,
  to,
})

const basicOrder = (kind: number, offer: string, consideration: string) => [
  consideration,
  7n,
  1n,
  bob,
  zero,
  offer,
  7n,
  1n,
  kind,
  0n,
  1n,
  word,
  0n,
  word,
  word,
  0n,
  [],
  '0x',
]

test('basic orders: an NFT offered, and one asked for', () => {
  const name = `fulfillBasicOrder${basic}`
  expect(decode(seaport, encode(name, basicOrder(0, collection, zero)), 10n)).toEqual([trade(bob, alice)])
  expect(decode(seaport, encode(name, basicOrder(16, token, collection)))).toEqual([trade(alice, bob)])
  expect(decode(seaport, encode(name, basicOrder(24, token, collection)))).toEqual([])
})

test('the efficient one, whose selector is zeros, only at Seaport itself', () => {
  const input = encode(`fulfillBasicOrder_efficient_6GL6yc${basic}`, basicOrder(0, collection, zero))
  expect(input.slice(0, 10)).toBe('0x00000000')
  expect(decode(seaport, input)).toEqual([trade(bob, alice)])
  expect(decode(bob, input)).toEqual([])
})

test('advanced, available and matched orders, at any address', () => {
  const advanced = `(${parameters},uint120,uint120,bytes,bytes)`
  const resolvers = '(uint256,uint8,uint256,uint256,bytes32[])[]'
  const sale = [order([nftItem], [[...moneyItem, bob]]), 1n, 1n, '0x', '0x']
  const purchase = [order([moneyItem], [[...nftItem, bob]]), 1n, 1n, '0x', '0x']
  expect(
    decode(
      token,
      encode(`fulfillAdvancedOrder(${advanced} a,${resolvers} c,bytes32 k,address r)`, sale, [], word, alice),
    ),
  ).toEqual([trade(bob, alice)])
  expect(
    decode(
      token,
      encode(`fulfillAdvancedOrder(${advanced} a,${resolvers} c,bytes32 k,address r)`, purchase, [], word, zero),
    ),
  ).toEqual([trade(alice, bob)])
  const parts = '(uint256,uint256)'
  expect(
    decode(
      token,
      encode(
        `fulfillAvailableAdvancedOrders(${advanced}[] a,${resolvers} c,${parts}[][] o,${parts}[][] d,bytes32 k,address r,uint256 m)`,
        [sale, sale],
        [],
        [],
        [],
        word,
        bob,
        2n,
      ),
    ),
  ).toEqual([trade(bob, bob), trade(bob, bob)])
  expect(
    decode(
      token,
      encode(
        `matchAdvancedOrders(${advanced}[] a,${resolvers} c,(${parts}[],${parts}[])[] f,address r)`,
        [sale, purchase],
        [],
        [],
        zero,
      ),
    ),
  ).toEqual([trade(bob, null)])
})

test('a cancelled order and a raised counter', () => {
  expect(decode(seaport, encode('incrementCounter()'))).toMatchObject([{ kind: 'nft', event: 'order' }])
  expect(decode(seaport, encode(`cancel(${parameters}[] o)`, [order([nftItem], [])]))).toMatchObject([
    { kind: 'nft', event: 'order' },
  ])
})
