import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { NodeCall } from './nodeMethods.ts'
import { relayCode, scriptAddress, scriptCode } from './scriptCode.ts'
import type { SimulatedCall, SimulatedResult } from './simulation.ts'

export const scriptAbi = parseAbi([
  'struct Step { address from; address to; uint256 value; bytes data; }',
  'struct Result { bool succeeded; bytes returnData; uint256 gasUsed; }',
  'function run(Step[] steps) returns (Result[])',
])

/** Returns a transaction that runs the calls in order through the script contract, which limits each to 1 million gas. */
export const toScriptCall = (calls: readonly SimulatedCall[]): NodeCall => ({
  to: scriptAddress,
  data: encodeFunctionData({
    abi: scriptAbi,
    functionName: 'run',
    args: [calls.map(({ from, to, value = 0n, data }) => ({ from, to, value, data }))],
  }),
})

/** Returns the state overrides for scripts. Each sender has relay code, so senders are contracts and `tx.origin` differs. */
export function toScriptOverrides(calls: readonly SimulatedCall[]): Readonly<Record<Address, { readonly code: Hex }>> {
  const relays = calls.map(({ from }) => [from, { code: relayCode }] as const)
  return { ...Object.fromEntries(relays), [scriptAddress]: { code: scriptCode } }
}

/** Decodes the results of a script. Returns null if the node ignored the overrides: the address then has no code and returns no data. */
export function toScriptResults(
  { status, returnData }: { readonly status?: Hex; readonly returnData: Hex },
  count: number,
): readonly SimulatedResult[] | null {
  if (status === '0x0') throw new RangeError('The calls of a simulation used all of its gas.')
  if (returnData === '0x') return null
  const results = decodeFunctionResult({ abi: scriptAbi, functionName: 'run', data: returnData })
  if (results.length !== count) throw new RangeError('A simulation returned results of other calls than requested.')
  return results
}
