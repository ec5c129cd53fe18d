import { hexToBigInt, type PublicClient, toHex } from 'viem'
import { toScriptCall, toScriptOverrides, toScriptResults } from './callScript.ts'
import { type NodeCall, type NodeResult, simulateBlock, toGasLimits, traceCall } from './nodeMethods.ts'
import type { SimulatedCall, SimulatedResult, Simulation, SimulationMethod } from './simulation.ts'

export type SimulationParameters = {
  /** Block whose state the calls run on. */
  readonly blockNumber: bigint
  /** Calls in execution order. If a call reverts, the next calls still run. */
  readonly calls: readonly SimulatedCall[]
  /**
   * `accounts` simulates senders as they are, each call in its own transaction. `contracts` simulates senders that are contracts
   * called by another account. Such contracts pay Uniswap V3 style pools in the callback, which passes the token's address as
   * data. @default 'accounts'
   */
  readonly senders?: 'accounts' | 'contracts'
}

type Request = Required<SimulationParameters>
type Run = (client: PublicClient, request: Request) => Promise<readonly SimulatedResult[] | null>

/** The method that last worked for each client. It is tried first. */
const lastUsed = new WeakMap<PublicClient, SimulationMethod>()

/**
 * Simulates calls in order in one block, without sending a transaction. Uses `eth_simulateV1`, or `debug_traceCall` with state
 * overrides if the node lacks that method. `debug_traceCall` runs all calls in one transaction and treats senders as `contracts`.
 * Gas is free. One request uses at most 50 million gas.
 *
 * @returns null if the node supports neither method
 * @throws any error of the client if no provider responds, and a `RangeError` for inconsistent responses, for example if a
 *   provider that simulated before rejects both methods now
 * @example
 * const simulation = await simulateTransactions(client, { blockNumber, calls: [{ from, to: token, data }] })
 */
export async function simulateTransactions(
  client: PublicClient,
  { blockNumber, calls, senders = 'accounts' }: SimulationParameters,
): Promise<Simulation | null> {
  const first = lastUsed.get(client)
  const methods: readonly SimulationMethod[] =
    first === 'debug_traceCall' ? ['debug_traceCall', 'eth_simulateV1'] : ['eth_simulateV1', 'debug_traceCall']
  for (const method of methods) {
    const results = await runs[method](client, { blockNumber, calls, senders })
    if (results === null) continue
    lastUsed.set(client, method)
    return { method, results }
  }
  if (first !== undefined) throw new RangeError('The provider could simulate before, but now reports that it cannot.')
  return null
}

const runs: { readonly [method in SimulationMethod]: Run } = {
  async eth_simulateV1(client, { blockNumber, calls, senders }) {
    if (senders === 'contracts') return runScripts(client, blockNumber, calls)
    const gas = calls.map((call) => call.gas)
    const results = await simulateBlock(client, { blockNumber, calls: calls.map(toNodeCall), gas })
    return results?.map(toResult) ?? null
  },
  async debug_traceCall(client, { blockNumber, calls }) {
    const [gas = 0n] = toGasLimits([undefined])
    const options = { tracerConfig: { onlyTopCall: true }, stateOverrides: toScriptOverrides(calls) }
    const frame = await traceCall(client, blockNumber, { ...toScriptCall(calls), gas: toHex(gas) }, options)
    return frame?.output === undefined ? null : toScriptResults({ returnData: frame.output }, calls.length)
  },
}

const toNodeCall = ({ from, to, data, value = 0n }: SimulatedCall): NodeCall => ({
  from,
  to,
  data,
  value: toHex(value),
})

const toResult = ({ status, returnData, gasUsed }: NodeResult): SimulatedResult => ({
  succeeded: status === '0x1',
  returnData,
  gasUsed: hexToBigInt(gasUsed),
})

/** Runs each transaction of contract senders as one script. */
async function runScripts(
  client: PublicClient,
  blockNumber: bigint,
  calls: readonly SimulatedCall[],
): Promise<readonly SimulatedResult[] | null> {
  const transactions = toTransactions(calls)
  const results = await simulateBlock(client, {
    blockNumber,
    calls: transactions.map((own) => (own[0]?.isAccount ? toNodeCall(own[0]) : toScriptCall(own))),
    gas: transactions.map(([first]) => (first?.isAccount ? first.gas : undefined)),
    stateOverrides: toScriptOverrides(calls.filter(({ isAccount }) => !isAccount)),
  })
  if (results === null) return null
  const all: SimulatedResult[] = []
  for (const [index, own] of transactions.entries()) {
    const result = results[index] as NodeResult
    const decoded = own[0]?.isAccount ? [toResult(result)] : toScriptResults(result, own.length)
    if (decoded === null) return null
    all.push(...decoded)
  }
  return all
}

function toTransactions(calls: readonly SimulatedCall[]): readonly (readonly SimulatedCall[])[] {
  const starts = [0, ...calls.flatMap(({ isNext }, index) => (isNext && index > 0 ? index : [])), calls.length]
  return starts.slice(0, -1).map((start, index) => calls.slice(start, starts[index + 1]))
}
