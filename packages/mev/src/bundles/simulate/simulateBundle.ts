import { type ClientOption, toClient } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import type { BundleTransaction } from '../bundle.ts'
import { CannotSimulateError, InvalidBundleError } from '../errors.ts'
import { type SignedTransaction, toSignedTransactions } from '../transaction.ts'
import { runByCallBundle } from './byCallBundle.ts'
import { runBySimulateV1 } from './bySimulateV1.ts'
import { computeGasPrice, getEnvironment } from './environment.ts'
import type { BlockEnvironment, BundleSimulation, Outcome, SimulatedTransaction, StateChange } from './simulation.ts'
import { traceStateChanges } from './traceStateChanges.ts'

export type BundleSimulationParameters = {
  readonly transactions: readonly BundleTransaction[]
  /** Number of the simulated block. @default the block after the state's block */
  readonly blockNumber?: bigint | null
  /** Block whose state is used. @default the latest block, or the one before `blockNumber` if that block is already mined */
  readonly stateBlockNumber?: bigint | null
  /** Minimum timestamp of the simulated block in Unix seconds. */
  readonly minTimestamp?: number
}

/**
 * Simulates a bundle on the client's own node without sending it. Uses `eth_callBundle` if available, otherwise `eth_simulateV1`.
 * Storage changes come from `debug_traceCall`. A future block is simulated with the base fee of the next block and the builder of
 * the latest block.
 *
 * @throws {InvalidBundleError} a transaction is not signed or signed for another chain
 * @throws {CannotSimulateError} @throws {SimulationRefusedError}
 * @example
 * const { success, coinbaseDiff } = await simulateBundle(client, { transactions: [{ signed }] })
 */
export async function simulateBundle(
  client: ClientOption,
  parameters: BundleSimulationParameters,
): Promise<BundleSimulation> {
  const viemClient = toClient(client)
  const { transactions, blockNumber, stateBlockNumber, minTimestamp } = parameters
  const chainId = viemClient.chain?.id ?? (await viemClient.getChainId())
  const signed = toSignedTransactions(
    transactions.map((one) => one.signed),
    chainId,
  )
  const head = await viemClient.getBlockNumber({ cacheTime: 0 })
  const target = blockNumber ?? (stateBlockNumber ?? head) + 1n
  const state = stateBlockNumber ?? (target <= head ? target - 1n : head)
  const refuse = (message: string) => new InvalidBundleError([{ kind: 'stateBlock', position: null, message }])
  if (state > head || state < 0n) throw refuse(`is for the state of block ${state}. Expected a block from 0 to ${head}`)
  if (target <= state) throw refuse(`is for block ${target}, which must be above its state block ${state}`)
  const question = { blockNumber: target, stateBlockNumber: state, ...(minTimestamp !== undefined && { minTimestamp }) }
  const environment = await getEnvironment(viemClient, question)
  const mustSucceed = transactions.map(({ canRevert = false }) => !canRevert)
  return runBundle(viemClient, signed, { state, environment, mustSucceed })
}

type Place = {
  readonly state: bigint
  readonly environment: BlockEnvironment
  readonly mustSucceed: readonly boolean[]
}

/** Simulates decoded transactions in a given environment. */
export async function runBundle(
  client: PublicClient,
  transactions: readonly SignedTransaction[],
  { state, environment, mustSucceed }: Place,
): Promise<BundleSimulation> {
  const place = { state, environment }
  const called = await runByCallBundle(client, transactions, place)
  const [simulated, changes] = await Promise.all([
    runBySimulateV1(client, transactions, place),
    traceStateChanges(client, transactions, place),
  ])
  const outcomes = called ?? simulated
  if (outcomes === null) throw new CannotSimulateError()
  const results = transactions.map((transaction, index): SimulatedTransaction => {
    const outcome = outcomes[index] as Outcome
    return toResult(transaction, outcome, {
      baseFee: environment.baseFee,
      logs: outcome.logs ?? simulated?.[index]?.logs ?? null,
      stateChanges: changes?.[index] ?? null,
    })
  })
  return {
    method: called === null ? 'eth_simulateV1' : 'eth_callBundle',
    success: results.every(({ success }, index) => success || mustSucceed[index] !== true),
    blockNumber: environment.number,
    stateBlockNumber: state,
    results,
    gasUsed: results.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
    coinbaseDiff: results.reduce((sum, { coinbaseDiff }) => sum + coinbaseDiff, 0n),
  }
}

type Beside = {
  readonly baseFee: bigint
  readonly logs: SimulatedTransaction['logs']
  readonly stateChanges: readonly StateChange[] | null
}

function toResult(transaction: SignedTransaction, outcome: Outcome, { baseFee, logs, stateChanges }: Beside) {
  const { success, error, gasUsed, coinbaseDiff } = outcome
  const gasPrice = computeGasPrice(transaction, baseFee)
  const tips = gasUsed * (gasPrice - baseFee)
  return {
    hash: transaction.hash,
    success,
    error,
    gasUsed,
    gasPrice,
    coinbaseDiff,
    coinbaseTransfer: coinbaseDiff - tips,
    logs,
    stateChanges,
  }
}
