import type { Address } from 'viem'
import type { Call } from './call.ts'

/** Source of an address: a word of the arguments, the called contract, or the caller. */
export type AddressAt = number | 'self' | 'sender'

export function addressAt(call: Call, at: AddressAt | undefined): Address | null {
  if (at === undefined) return null
  if (at === 'self') return call.to
  return at === 'sender' ? call.from : call.address(at)
}
