import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const asset1 = '(address,uint256,uint8)'
const key1 = `(address,uint256,${asset1},${asset1})`
const signature1 = '(uint8,bytes32,bytes32)'

/** V1: owner 0, sold asset 2-4, bought asset 5-7; asset types from 2 on are NFTs. The buyer is the last word (17). */
function exchange(call: Call): void {
  const isSale = call.number(4) >= 2
  const [owner, taker] = [call.address(0), call.from]
  call.emit({
    kind: 'nft',
    event: 'trade',
    collection: call.address(isSale ? 2 : 5),
    tokenId: call.uint(isSale ? 3 : 6),
    from: isSale ? owner : taker,
    to: isSale ? taker : owner,
  })
}

const asset2 = '((bytes4,bytes),uint256)'
const order2 = `(address,${asset2},address,${asset2},uint256,uint256,uint256,bytes4,bytes)`
const direct2 =
  '((address,uint256,bytes4,bytes,uint256,address,uint256,uint256,uint256,bytes4,bytes,bytes,uint256,uint256,bytes))'

/**
 * Decodes `matchOrders` of V2. The side whose asset is an NFT is the seller. `assetClass` of ERC-721 and ERC-1155 is
 * the first bytes of the keccak hash of their names.
 */
function match(call: Call): void {
  for (const at of [0, 2]) {
    const order = call.tuple(at)
    const type = order.tuple(1).tuple(0)
    const assetClass = type.word(0).slice(0, 10)
    if (assetClass !== '0x73ad2146' && assetClass !== '0x973bb640') continue
    const data = call.inside(type.bytes(1))
    const [collection, tokenId] = [data.address(0), data.uint(1)]
    call.emit({ kind: 'nft', event: 'trade', collection, tokenId, from: order.address(0), to: null })
    return
  }
  emitNft('trade')(call)
}

/** V2 `direct…`: maker 0, NFT class 2, its data 3. */
function direct(call: Call, isPurchase: boolean): void {
  const order = call.tuple(0)
  const data = call.inside(order.bytes(3))
  const maker = order.address(0)
  const isLazy = order.word(2).slice(0, 10) !== '0x73ad2146' && order.word(2).slice(0, 10) !== '0x973bb640'
  call.emit({
    kind: 'nft',
    event: 'trade',
    collection: data.address(0),
    tokenId: isLazy ? null : data.uint(1),
    from: isPurchase ? maker : call.from,
    to: isPurchase ? call.from : maker,
  })
}

export const rarible = defineProtocol({
  id: 'rarible',
  name: 'Rarible',
  source: 'https://docs.rarible.org/reference/contract-addresses',
  contracts: [
    {
      name: 'ExchangeV2',
      addresses: {
        ethereum: ['0x9757f2d2b135150bbeb65308d4a91804107cd8d6'],
        polygon: ['0x12b3897a36fdb436dde2788c06eff0ffd997066e'],
      },
      functions: defineFunctions({ ...each(emitNft('order'), `cancel(${order2})`) }),
    },
  ],
  atAnyAddress: defineFunctions({
    [`exchange((${key1},uint256,uint256,uint256),${signature1},uint256,${signature1},uint256,address)`]: exchange,
    ...each(emitNft('order'), `cancel(${key1})`),
    [`matchOrders(${order2},bytes,${order2},bytes)`]: match,
    [`directPurchase${direct2}`]: (call) => direct(call, true),
    [`directAcceptBid${direct2}`]: (call) => direct(call, false),
  }),
})
