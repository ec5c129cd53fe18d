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
import { isUnsupported } from './isUnsupported.ts'
import { scriptCode, toRelayCode } from './scriptCode.ts'
import { gasBalance, type Simulation, type SimulationMethod, type SimulationRequest } from './simulation.ts'

export const scriptAbi = parseAbi([
  'struct Step { address from; address to; uint256 value; bytes data; }',
  'struct Result { bool succeeded; bytes returnData; uint256 gasUsed; }',
  'function run(Step[] steps) returns (Result[])',
])
/** Of several calls that burn what they get; blocks and transactions may hold no more than some 16.7 million. */
const someGas = toHex(16_000_000)

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
 * A script with the code of a relay at every sender, by one call with state overrides: senders are contracts, and
 * `tx.origin` is somebody else. Null where the node knows none.
 */
export function runByScript(method: SimulationMethod) {
  return async (
    client: PublicClient,
    { blockNumber, calls, gasPrice }: SimulationRequest,
  ): Promise<Simulation | null> => {
    const steps = calls.map(({ value = 0n, ...call }) => ({ ...call, value }))
    const data = encodeFunctionData({ abi: scriptAbi, functionName: 'run', args: [steps] })
    const [script, payer] = [createUnusedAccount(), createUnusedAccount()]
    const relayCode = toRelayCode(script)
    const paying = gasPrice === 0n ? {} : { from: payer, gasPrice: toHex(gasPrice) }
    const overrides = Object.fromEntries<object>([
      ...calls.map(({ from }) => [from, { code: relayCode }] as const),
      [script, { code: scriptCode }],
      [payer, { balance: gasBalance }],
    ])
    const call = { to: script, data, gas: someGas, ...paying }
    const output = await requests[method](client, call, toHex(blockNumber), overrides).catch((cause: unknown) => {
      if (isUnsupported(cause)) return null
      throw cause
    })
    // A node that ignores overrides finds no code there.
    if (output === null || output === '0x') return null
    return { method, results: decodeFunctionResult({ abi: scriptAbi, functionName: 'run', data: output }) }
  }
}

type Request = (client: PublicClient, call: ScriptCall, block: Hex, stateOverrides: object) => Promise<Hex | null>

const requests: { readonly [method in SimulationMethod]: Request } = {
  async eth_simulateV1(client, call, block, stateOverrides) {
    const blockOverrides = 'gasPrice' in call && { baseFeePerGas: call.gasPrice }
    const blockStateCalls = [{ ...(blockOverrides && { blockOverrides }), stateOverrides, calls: [call] }]
    const params = [{ blockStateCalls, validation: false }, block]
    const blocks = await client.request<Requests['eth_simulateV1']>({ method: 'eth_simulateV1', params })
    const result = blocks[0]?.calls[0]
    if (result?.status === '0x0') throw new RangeError('The calls of a simulation took all of its gas.')
    return result?.returnData ?? null
  },
  eth_call: (client, call, block, stateOverrides) =>
    client.request<Requests['eth_call']>({ method: 'eth_call', params: [call, block, stateOverrides] }),
  async debug_traceCall(client, call, block, stateOverrides) {
    const options = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true }, stateOverrides }
    const params = [call, block, options]
    const trace = await client.request<Requests['debug_traceCall']>({ method: 'debug_traceCall', params })
    return trace.output ?? null
  },
}
