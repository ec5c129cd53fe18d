import type { PoolLog } from '@outrigger/defi/internal'
import type { Transaction } from '@outrigger/mempool/internal'
import { type Address, type Hex, isHex, type PublicClient, size, toHex } from 'viem'
import { unlessUnsupported } from './isUnsupported.ts'
import { toBlockOverrides } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

export type EmittedLogsParameters = {
  readonly transaction: Pick<Transaction, 'from' | 'to' | 'input' | 'value' | 'gas'>
  readonly blockNumber: bigint
  /** Wei per gas, which the sender pays from its own balance. See `SimulationParameters`. */
  readonly gasPrice: bigint
  readonly budget: SimulationBudget
}

/** Logs that a transaction emits, in order. A transaction that reverts emits none. */
export type EmittedLogs = { readonly reverts: boolean; readonly logs: readonly PoolLog[] }

type Call = { readonly status: Hex; readonly logs?: readonly PoolLog[] }
type Frame = {
  readonly error?: string
  readonly calls?: readonly Frame[]
  /** `position` is the number of calls that the frame made before the log. */
  readonly logs?: readonly (PoolLog & { readonly position?: Hex })[]
}
type Requests = {
  eth_simulateV1: {
    Method: 'eth_simulateV1'
    Parameters: unknown
    ReturnType: readonly { readonly calls: readonly Call[] }[]
  }
  debug_traceCall: { Method: 'debug_traceCall'; Parameters: unknown; ReturnType: Frame }
}
type Run = (client: PublicClient, parameters: EmittedLogsParameters) => Promise<EmittedLogs | null>

/**
 * Simulates a pending transaction on top of a block, and returns its logs. The transaction is not sent to the network. The
 * simulation uses `eth_simulateV1`, or `debug_traceCall` if the node lacks that method. `eth_call` returns no logs.
 *
 * @returns null if the node supports neither method or the budget is used up
 * @throws any error of the client if no provider responds, and a `RangeError` for malformed logs
 * @example
 * const emitted = await getEmittedLogs(client, { transaction, blockNumber, gasPrice: 10n ** 9n, budget })
 */
export async function getEmittedLogs(
  client: PublicClient,
  parameters: EmittedLogsParameters,
): Promise<EmittedLogs | null> {
  for (const run of [runBySimulate, runByTrace]) {
    if (!parameters.budget.take()) return null
    const emitted = await unlessUnsupported(run(client, parameters))
    if (emitted !== null) return { ...emitted, logs: emitted.logs.map(toLog) }
  }
  return null
}

const runBySimulate: Run = async (client, { blockNumber, gasPrice, ...parameters }) => {
  const block = { blockOverrides: toBlockOverrides(gasPrice), calls: [toCall(parameters, gasPrice)] }
  const params = [{ blockStateCalls: [block], validation: false }, toHex(blockNumber)]
  const [answer] = await client.request<Requests['eth_simulateV1']>({ method: 'eth_simulateV1', params })
  const call = answer?.calls[0]
  if (call === undefined) return null
  return call.status === '0x1' ? { reverts: false, logs: call.logs ?? [] } : { reverts: true, logs: [] }
}

const runByTrace: Run = async (client, { blockNumber, gasPrice, ...parameters }) => {
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true }, blockOverrides: toBlockOverrides(gasPrice) }
  const params = [toCall(parameters, gasPrice), toHex(blockNumber), options]
  const frame = await client.request<Requests['debug_traceCall']>({ method: 'debug_traceCall', params })
  return { reverts: frame.error !== undefined, logs: toLogs(frame) }
}

function toLog({ address, topics, data }: PoolLog): PoolLog {
  const isLog =
    isHex(address) && size(address) === 20 && isHex(data) && topics.every((one) => isHex(one) && size(one) === 32)
  if (!isLog) throw new RangeError('A simulation returned invalid logs.')
  return { address: address.toLowerCase() as Address, topics, data }
}

function toCall({ transaction }: Pick<EmittedLogsParameters, 'transaction'>, gasPrice: bigint) {
  const { from, to, input, value, gas } = transaction
  return { from, to, data: input, value: toHex(value), gas: toHex(gas), gasPrice: toHex(gasPrice) }
}

/** Returns the logs of a frame and of its inner calls, in execution order. A reverted frame has no logs. */
function toLogs({ error, calls = [], logs = [] }: Frame): readonly PoolLog[] {
  if (error !== undefined) return []
  const all: PoolLog[] = []
  let next = 0
  for (const [index, call] of calls.entries()) {
    for (; next < logs.length && Number(logs[next]?.position ?? 0) <= index; next++) all.push(logs[next] as PoolLog)
    all.push(...toLogs(call))
  }
  return [...all, ...logs.slice(next)]
}
