import type { Call } from '../decoder/call.ts'
import { otherAction } from '../decoder/otherAction.ts'
import type { Decode } from '../decoder/protocol.ts'

/**
 * A function that runs what the contract has stored under a number or a hash, or stores a call and runs it at once if nothing
 * more is needed. Only the chain knows what it does.
 */
export const storedCall: Decode = (call) => {
  otherAction(call)
  call.undecoded('storedCall', call.frame, toSelector(call))
}

/** A vote or an approval that runs the proposal it decides, if word `flag` asks for that. */
export function storedCallIf(flag: number): Decode {
  return (call) => (call.bool(flag) ? storedCall : otherAction)(call)
}

const toSelector = (call: Call) => `0x${call.digits({ start: call.frame.start, end: call.base })}`
