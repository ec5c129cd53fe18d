import { hexToBigInt, type PublicClient, toHex } from 'viem'
import { toScriptCall, toScriptOverrides, toScriptResults } from './callScript.ts'
import { simulateBlock, toGasLimits, traceCall } from './nodeMethods.ts'
import type { SimulatedCall, SimulatedResult, Simulation, SimulationMethod } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

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
  /** Limit on requests in this block. @default unlimited */
  readonly budget?: SimulationBudget
}

type Request = Required<Omit<SimulationParameters, 'budget'>>
type Run = (client: PublicClient, request: Request) => Promise<readonly SimulatedResult[] | null>

/** The method that last worked for each client. It is tried first. */
const lastUsed = new WeakMap<PublicClient, SimulationMethod>()

/**
 * Simulates calls in order in one block, without sending a transaction. Uses `eth_simulateV1`, or `debug_traceCall` with state
 * overrides if the node lacks that method. `debug_traceCall` runs all calls in one transaction and treats senders as `contracts`.
 * Gas is free. One request uses at most 50 million gas.
 *
 * @returns null if the node supports neither method or the budget is used up
 * @throws any error of the client if no provider responds, and a `RangeError` for inconsistent responses, for example if a
 *   provider that simulated before rejects both methods now
 * @example
 * const simulation = await simulateTransactions(client, { blockNumber, calls: [{ from, to: token, data }] })
 */
export async function simulateTransactions(
  client: PublicClient,
  { blockNumber, calls, senders = 'accounts', budget }: SimulationParameters,
): Promise<Simulation | null> {
  const first = lastUsed.get(client)
  const methods: readonly SimulationMethod[] =
    first === 'debug_traceCall' ? ['debug_traceCall', 'eth_simulateV1'] : ['eth_simulateV1', 'debug_traceCall']
  for (const method of methods) {
    if (budget !== undefined && !budget.take()) return null
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
    const transactions = calls.map(({ from, to, data, value = 0n }) => ({ from, to, data, value: toHex(value) }))
    const gas = calls.map((call) => call.gas)
    const results = await simulateBlock(client, { blockNumber, calls: transactions, gas })
    return (
      results?.map(({ status, returnData, gasUsed }) => {
        return { succeeded: status === '0x1', returnData, gasUsed: hexToBigInt(gasUsed) }
      }) ?? null
    )
  },
  async debug_traceCall(client, { blockNumber, calls }) {
    const [gas = 0n] = toGasLimits([undefined])
    const options = { tracerConfig: { onlyTopCall: true }, stateOverrides: toScriptOverrides(calls) }
    const frame = await traceCall(client, blockNumber, { ...toScriptCall(calls), gas: toHex(gas) }, options)
    return frame?.output === undefined ? null : toScriptResults([frame.output], calls.length)
  },
}

/** Runs each transaction of contract senders as one script. */
async function runScripts(
  client: PublicClient,
  blockNumber: bigint,
  calls: readonly SimulatedCall[],
): Promise<readonly SimulatedResult[] | null> {
  const scripts = toTransactions(calls).map(toScriptCall)
  const results = await simulateBlock(client, {
    blockNumber,
    calls: scripts,
    gas: scripts.map(() => undefined),
    stateOverrides: toScriptOverrides(calls),
  })
  if (results?.some(({ status }) => status === '0x0'))
    throw new RangeError('The calls of a simulation used all of its gas.')
  return (
    results &&
    toScriptResults(
      results.map(({ returnData }) => returnData),
      calls.length,
    )
  )
}

function toTransactions(calls: readonly SimulatedCall[]): readonly (readonly SimulatedCall[])[] {
  const starts = [0, ...calls.flatMap(({ isNext }, index) => (isNext && index > 0 ? index : [])), calls.length]
  return starts.slice(0, -1).map((start, index) => calls.slice(start, starts[index + 1]))
}
