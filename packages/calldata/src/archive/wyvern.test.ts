import { expect, test } from 'vitest'
import { alice, bob, collection, decode, encode, word, zero } from '../fixtures/encode.ts'

const name =
  'atomicMatch_(address[14] a,uint256[18] u,uint8[8] m,bytes b,bytes s,bytes rb,bytes rs,bytes sb,bytes ss,uint8[2] v,bytes32[5] r)'

function match(target: string, sell: string) {
  const addresses = [zero, alice, bob, zero, target, zero, zero, zero, bob, zero, zero, target, zero, zero]
  const zeros = (length: number) => Array.from({ length }, () => 0)
  return encode(
    name,
    addresses,
    zeros(18).map(BigInt),
    zeros(8),
    '0x',
    sell,
    '0x',
    '0x',
    '0x',
    '0x',
    [0, 0],
    [word, word, word, word, word],
  )
}

test('collection and id out of the calldata of the sell order', () => {
  const trade = { protocol: 'wyvern', kind: 'nft', event: 'trade', collection, tokenId: 42n, from: bob, to: alice }
  const transfer = encode('transferFrom(address,address,uint256)', bob, zero, 42n)
  expect(decode('0x7be8076f4ea4a4ad08075c2508e481d6c946d12b', match(collection, transfer), 1n)).toEqual([trade])
  const validator = '0xbaf2127b49fc93cbca6269fade0f7f31df4c88a7'
  const byCriteria = encode(
    'matchERC721UsingCriteria(address,address,address,uint256,bytes32,bytes32[])',
    bob,
    zero,
    collection,
    42n,
    word,
    [],
  )
  expect(decode('0x7f268357a8c2552623316e2562d90e642bb538e5', match(validator, byCriteria), 1n)).toEqual([trade])
  expect(decode(zero, match(collection, '0x12345678'), 1n)).toEqual([{ ...trade, collection: null, tokenId: null }])
})
