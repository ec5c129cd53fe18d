import type { Call } from '../decoder/call.ts'
import { otherAction } from '../decoder/otherAction.ts'
import type { Decode } from '../decoder/protocol.ts'

/**
 * Decodes a function that runs a call stored in the contract, identified by a number or a hash. It also decodes a
 * function that stores a call and runs it immediately if it is already approved. The calldata does not contain that
 * call.
 */
export const storedCall: Decode = (call) => {
  otherAction(call)
  call.undecoded('storedCall', call.frame, toSelector(call))
}

/** Decodes a vote or an approval. If word `flag` is set, it also runs the proposal once the vote passes. */
export function storedCallIf(flag: number): Decode {
  return (call) => (call.bool(flag) ? storedCall : otherAction)(call)
}

const toSelector = (call: Call) => `0x${call.digits({ start: call.frame.start, end: call.base })}`
