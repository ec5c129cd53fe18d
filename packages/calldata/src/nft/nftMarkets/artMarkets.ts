import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const listed = { collection: 0, tokenId: 1 } as const

export const foundation = defineProtocol({
  id: 'foundation',
  name: 'Foundation',
  source: 'https://docs.foundation.app/docs/contracts',
  contracts: [
    {
      name: 'NFTMarket',
      addresses: deployedOn(['ethereum'], '0xcda72070e455bb31c7690a170224ce43623d0b6f'),
      functions: defineFunctions({
        ...each(emitNft('trade', { to: 'sender' }), 'placeBid(uint256)', 'placeBidV2(uint256,uint256,address)'),
        ...each(emitNft('trade'), 'finalizeReserveAuction(uint256)'),
        ...each(
          emitNft('trade', { ...listed, to: 'sender' }),
          'buy(address,uint256,uint256)',
          'buyV2(address,uint256,uint256,address)',
          'buyFromPrivateSale(address,uint256,uint256,uint8,bytes32,bytes32)',
          'buyFromPrivateSaleFor(address,uint256,uint256,uint256,uint8,bytes32,bytes32)',
        ),
        'acceptOffer(address,uint256,address,uint256)': emitNft('trade', { ...listed, from: 'sender', to: 2 }),
        ...each(
          emitNft('order', listed),
          'createReserveAuction(address,uint256,uint256)',
          'createReserveAuctionV2(address,uint256,uint256,address)',
          'setBuyPrice(address,uint256,uint256)',
          'cancelBuyPrice(address,uint256)',
          'makeOffer(address,uint256,uint256)',
          'makeOfferV2(address,uint256,uint256,address)',
        ),
        ...each(emitNft('order'), 'cancelReserveAuction(uint256)', 'updateReserveAuction(uint256,uint256)'),
      }),
    },
    {
      name: 'NFTDropMarket',
      addresses: deployedOn(['ethereum', 'base'], '0x53f451165ba6fdbe39a134673d13948261b2334a'),
      functions: defineFunctions(
        each(
          emitNft('mint', { collection: 0, to: 'sender' }),
          'mintFromFixedPriceSale(address,uint16,address)',
          'mintFromFixedPriceSaleV2(address,uint16,address,address)',
          'mintFromFixedPriceSaleWithEarlyAccessAllowlist(address,uint256,address,bytes32[])',
          'mintFromDutchAuction(address,uint256,address)',
          'mintFromDutchAuctionV2(address,uint256,address)',
        ),
      ),
    },
  ],
})

export const superRare = defineProtocol({
  id: 'superrare',
  name: 'SuperRare',
  source: 'https://help.superrare.com/en/articles/5482222-what-are-the-superrare-smart-contracts',
  contracts: [
    {
      name: 'SuperRareMarketAuction, Auction House, Bazaar',
      addresses: deployedOn(
        ['ethereum'],
        '0x65b49f7aee40347f5a90b714be4ef086f3fe5e2c',
        '0x8c9f364bf7a56ed058fc63ef81c6cf09c833e656',
        '0x6d7c44773c52d396f43c2d511b81aa168e9a7a42',
      ),
      functions: defineFunctions({
        ...each(
          emitNft('trade', { ...listed, to: 'sender' }),
          'buy(address,uint256)',
          'safeBuy(address,uint256,uint256)',
          'buy(address,uint256,address,uint256)',
          'bid(address,uint256,uint256)',
          'bid(address,uint256,address,uint256)',
        ),
        ...each(
          emitNft('trade', { ...listed, from: 'sender' }),
          'acceptBid(address,uint256)',
          'safeAcceptBid(address,uint256,uint256)',
          'acceptOffer(address,uint256,address,uint256,address[],uint8[])',
          'settleAuction(address,uint256)',
        ),
        ...each(
          emitNft('order', listed),
          'setSalePrice(address,uint256,uint256)',
          'setSalePrice(address,uint256,address,uint256,address,address[],uint8[])',
          'bid(uint256,address,uint256)',
          'cancelBid(address,uint256)',
          'cancelAuction(address,uint256)',
          'cancelOffer(address,uint256,address)',
          'removeSalePrice(address,uint256,address)',
          'offer(address,uint256,address,uint256,bool)',
        ),
        ...each(
          emitNft('order', { collection: 1, tokenId: 2 }),
          'configureAuction(bytes32,address,uint256,uint256,address,uint256,uint256,address[],uint8[])',
        ),
      }),
    },
    {
      name: 'SuperRare tokens',
      addresses: deployedOn(
        ['ethereum'],
        '0x41a322b28d0ff354040e2cbc676f0320d8c8850d',
        '0xb932a70a57673d89f4acffbe830e8ed7f75fb9e0',
      ),
      functions: defineFunctions({
        ...each(emitNft('trade', { collection: 'self', tokenId: 0 }), 'buy(uint256)', 'acceptBid(uint256)'),
        ...each(
          emitNft('order', { collection: 'self', tokenId: 0 }),
          'bid(uint256)',
          'cancelBid(uint256)',
          'setSalePrice(uint256,uint256)',
        ),
        ...each(emitNft('mint', { collection: 'self' }), 'addNewToken(string)'),
      }),
    },
  ],
})

export const zora = defineProtocol({
  id: 'zora',
  name: 'Zora',
  source: 'https://docs.zora.co',
  contracts: [
    {
      name: 'AuctionHouse',
      addresses: deployedOn(['ethereum'], '0xe468ce99444174bd3bbbed09209577d25d1ad673'),
      functions: defineFunctions({
        ...each(emitNft('trade'), 'createBid(uint256,uint256)', 'endAuction(uint256)'),
        'createAuction(uint256,address,uint256,uint256,address,uint8,address)': emitNft('order', {
          collection: 1,
          tokenId: 0,
        }),
        ...each(emitNft('order'), 'cancelAuction(uint256)', 'setAuctionReservePrice(uint256,uint256)'),
      }),
    },
    {
      name: 'ZoraMedia',
      addresses: deployedOn(['ethereum'], '0xabefbc9fd2f806065b4f3c237d4b59d9a97bcac7'),
      functions: defineFunctions({
        ...each(
          emitNft('mint', { collection: 'self' }),
          'mint((string,string,bytes32,bytes32),((uint256),(uint256),(uint256)))',
          'mintWithSig(address,(string,string,bytes32,bytes32),((uint256),(uint256),(uint256)),(uint256,uint8,bytes32,bytes32))',
        ),
        ...each(
          emitNft('order', { collection: 'self', tokenId: 0 }),
          'setBid(uint256,(uint256,address,address,address,(uint256)))',
          'setAsk(uint256,(uint256,address))',
          'removeBid(uint256)',
          'removeAsk(uint256)',
        ),
        'acceptBid(uint256,(uint256,address,address,address,(uint256)))': emitNft('trade', {
          collection: 'self',
          tokenId: 0,
        }),
      }),
    },
  ],
  atAnyAddress: defineFunctions({
    ...each(emitNft('trade', { ...listed, to: 'sender' }), 'fillAsk(address,uint256,address,uint256,address)'),
    ...each(
      emitNft('order', listed),
      'createAsk(address,uint256,uint256,address,address,uint16)',
      'cancelAsk(address,uint256)',
      'setAskPrice(address,uint256,uint256,address)',
    ),
  }),
})
