import type { Address } from 'viem'
import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const offerItem = '(uint8,address,uint256,uint256,uint256)'
const considerationItem = '(uint8,address,uint256,uint256,uint256,address)'
const parameters = `(address,address,${offerItem}[],${considerationItem}[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)`
const order = `(${parameters},bytes)`
const advanced = `(${parameters},uint120,uint120,bytes,bytes)`
const resolvers = '(uint256,uint8,uint256,uint256,bytes32[])[]'
const component = '(uint256,uint256)'
const fulfillment = `(${component}[],${component}[])`
const basic =
  '((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))'

/** Item types 2 to 5 are ERC-721 and ERC-1155, with and without criteria. */
const isNft = (itemType: number) => itemType >= 2 && itemType <= 5

/** Emits every NFT of the items. Returns whether there was one. */
function items(call: Call, list: Args, words: number, from: Address | null, to: Address | null): boolean {
  let found = false
  for (let i = 0; i < list.length; i++) {
    const at = i * words
    if (!isNft(list.number(at))) continue
    found = true
    call.emit({
      kind: 'nft',
      event: 'trade',
      collection: list.address(at + 1),
      // A criterion (types 4, 5) is a Merkle root or zero for any token.
      tokenId: list.number(at) < 4 ? list.uint(at + 2) : null,
      from,
      to: words === 6 ? list.address(at + 5) : to,
    })
  }
  return found
}

/**
 * Emits the NFTs that an order's `parameters` offer. The consideration is read only if no order offers an NFT, so
 * matched orders emit each NFT once.
 */
function offers(call: Call, order: Args, to: Address | null): boolean {
  return items(call, order.list(2, 5), 5, order.address(0), to)
}
function considerations(call: Call, order: Args, from: Address | null): boolean {
  return items(call, order.list(3, 6), 6, from, null)
}

function one(call: Call, to: Address | null): void {
  const order = call.tuple(0).tuple(0)
  if (!offers(call, order, to) && !considerations(call, order, call.from)) emitNft('trade')(call)
}

function many(call: Call, to: Address | null): void {
  const orders = call.list(0)
  let found = false
  for (let i = 0; i < orders.length; i++) found = offers(call, orders.tuple(i).tuple(0), to) || found
  for (let i = 0; !found && i < orders.length; i++) considerations(call, orders.tuple(i).tuple(0), call.from)
}

/**
 * Decodes a basic order. Each group of four `BasicOrderType` values has one kind of item. The first sixteen values
 * offer an NFT, and the last eight request one.
 */
function fulfillBasic(call: Call): void {
  const order = call.tuple(0)
  const [consideration, offer] = [order.address(0), order.address(5)]
  const kind = order.number(8)
  if (kind > 23) {
    call.reject()
    return
  }
  const isOffer = kind >= 16
  call.emit({
    kind: 'nft',
    event: 'trade',
    collection: isOffer ? consideration : offer,
    tokenId: order.uint(isOffer ? 1 : 6),
    from: isOffer ? call.from : order.address(3),
    to: isOffer ? order.address(3) : call.from,
  })
}

const seaportFunctions = defineFunctions({
  [`fulfillBasicOrder${basic}`]: fulfillBasic,
  [`fulfillOrder(${order},bytes32)`]: (call) => one(call, call.from),
  [`fulfillAdvancedOrder(${advanced},${resolvers},bytes32,address)`]: (call) => one(call, call.address(3)),
  [`fulfillAvailableOrders(${order}[],${component}[][],${component}[][],bytes32,uint256)`]: (call) =>
    many(call, call.from),
  [`fulfillAvailableAdvancedOrders(${advanced}[],${resolvers},${component}[][],${component}[][],bytes32,address,uint256)`]:
    (call) => many(call, call.address(5)),
  ...each(
    (call) => many(call, null),
    `matchOrders(${order}[],${fulfillment}[])`,
    `matchAdvancedOrders(${advanced}[],${resolvers},${fulfillment}[])`,
    `matchAdvancedOrders(${advanced}[],${resolvers},${fulfillment}[],address)`,
  ),
  ...each(
    emitNft('order'),
    `cancel((address,address,${offerItem}[],${considerationItem}[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)[])`,
    `validate(${order}[])`,
    'incrementCounter()',
  ),
})

/** Seaport 1.1 to 1.6 and its forks. They have the same functions, whose selectors are unique at any address. */
/** Seaport 1.1, 1.4 and 1.5. */
export const [seaport11, seaport14, seaport15] = [
  '0x00000000006c3852cbef3e08e8df289169ede581',
  '0x00000000000001ad428e4906ae43d8f9852d0dd6',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
] as const

export const seaport = defineProtocol({
  id: 'seaport',
  name: 'Seaport',
  source: 'https://github.com/ProjectOpenSea/seaport#deployments',
  contracts: [
    {
      name: 'Seaport',
      addresses: deployedOn(
        [
          'ethereum',
          'polygon',
          'arbitrum',
          'optimism',
          'base',
          'avalanche',
          'bsc',
          'gnosis',
          'linea',
          'scroll',
          'blast',
          'celo',
          'moonbeam',
          'worldchain',
          'unichain',
        ],
        seaport11,
        seaport14,
        seaport15,
        '0x0000000000000068f116a894984e2db1123eb395',
      ),
      functions: joinFunctions(
        seaportFunctions,
        // Its selector is four zeros, which many private contracts share: only here.
        defineFunctions({ [`fulfillBasicOrder_efficient_6GL6yc${basic}`]: fulfillBasic }),
      ),
    },
  ],
  atAnyAddress: seaportFunctions,
})
