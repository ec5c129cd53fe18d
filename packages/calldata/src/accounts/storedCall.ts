import type { Call } from '../decoder/call.ts'
import { otherAction } from '../decoder/otherAction.ts'
import type { Decode } from '../decoder/protocol.ts'

/**
 * A function that runs a call stored in the contract, named by a number or a hash, or that stores a call and runs it at once if
 * it is already approved. The calldata does not show that call.
 */
export const storedCall: Decode = (call) => {
  otherAction(call)
  call.undecoded('storedCall', call.frame, toSelector(call))
}

/** A vote or an approval that also runs the proposal once it passes, if word `flag` is set. */
export function storedCallIf(flag: number): Decode {
  return (call) => (call.bool(flag) ? storedCall : otherAction)(call)
}

const toSelector = (call: Call) => `0x${call.digits({ start: call.frame.start, end: call.base })}`
