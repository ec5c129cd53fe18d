import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

function batch(call: Call): void {
  const ids = call.uints(2)
  const [from, to] = [call.address(0), call.address(1)]
  for (const tokenId of ids) call.emit({ kind: 'nft', event: 'transfer', collection: call.to, tokenId, from, to })
  if (ids.length === 0) call.reject()
}

/** ERC-1155 tokens at any address. `setApprovalForAll` is decoded by ERC-721, which has the same function. */
export const erc1155 = defineProtocol({
  id: 'erc1155',
  name: 'ERC-1155',
  source: 'https://eips.ethereum.org/EIPS/eip-1155',
  contracts: [],
  atAnyAddress: defineFunctions({
    'safeTransferFrom(address,address,uint256,uint256,bytes)': emitNft('transfer', {
      collection: 'self',
      from: 0,
      to: 1,
      tokenId: 2,
    }),
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': batch,
    ...each(
      emitNft('mint', { collection: 'self', to: 0, tokenId: 1 }),
      'mint(address,uint256,uint256,bytes)',
      'mint(address,uint256,uint256)',
    ),
    ...each(emitNft('mint', { collection: 'self', to: 0 }), 'mintBatch(address,uint256[],uint256[],bytes)'),
    ...each(
      emitNft('mint', { collection: 'self' }),
      'create(address,uint256,string,bytes)',
      'create(uint256,uint256,string,bytes)',
    ),
  }),
})
