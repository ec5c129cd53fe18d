import type { Call } from '../decoder/call.ts'
import { defineFunctions } from '../decoder/protocol.ts'

function enterEach(call: Call, index: number): void {
  const calls = call.list(index)
  for (let item = 0; item < calls.length; item++) call.enterSelf(calls.bytes(item))
}

/**
 * Functions that run several calls on the contract itself: Uniswap's `Multicall`, the same with a deadline, and the
 * same with the hash of the previous block.
 */
export const multicallFunctions = defineFunctions({
  'multicall(bytes[])': (call) => enterEach(call, 0),
  'multicall(uint256,bytes[])': (call) => enterEach(call.until(call.uint(0)), 1),
  'multicall(bytes32,bytes[])': (call) => enterEach(call, 1),
})
