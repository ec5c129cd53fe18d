import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'
import { erc721Functions } from '../erc721/erc721.ts'

const token = { tokenId: 0 } as const

/** Functions for auctions and breeding of CryptoKitties. Collections of 2018 copied them. */
const auctionHouse = defineFunctions({
  'bid(uint256)': emitNft('trade', { ...token, to: 'sender' }),
  ...each(emitNft('order', token), 'cancelAuction(uint256)', 'cancelAuctionWhenPaused(uint256)'),
})

const core = defineFunctions({
  ...each(
    emitNft('order', { collection: 'self', tokenId: 0 }),
    'createSaleAuction(uint256,uint256,uint256,uint256)',
    'createSiringAuction(uint256,uint256,uint256,uint256)',
  ),
  'bidOnSiringAuction(uint256,uint256)': emitNft('trade', { collection: 'self', tokenId: 0 }),
  ...each(
    emitNft('mint', { collection: 'self' }),
    'breedWithAuto(uint256,uint256)',
    'breedWith(uint256,uint256)',
    'giveBirth(uint256)',
    'createPromoKitty(uint256,address)',
    'createGen0Auction(uint256)',
  ),
})

export const cryptoKitties = defineProtocol({
  id: 'cryptokitties',
  name: 'CryptoKitties',
  source: 'https://www.cryptokitties.co/faq',
  contracts: [
    {
      name: 'KittyCore',
      addresses: deployedOn(['ethereum'], '0x06012c8cf97bead5deae237070f9587f8e7a266d'),
      functions: joinFunctions(
        erc721Functions,
        core,
        defineFunctions(each(otherAction, 'approveSiring(address,uint256)')),
      ),
    },
    {
      name: 'SaleClockAuction, SiringClockAuction',
      addresses: deployedOn(
        ['ethereum'],
        '0xb1690c08e213a35ed9bab7b318de14420fb57d8c',
        '0xc7af99fe5513eb6710e6d5f44f9989da40f27f26',
      ),
      functions: auctionHouse,
    },
  ],
  atAnyAddress: core,
})
