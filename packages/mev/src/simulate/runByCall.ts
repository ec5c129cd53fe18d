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
import { relayCode, scriptCode } from './scriptCode.ts'
import { gasBalance, type Simulation, type SimulationRequest } from './simulation.ts'

const abi = parseAbi([
  'struct Step { address from; address to; uint256 value; bytes data; }',
  'struct Result { bool succeeded; bytes returnData; uint256 gasUsed; }',
  'function run(Step[] steps) returns (Result[])',
])
/** An account that nobody has used, with code in simulations only. */
const script: Address = '0x00000000000000000000000000000000005c2197'
const someGas = toHex(30_000_000)

type Requests = {
  eth_call: { Method: 'eth_call'; Parameters: unknown; ReturnType: Hex }
  debug_traceCall: { Method: 'debug_traceCall'; Parameters: unknown; ReturnType: { readonly output?: Hex } }
}

/** A script with the code of a relay at every sender, by one call with state overrides. Null where the node knows none. */
export function runByCall(method: 'eth_call' | 'debug_traceCall') {
  return async (
    client: PublicClient,
    { blockNumber, calls, gasPrice }: SimulationRequest,
  ): Promise<Simulation | null> => {
    const steps = calls.map(({ value = 0n, ...call }) => ({ ...call, value }))
    const data = encodeFunctionData({ abi, functionName: 'run', args: [steps] })
    const senders = calls.map(({ from }) => [from, { code: relayCode }] as const)
    const payer = createUnusedAccount()
    const paying = gasPrice === 0n ? {} : { from: payer, gasPrice: toHex(gasPrice) }
    const overrides = Object.fromEntries([
      ...senders,
      ...([
        [script, { code: scriptCode }],
        [payer, { balance: gasBalance }],
      ] as const),
    ])
    const call = { to: script, data, gas: someGas, ...paying }
    const output = await request(client, method, call, toHex(blockNumber), overrides).catch((cause: unknown) => {
      if (isUnsupported(cause)) return null
      throw cause
    })
    // A node that ignores overrides finds no code there.
    if (output === null || output === '0x') return null
    return { method, results: decodeFunctionResult({ abi, functionName: 'run', data: output }) }
  }
}

async function request(
  client: PublicClient,
  method: 'eth_call' | 'debug_traceCall',
  call: { readonly to: Address; readonly data: Hex; readonly gas: Hex; readonly from?: Address },
  block: Hex,
  stateOverrides: object,
): Promise<Hex | null> {
  if (method === 'eth_call')
    return client.request<Requests['eth_call']>({ method, params: [call, block, stateOverrides] })
  const options = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true }, stateOverrides }
  const trace = await client.request<Requests['debug_traceCall']>({ method, params: [call, block, options] })
  return trace.output ?? null
}
