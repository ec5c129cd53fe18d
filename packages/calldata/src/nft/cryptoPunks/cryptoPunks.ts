import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const at = { collection: 'self', tokenId: 0 } as const

/** The CryptoPunks contract, which is both collection and market. It is older than ERC-721. */
export const cryptoPunksMarket = '0xb47e3cd837ddf8e4c57f05d70ab865de6e193bbb'

export const cryptoPunks = defineProtocol({
  id: 'cryptopunks',
  name: 'CryptoPunks',
  source: 'https://github.com/larvalabs/cryptopunks',
  contracts: [
    {
      name: 'CryptoPunksMarket',
      addresses: deployedOn(
        ['ethereum'],
        cryptoPunksMarket,
        '0x6ba6f2207e343923ba692e5cae646fb0f566db8d', // V1
      ),
      functions: defineFunctions({
        ...each(emitNft('trade', { ...at, to: 'sender' }), 'buyPunk(uint256)'),
        ...each(emitNft('trade', { ...at, from: 'sender' }), 'acceptBidForPunk(uint256,uint256)'),
        'transferPunk(address,uint256)': emitNft('transfer', { collection: 'self', tokenId: 1, from: 'sender', to: 0 }),
        'getPunk(uint256)': emitNft('mint', { ...at, to: 'sender' }),
        ...each(
          emitNft('order', at),
          'offerPunkForSale(uint256,uint256)',
          'offerPunkForSaleToAddress(uint256,uint256,address)',
          'punkNoLongerForSale(uint256)',
          'enterBidForPunk(uint256)',
          'withdrawBidForPunk(uint256)',
        ),
        ...each(otherAction, 'withdraw()', 'setInitialOwner(address,uint256)', 'setInitialOwners(address[],uint256[])'),
      }),
    },
  ],
})
