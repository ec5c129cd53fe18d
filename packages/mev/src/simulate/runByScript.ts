import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  type PublicClient,
  parseAbi,
  toHex,
} from 'viem'
import { createUnusedAccount } from './erc20Calls.ts'
import { unlessUnsupported } from './isUnsupported.ts'
import { scriptCode, toCloneCode, toRelayCode } from './scriptCode.ts'
import {
  type SimulatedCall,
  type Simulation,
  type SimulationMethod,
  type SimulationRequest,
  toBlockOverrides,
  toGasBalance,
} from './simulation.ts'

export const scriptAbi = parseAbi([
  'struct Step { address from; address to; uint256 value; bytes data; }',
  'struct Result { bool succeeded; bytes returnData; uint256 gasUsed; }',
  'function run(Step[] steps) returns (Result[])',
])
/**
 * Gas limit of the script. It leaves room for several calls that use up their own limit, and stays below the limit for a
 * transaction of 16.7 million gas (EIP-7825).
 */
const someGas = 16_000_000n

type Result = { readonly status?: Hex; readonly returnData: Hex }
type Requests = {
  eth_call: { Method: 'eth_call'; Parameters: unknown; ReturnType: Hex }
  eth_simulateV1: {
    Method: 'eth_simulateV1'
    Parameters: unknown
    ReturnType: readonly { readonly calls: readonly Result[] }[]
  }
  debug_traceCall: { Method: 'debug_traceCall'; Parameters: unknown; ReturnType: { readonly output?: Hex } }
}

type ScriptCall = { readonly to: Address; readonly data: Hex; readonly gas: Hex; readonly from?: Address }

/**
 * Creates a runner that executes all calls through a script contract in one request. State overrides place relay code at every
 * sender, so senders are contracts and `tx.origin` is a different account. Only `eth_simulateV1` supports several transactions.
 * The runner returns null if the node does not support the method.
 */
export function runByScript(method: SimulationMethod) {
  return async (client: PublicClient, request: SimulationRequest): Promise<Simulation | null> => {
    const { blockNumber, calls, gasPrice } = request
    const transactions = method === 'eth_simulateV1' ? toTransactions(calls) : [calls]
    const [script, payer] = [createUnusedAccount(), createUnusedAccount()]
    const paying = gasPrice === 0n ? {} : { from: payer, gasPrice: toHex(gasPrice) }
    const scripts = transactions.map((of) => ({ to: script, data: toInput(of), gas: toHex(someGas), ...paying }))
    const balance = toGasBalance(someGas * BigInt(scripts.length), gasPrice)
    const stateOverrides = { ...toCodes(script, calls), [payer]: { balance } }
    const blockOverrides = toBlockOverrides(gasPrice)
    const setting = { block: toHex(blockNumber), stateOverrides, blockOverrides }
    const outputs = await unlessUnsupported(requests[method](client, scripts, setting))
    // If the node ignores overrides, the script address has no code and the call returns no data.
    if (outputs === null || outputs.includes('0x')) return null
    const results = outputs.flatMap((data) => decodeFunctionResult({ abi: scriptAbi, functionName: 'run', data }))
    if (results.length !== calls.length)
      throw new RangeError('A simulation returned results of other calls than requested.')
    return { method, results }
  }
}

function toTransactions(calls: readonly SimulatedCall[]): readonly (readonly SimulatedCall[])[] {
  const starts = [0, ...calls.flatMap(({ isNext }, index) => (isNext && index > 0 ? index : [])), calls.length]
  return starts.slice(0, -1).map((start, index) => calls.slice(start, starts[index + 1]))
}

const toInput = (calls: readonly SimulatedCall[]): Hex =>
  encodeFunctionData({
    abi: scriptAbi,
    functionName: 'run',
    args: [calls.map(({ from, to, value = 0n, data }) => ({ from, to, value, data }))],
  })

/** Returns the code overrides. All senders are clones of one relay. */
function toCodes(script: Address, calls: readonly SimulatedCall[]) {
  const relay = createUnusedAccount()
  const clone = { code: toCloneCode(relay) }
  const clones = Object.fromEntries(calls.map(({ from }) => [from, clone] as const))
  return { ...clones, [script]: { code: scriptCode }, [relay]: { code: toRelayCode(script) } }
}

type Setting = { readonly block: Hex; readonly stateOverrides: object; readonly blockOverrides: object }
type Request = (client: PublicClient, calls: readonly ScriptCall[], setting: Setting) => Promise<readonly Hex[] | null>

const requests: { readonly [method in SimulationMethod]: Request } = {
  async eth_simulateV1(client, calls, { block, ...setting }) {
    const params = [{ blockStateCalls: [{ ...setting, calls }], validation: false }, block]
    const blocks = await client.request<Requests['eth_simulateV1']>({ method: 'eth_simulateV1', params })
    const results = blocks[0]?.calls ?? []
    if (results.some(({ status }) => status === '0x0'))
      throw new RangeError('The calls of a simulation used all of its gas.')
    return results.length === 0 ? null : results.map(({ returnData }) => returnData)
  },
  async eth_call(client, [call], { block, stateOverrides }) {
    return [await client.request<Requests['eth_call']>({ method: 'eth_call', params: [call, block, stateOverrides] })]
  },
  async debug_traceCall(client, [call], { block, stateOverrides }) {
    const options = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true }, stateOverrides }
    const params = [call, block, options]
    const { output } = await client.request<Requests['debug_traceCall']>({ method: 'debug_traceCall', params })
    return output === undefined ? null : [output]
  },
}
