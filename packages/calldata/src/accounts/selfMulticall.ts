import type { Call } from '../decoder/call.ts'
import { defineFunctions } from '../decoder/protocol.ts'

function enterEach(call: Call, index: number): void {
  const calls = call.list(index)
  for (let item = 0; item < calls.length; item++) call.enterSelf(calls.bytes(item))
}

/** Calls a contract makes to itself: Uniswap's `Multicall`, then with a deadline, then bound to the block before. */
export const multicallFunctions = defineFunctions({
  'multicall(bytes[])': (call) => enterEach(call, 0),
  'multicall(uint256,bytes[])': (call) => enterEach(call.until(call.uint(0)), 1),
  'multicall(bytes32,bytes[])': (call) => enterEach(call, 1),
})
