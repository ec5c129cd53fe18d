import type { Call } from '../../decoder/call.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol, type Protocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'
import { aggregators } from './aggregators.ts'
import { foundation, superRare, zora } from './artMarkets.ts'
import { ens } from './ens.ts'
import { pools } from './pools.ts'
import { rarible } from './rarible.ts'

const listed = { collection: 0, tokenId: 1 } as const

/** Decentraland's marketplace and the bids of its DAO. Other virtual worlds copied both. */
const decentraland = defineProtocol({
  id: 'decentraland',
  name: 'Decentraland',
  source: 'https://contracts.decentraland.org/addresses.json',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      emitNft('trade', { ...listed, to: 'sender' }),
      'executeOrder(address,uint256,uint256)',
      'safeExecuteOrder(address,uint256,uint256,bytes)',
    ),
    ...each(
      emitNft('order', listed),
      'createOrder(address,uint256,uint256,uint256)',
      'cancelOrder(address,uint256)',
      'placeBid(address,uint256,uint256,uint256)',
      'placeBid(address,uint256,uint256,uint256,bytes)',
    ),
    ...each(
      emitNft('transfer', { collection: 'self' }),
      'transferLand(int256,int256,address)',
      'transferManyLand(int256[],int256[],address)',
      'transferLandToEstate(int256,int256,uint256)',
      'createEstate(int256[],int256[],address)',
      'createEstateWithMetadata(int256[],int256[],address,string)',
    ),
  }),
})

const payment = [
  'buyListing(bytes)',
  'acceptOffer(bytes)',
  'bulkBuyListings(bytes)',
  'bulkAcceptOffers(bytes)',
  'sweepCollection(bytes)',
]
const limitBreak = defineProtocol({
  id: 'payment_processor',
  name: 'Payment Processor (Magic Eden)',
  source: 'https://github.com/limitbreakinc/payment-processor',
  contracts: [
    {
      name: 'PaymentProcessor v2',
      addresses: deployedOn(
        ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'avalanche', 'bsc'],
        '0x9a1d00bed7cd04bcda516d721a596eb22aac6834',
      ),
      functions: defineFunctions({
        ...each(emitNft('trade'), ...payment),
        ...each(emitNft('order'), 'revokeMasterNonce()', 'revokeSingleNonce(bytes)', 'revokeOrderDigest(bytes)'),
      }),
    },
  ],
})

