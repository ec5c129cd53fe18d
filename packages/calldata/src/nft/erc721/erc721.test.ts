import { expect, test } from 'vitest'
import { alice, bob, collection, decode, encode } from '../../fixtures/encode.ts'
import { isTokenId } from './erc721.ts'

const transferFrom = (number: bigint) => encode('transferFrom(address,address,uint256)', bob, alice, number)
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

test('transferFrom: an id where the number is small or above any supply, an amount otherwise', () => {
  const nft = { protocol: 'erc721', kind: 'nft', event: 'transfer', collection, from: bob, to: alice }
  for (const id of [1n, 4144n, 146_258n, 2n ** 255n])
    expect(decode(collection, transferFrom(id))).toEqual([{ ...nft, tokenId: id }])
  for (const amount of [0n, 10n ** 16n, 75_000_000_000n, 2n ** 256n - 1n])
    expect(decode(collection, transferFrom(amount))).toMatchObject([{ protocol: 'erc20', kind: 'transfer', amount }])
  expect([0n, 1n, 9_999_999n, 10_000_000n, 1n << 128n].map(isTokenId)).toEqual([false, true, true, false, true])
})

test('batches of a sender: ids or amounts', () => {
  const batch = (numbers: bigint[]) =>
    decode(bob, encode('batchTransfer(address,address[],uint256[])', collection, [bob, bob], numbers))
  expect(batch([7n, 8n])).toMatchObject([
    { kind: 'nft', tokenId: 7n },
    { kind: 'nft', tokenId: 8n },
  ])
  expect(batch([10n ** 18n, 1n])).toMatchObject([{ kind: 'transfer' }, { kind: 'transfer' }])
})

test('known contracts decide first', () => {
  expect(decode(usdc, transferFrom(5n))).toMatchObject([{ kind: 'transfer', token: usdc, amount: 5n }])
  const land = '0xf87e31492faf9a91b02ee0deaad50d51d56d5d4d'
  expect(decode(land, transferFrom(10n ** 20n))).toMatchObject([{ kind: 'nft', tokenId: 10n ** 20n }])
})

test('safe transfers, ERC-1155 ones and approvals of all', () => {
  expect(decode(collection, encode('safeTransferFrom(address,address,uint256)', bob, alice, 10n ** 18n))).toMatchObject(
    [{ kind: 'nft', event: 'transfer', tokenId: 10n ** 18n }],
  )
  expect(
    decode(collection, encode('safeTransferFrom(address,address,uint256,uint256,bytes)', bob, alice, 7n, 2n, '0x')),
  ).toMatchObject([{ protocol: 'erc1155', tokenId: 7n }])
  expect(
    decode(
      collection,
      encode('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', bob, alice, [7n, 8n], [1n, 1n], '0x'),
    ),
  ).toMatchObject([{ tokenId: 7n }, { tokenId: 8n }])
  expect(decode(collection, encode('setApprovalForAll(address,bool)', bob, true))).toMatchObject([
    { kind: 'approval', spender: bob },
  ])
})

test('mints: by name, by payment, by a number too small for an amount', () => {
  const mint = [{ protocol: 'nft_mint', event: 'mint', collection }]
  expect(decode(collection, encode('publicMint(uint256)', 2n))).toMatchObject(mint)
  expect(decode(collection, encode('mint()'), 1n)).toMatchObject(mint)
  expect(decode(collection, encode('mint(uint256)', 3n))).toMatchObject(mint)
  expect(decode(collection, encode('mint(uint256)', 865_463_427_828n))).toMatchObject([{ kind: 'other' }])
  expect(decode(collection, encode('mint(address,uint256)', bob, 10n ** 18n))).toMatchObject([{ kind: 'other' }])
  expect(decode(collection, encode('mint(address)', bob))).not.toMatchObject(mint)
  expect(
    decode(
      '0x00005ea00ac477b1030ce78506496e8c2de24bf5',
      encode('mintPublic(address,address,address,uint256)', collection, alice, bob, 1n),
    ),
  ).toMatchObject([{ event: 'mint', collection, to: bob }])
})

test('presales count where they are paid for and small', () => {
  const mint = [{ protocol: 'nft_mint', event: 'mint', collection }]
  expect(decode(collection, encode('presale(uint256)', 2n), 1n)).toMatchObject(mint)
  expect(decode(collection, encode('presale(uint256)', 2n))).toEqual([])
  expect(decode(collection, encode('presale(uint256)', 10n ** 18n), 1n)).toEqual([])
  expect(decode(collection, encode('mint(uint256,uint256,bytes32[])', 1n, 2n, []), 1n)).toMatchObject(mint)
})

test('the transfer of a collection of 2018 is its own', () => {
  const axie = '0xf5b0a3efb8e8e4c201e2a935f110eaaf3ffecb8d'
  expect(decode(axie, encode('transfer(address,uint256)', bob, 7n))).toMatchObject([
    { kind: 'nft', event: 'transfer', collection: axie, tokenId: 7n, to: bob },
  ])
})
