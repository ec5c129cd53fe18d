import type { Address } from 'viem'
import type { Span } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { deployedOn } from '../decoder/deployedOn.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { emitNft } from '../nft/emitNft.ts'

type Item = { readonly collection: Address | null; readonly tokenId: bigint | null }

/**
 * Returns the item that a sell order's calldata moves. The calldata is `transferFrom` or `safeTransferFrom` of the
 * collection, or a `match…` of OpenSea's MerkleValidator, whose arguments contain the collection.
 */
function toItem(call: Call, target: Address, data: Span): Item {
  const args = call.inside(data, 4)
  switch (call.digits({ start: data.start, end: Math.min(data.start + 8, data.end) })) {
    case '23b872dd': // transferFrom
    case '42842e0e': // safeTransferFrom(address,address,uint256)
    case 'b88d4fde': // safeTransferFrom(address,address,uint256,bytes)
    case 'f242432a': // safeTransferFrom(address,address,uint256,uint256,bytes)
      return { collection: target, tokenId: args.uint(2) }
    case 'a9059cbb': // transfer, of the oldest collections
      return { collection: target, tokenId: args.uint(1) }
    case 'fb16a595': // matchERC721UsingCriteria
    case 'c5a0236e': // matchERC721WithSafeTransferUsingCriteria
    case '96809f90': // matchERC1155UsingCriteria
      return { collection: args.address(2), tokenId: args.uint(3) }
    default: // Bundles by the WyvernAtomicizer among them: the NFT is not decoded.
      return { collection: null, tokenId: null }
  }
}

/**
 * Decodes these words: 14 addresses (buy 0-6, sell 7-13; maker at 1 and 8, target at 11), 18 numbers, 8 modes, then
 * the calldata.
 */
function atomicMatch(call: Call): void {
  const item = toItem(call, call.address(11), call.bytes(41))
  call.emit({ kind: 'nft', event: 'trade', ...item, from: call.address(8), to: call.address(1) })
}

const orderWords = 'address[7],uint256[9],uint8,uint8,uint8,uint8,bytes,bytes,bytes'

export const wyvern = defineProtocol({
  id: 'wyvern',
  name: 'Wyvern Exchange (OpenSea)',
  source: 'https://github.com/ProjectWyvern/wyvern-ethereum',
  contracts: [
    {
      name: 'ProxyRegistry',
      addresses: deployedOn(['ethereum'], '0xa5409ec958c83c3f309868babaca7c86dcb077c1'),
      functions: defineFunctions(each(otherAction, 'registerProxy()')),
    },
  ],
  atAnyAddress: defineFunctions({
    'atomicMatch_(address[14],uint256[18],uint8[8],bytes,bytes,bytes,bytes,bytes,bytes,uint8[2],bytes32[5])':
      atomicMatch,
    ...each(
      emitNft('order'),
      `approveOrder_(${orderWords},bool)`,
      `cancelOrder_(${orderWords},uint8,bytes32,bytes32)`,
      `cancelOrderWithNonce_(${orderWords},uint8,bytes32,bytes32,uint256)`,
    ),
  }),
})
