import type { Address } from 'viem'
import { type AddressAt, addressAt } from '../decoder/addressAt.ts'
import type { Call } from '../decoder/call.ts'
import type { Decode } from '../decoder/protocol.ts'

/** Returns the recipient, or null if it is a `bytes32` that is not an EVM address. */
export function recipientAt(call: Call, at: AddressAt | undefined): Address | null {
  if (typeof at !== 'number') return addressAt(call, at)
  return call.uint(at) >> 160n === 0n ? call.low160(at) : null
}

/**
 * Returns a decode function that reads a bridge action from the arguments. Without a token, the amount is by default
 * the value sent.
 */
export function bridge(
  at: {
    readonly token?: AddressAt
    readonly amount?: number
    readonly recipient?: AddressAt
    /** Word of the destination, or its name. */
    readonly destination?: number | string
  } = {},
): Decode {
  return (call) => {
    const token = addressAt(call, at.token)
    const amount = at.amount === undefined ? null : call.uint(at.amount)
    call.emit({
      kind: 'bridge',
      token: call.toErc20(token),
      amount: amount ?? (at.token === undefined && call.value > 0n ? call.value : null),
      recipient: recipientAt(call, at.recipient),
      destination: typeof at.destination === 'number' ? call.uint(at.destination) : (at.destination ?? null),
    })
  }
}
