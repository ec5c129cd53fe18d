import type { NftAction } from '../decoder/action.ts'
import { type AddressAt, addressAt } from '../decoder/addressAt.ts'
import type { Decode } from '../decoder/protocol.ts'

/** Decodes an NFT function from its arguments, given the words of collection, token and parties. */
export function emitNft(
  event: NftAction['event'],
  at: {
    readonly collection?: AddressAt
    readonly tokenId?: number
    readonly from?: AddressAt
    readonly to?: AddressAt
  } = {},
): Decode {
  return (call) =>
    call.emit({
      kind: 'nft',
      event,
      collection: addressAt(call, at.collection),
      tokenId: at.tokenId === undefined ? null : call.uint(at.tokenId),
      from: addressAt(call, at.from),
      to: addressAt(call, at.to),
    })
}
