import type { Address } from 'viem'
import type { Call } from './call.ts'

/** An address: in a word of the head, the contract called, or the caller. */
export type AddressAt = number | 'self' | 'sender'

export function addressAt(call: Call, at: AddressAt | undefined): Address | null {
  if (at === undefined) return null
  if (at === 'self') return call.to
  return at === 'sender' ? call.from : call.address(at)
}