/** Marketplaces with one or two functions each. */
const others = defineProtocol({
  id: 'nft_market',
  name: 'Other NFT marketplaces',
  source: 'https://github.com/duneanalytics/spellbook',
  contracts: [],
  atAnyAddress: defineFunctions({
    // Manifold's marketplace.
    ...each(
      emitNft('trade', { to: 'sender' }),
      'purchase(uint40)',
      'purchase(uint40,uint24)',
      'purchase(address,uint40)',
      'purchase(address,uint40,uint24)',
      'bid(uint40,bool)',
      'bid(uint40,uint256,bool)',
      'bid(address,uint40,bool)',
    ),
    // Auctions and listings by number, as at many marketplaces: bids in native currency.
    'bid(uint256)': (call) => (call.value > 0n ? emitNft('trade', { to: 'sender' })(call) : call.reject()),
    ...each(
      emitNft('trade', { to: 'sender' }),
      'buyNow(address,uint256)',
      'buyItem(address,uint256,address)',
      'buyToken(address,uint256)',
      'buyNFT(address,uint256)',
      'createBid(uint256)',
      'buyItems((address,uint256,address,uint64,uint128,address,bool)[])',
    ),
    // Axie's and SuperRare's first auctions, and copies of them.
    'bid(address,uint256)': (call) =>
      call.value > 0n ? emitNft('trade', { ...listed, to: 'sender' })(call) : call.reject(),
    ...each(
      emitNft('order', listed),
      'createAuction(address,uint256,uint256,uint256,uint256)',
      'createAuction(address,uint256,uint256,uint256,uint256,uint256)',
    ),
    ...each(emitNft('order', { tokenId: 0 }), 'createAuction(uint256,uint256,uint256,uint256)'),
    // Meebits' market and the sales of The Sandbox.
    ...each(
      emitNft('trade', { to: 'sender' }),
      'acceptTrade(address,uint256,uint256[],uint256[],address,uint256,uint256[],uint256[],uint256,bytes)',
      'buyLandWithETH(address,address,address,uint16,uint16,uint16,uint256,bytes32,bytes32[],bytes)',
    ),
    ...each(
      emitNft('order', listed),
      'listItem(address,uint256,uint256,address,uint256,uint256)',
      'listItem(address,uint256,uint64,uint128,uint32,address)',
      'cancelListing(address,uint256)',
    ),
    // PancakeSwap's market, Quixotic.
    ...each(
      emitNft('trade', { ...listed, to: 'sender' }),
      'buyTokenUsingBNB(address,uint256)',
      'buyTokenUsingWBNB(address,uint256,uint256)',
    ),
    ...each(
      emitNft('order', listed),
      'createAskOrder(address,uint256,uint256)',
      'modifyAskOrder(address,uint256,uint256)',
    ),
    ...each(
      emitNft('trade', { from: 0, collection: 1, tokenId: 2, to: 'sender' }),
      'fillSellOrder(address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes,address)',
      'fillSellOrder(address,address,uint256,uint256,uint256,uint256,uint256,uint256,address,bytes,address)',
    ),
    // Aavegotchi's Baazaar.
    ...each(
      emitNft('trade', { to: 'sender' }),
      'executeERC721Listing(uint256)',
      'executeERC721ListingToRecipient(uint256,address,uint256,uint256,address)',
      'executeERC1155Listing(uint256,uint256,uint256)',
      'executeERC1155ListingToRecipient(uint256,address,uint256,uint256,uint256,address)',
    ),
    // Nouns' auction house.
    ...each(emitNft('trade'), 'settleCurrentAndCreateNewAuction()'),
    // Element, 0x v4 NFT orders.
    ...each(
      emitNft('trade', { to: 'sender' }),
      'fillBatchSignedERC721Order((uint256,uint256,uint256,bytes32,bytes32),bytes)',
      'fillBatchSignedERC721Orders((uint256,uint256,uint256,bytes)[],uint256,bytes)',
    ),
    ...each(
      nftOrder,
      'buyERC721((uint8,address,address,uint256,uint256,address,uint256,(address,uint256,bytes)[],address,uint256,(address,bytes)[]),(uint8,uint8,bytes32,bytes32),bytes)',
      'buyERC721Ex((address,address,uint256,uint256,address,uint256,(address,uint256,bytes)[],address,uint256),(uint8,uint8,bytes32,bytes32),address,bytes)',
      'buyERC1155Ex((address,address,uint256,uint256,address,uint256,(address,uint256,bytes)[],address,uint256,uint128),(uint8,uint8,bytes32,bytes32),address,uint128,bytes)',
    ),
  }),
})

/**
 * Decodes an order. 0x's orders start with a direction, and Element's do not. The collection and the id follow the
 * fees.
 */
function nftOrder(call: Call): void {
  const order = call.tuple(0)
  const shift = order.uint(0) < 2n ? 1 : 0
  call.emit({
    kind: 'nft',
    event: 'trade',
    collection: order.address(7 + shift),
    tokenId: order.uint(8 + shift),
    from: order.address(shift),
    to: call.from,
  })
}

/** Marketplaces without a folder of their own. The general ones come last. */
export const nftMarkets: readonly Protocol[] = [
  foundation,
  superRare,
  zora,
  rarible,
  decentraland,
  limitBreak,
  ens,
  ...pools,
  ...aggregators,
  others,
]
