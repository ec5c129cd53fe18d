import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { NftAction } from './action.ts'
import type { Call } from './call.ts'
import type { Decode } from './protocol.ts'

/** A word of the head, or what surrounds the call. */
type AddressAt = number | 'self' | 'sender'

function addressAt(call: Call, at: AddressAt | undefined): Address | null {
  if (at === undefined) return null
  if (at === 'self') return call.to
  return at === 'sender' ? call.from : call.address(at)
}

/** A bridge's recipient may be a `bytes32` of another kind of chain: null where it is no address. */
function recipientAt(call: Call, at: AddressAt | undefined): Address | null {
  if (typeof at !== 'number') return addressAt(call, at)
  return call.uint(at) >> 160n === 0n ? call.low160(at) : null
}

/** An NFT function whose head says it all: where its collection, token and parties stand. */
export function nft(
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

/** A bridge function whose head says it all. The amount is by default the value sent where no token is named. */
export function bridge(
  at: {
    readonly token?: AddressAt
    readonly amount?: number
    readonly recipient?: AddressAt
    /** A word of the head, or the name of the other side. */
    readonly destination?: number | string
  } = {},
): Decode {
  return (call) => {
    const token = addressAt(call, at.token)
    const amount = at.amount === undefined ? null : call.uint(at.amount)
    call.emit({
      kind: 'bridge',
      token: token === null || call.isNative(token) ? null : token,
      amount: amount ?? (at.token === undefined && call.value > 0n ? call.value : null),
      recipient: recipientAt(call, at.recipient),
      destination: typeof at.destination === 'number' ? call.uint(at.destination) : (at.destination ?? null),
    })
  }
}

/** A function that is known and means nothing more particular. */
export const other: Decode = (call) => call.emit({ kind: 'other' })

/** Many names of one meaning, as rows of a table of functions. */
export function each(decode: Decode, ...signatures: readonly string[]): { readonly [signature: string]: Decode } {
  return Object.fromEntries(signatures.map((signature) => [signature, decode]))
}

/** One set of addresses on several chains. */
export function on<chain extends ChainName>(
  chains: readonly chain[],
  ...addresses: readonly Address[]
): { readonly [name in chain]: readonly Address[] } {
  return Object.fromEntries(chains.map((chain) => [chain, addresses])) as { [name in chain]: readonly Address[] }
}
