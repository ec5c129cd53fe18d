import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const maxAmount = 2n ** 256n - 1n

/**
 * Returns whether a number is a token id rather than an amount. Use it if ERC-20 has the same selector and the
 * contract is unknown. Token ids are numbers from 1 to about 10^7, or hashes and packed coordinates above any token
 * supply. An amount as small as 10^7 is worth nothing in a token of 8 or more decimals. Tokens with fewer decimals
 * are in the table of ERC-20.
 */
export function isTokenId(number: bigint): boolean {
  return (number > 0n && number < 10_000_000n) || (number >= 1n << 128n && number !== maxAmount)
}

function transferFrom(call: Call): void {
  if (call.value > 0n || !isTokenId(call.uint(2))) {
    call.reject()
    return
  }
  emitNft('transfer', { collection: 'self', from: 0, to: 1, tokenId: 2 })(call)
}

/** Decodes batch transfers. ERC-20 batch transfers have the same selector. */
function batchTransfer(call: Call): void {
  const [to, ids] = [call.list(1), call.list(2)]
  if (ids.length === 0 || ids.length !== to.length || !isTokenId(ids.uint(0))) {
    call.reject()
    return
  }
  const collection = call.address(0)
  for (let i = 0; i < ids.length; i++)
    call.emit({ kind: 'nft', event: 'transfer', collection, tokenId: ids.uint(i), from: call.from, to: to.address(i) })
}

const safeTransfer = emitNft('transfer', { collection: 'self', from: 0, to: 1, tokenId: 2 })

/** Functions of a contract that is a known collection. */
export const erc721Functions = defineFunctions({
  'transferFrom(address,address,uint256)': safeTransfer,
  ...each(
    safeTransfer,
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
    // ERC-721A extensions and OpenSea's creator contracts.
    'safeBatchTransferFrom(address,address,uint256[])',
  ),
  'transfer(address,uint256)': emitNft('transfer', { collection: 'self', from: 'sender', to: 0, tokenId: 1 }),
})

const setApprovalForAll = (call: Call): void => {
  const spender = call.address(0)
  call.emit({ kind: 'approval', token: call.to, spender, amount: call.bool(1) ? maxAmount : 0n })
}

/**
 * ERC-721 collections at any address. ERC-20's `transferFrom` has the same selector; `isTokenId` decides whether the
 * number is an id.
 */
export const erc721 = defineProtocol({
  id: 'erc721',
  name: 'ERC-721',
  source: 'https://eips.ethereum.org/EIPS/eip-721',
  contracts: [
    {
      // Collections whose `transfer` or large ids would pass for amounts; from their own documentation.
      name: 'Collection',
      addresses: {
        ethereum: [
          '0xf87e31492faf9a91b02ee0deaad50d51d56d5d4d', // Decentraland LAND
          '0x959e104e1a4db6317fa58f8295f586e1a978c297', // Decentraland Estate
          '0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85', // ENS .eth names
          '0x0e3a2a1f2146d86a604adc220b4967a898d7fe07', // Gods Unchained cards
          '0x629a673a8242c2ac4b7b8c5d8735fbeac21a6205', // Sorare
          '0xa7d8d9ef8d8ce8992df33d8b8cf4aebabd5bd270', // Art Blocks
          '0xf5b0a3efb8e8e4c201e2a935f110eaaf3ffecb8d', // Axie
          '0xd73be539d6b2076bab83ca6ba62dfe189abc6bbe', // Blockchain Cuties
          '0x7fdcd2a1e52f10c28cb7732f46393e297ecadda1', // HyperDragons
          '0x273f7f8e6489682df756151f5525576e322d51a3', // My Crypto Heroes
          '0x8c9b261faef3b3c2e64ab5e58e04615f8c788099', // MLB Crypto Baseball
          '0x6ebeaf8e8e946f0716e6533a6f2cefc83f60e8ab', // Gods Unchained, the cards of 2018
          '0xdcaad9fd9a74144d226dbf94ce6162ca9f09ed7e', // CryptoStrikers
          '0x5caebd3b32e210e85ce3e9d51638b9c445481567', // War Riders
          '0x87d598064c736dd0c712d329afcfaa0ccc1921a1', // CryptoFighters
          '0x5d00d312e171be5342067c09bae883f9bcb2003b', // Etheremon
          '0xbfde6246df72d3ca86419628cac46a9d2b60393c', // Etheremon Adventure
          '0x995020804986274763df9deb0296b754f2659ca1', // Ethertulips
          '0xc70be5b7c19529ef642d16c10dfe91c58b5c3bf0', // Mythereum
        ],
      },
      functions: erc721Functions,
    },
  ],
  atAnyAddress: defineFunctions({
    'transferFrom(address,address,uint256)': transferFrom,
    ...each(
      safeTransfer,
      'safeTransferFrom(address,address,uint256)',
      'safeTransferFrom(address,address,uint256,bytes)',
    ),
    'setApprovalForAll(address,bool)': setApprovalForAll,
    'batchTransfer(address,address[],uint256[])': batchTransfer,
    ...each(
      emitNft('transfer', { from: 'sender' }),
      // OpenSea's TransferHelper.
      'bulkTransfer(((uint8,address,uint256,uint256)[],address,bool)[],bytes32)',
      'batchTransferERC721(address,address[],uint256[])',
    ),
  }),
})
