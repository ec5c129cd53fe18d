import type { PoolLog } from '@outrigger/defi/internal'
import type { Transaction } from '@outrigger/mempool/internal'
import { type Address, isHex, type PublicClient, size, toHex } from 'viem'
import { type Frame, simulateBlock, traceCall } from './nodeMethods.ts'

export type EmittedLogsParameters = {
  readonly transaction: Pick<Transaction, 'from' | 'to' | 'input' | 'value' | 'gas'>
  readonly blockNumber: bigint
  /** Wei per gas, which the sender pays from its own balance. The base fee is 5 % lower. Bots compute their profit with both. */
  readonly gasPrice: bigint
}

/** Logs that a transaction emits, in order. A transaction that reverts emits none. */
export type EmittedLogs = { readonly reverts: boolean; readonly logs: readonly PoolLog[] }

type Run = (client: PublicClient, parameters: EmittedLogsParameters) => Promise<EmittedLogs | null>

/**
 * Simulates a pending transaction on top of a block, and returns its logs. The transaction is not sent to the network. The
 * simulation uses `eth_simulateV1`, or `debug_traceCall` if the node lacks that method.
 *
 * @returns null if the node supports neither method
 * @throws any error of the client if no provider responds, and a `RangeError` for malformed logs
 * @example
 * const emitted = await getEmittedLogs(client, { transaction, blockNumber, gasPrice: 10n ** 9n })
 */
export async function getEmittedLogs(
  client: PublicClient,
  parameters: EmittedLogsParameters,
): Promise<EmittedLogs | null> {
  for (const run of [runBySimulate, runByTrace]) {
    const emitted = await run(client, parameters)
    if (emitted !== null) return { ...emitted, logs: emitted.logs.map(toLog) }
  }
  return null
}

const runBySimulate: Run = async (client, parameters) => {
  const { blockNumber, transaction } = parameters
  const results = await simulateBlock(client, {
    blockNumber,
    calls: [toCall(parameters)],
    gas: [transaction.gas],
    blockOverrides: toBlockOverrides(parameters),
  })
  const call = results?.[0]
  if (call === undefined) return null
  return call.status === '0x1' ? { reverts: false, logs: call.logs ?? [] } : { reverts: true, logs: [] }
}

const runByTrace: Run = async (client, parameters) => {
  const call = { ...toCall(parameters), gas: toHex(parameters.transaction.gas) }
  const options = { tracerConfig: { withLog: true }, blockOverrides: toBlockOverrides(parameters) }
  const frame = await traceCall(client, parameters.blockNumber, call, options)
  return frame && { reverts: frame.error !== undefined, logs: toLogs(frame) }
}

const toBlockOverrides = ({ gasPrice }: EmittedLogsParameters) => ({ baseFeePerGas: toHex(gasPrice - gasPrice / 20n) })

function toCall({ transaction, gasPrice }: EmittedLogsParameters) {
  const { from, to, input, value } = transaction
  return { from, to, data: input, value: toHex(value), gasPrice: toHex(gasPrice) }
}

function toLog({ address, topics, data }: PoolLog): PoolLog {
  const isLog =
    isHex(address) && size(address) === 20 && isHex(data) && topics.every((one) => isHex(one) && size(one) === 32)
  if (!isLog) throw new RangeError('A simulation returned invalid logs.')
  return { address: address.toLowerCase() as Address, topics, data }
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
