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
  /** Block it is simulated as. @default the one after the state's */
  readonly blockNumber?: bigint | null
  /** Block on whose state. @default the latest, or the one before `blockNumber` where that is past */
  readonly stateBlockNumber?: bigint | null
  /** The block's timestamp is no less. Unix seconds. */
  readonly minTimestamp?: number
}

/**
 * Carries a bundle out on a block's state, on the client's own node, without sending it: by `eth_callBundle` where it has
 * that, otherwise by `eth_simulateV1`; storage that changes by `debug_traceCall`. Of a future block the base fee is that of the
 * next one, and the builder that of the last.
 *
 * @throws {InvalidBundleError} a transaction is not signed, or for another chain
 * @throws {CannotSimulateError} @throws {SimulationRefusedError}
 * @example
 * const { success, coinbaseDiff } = await simulateBundle(client, { transactions: [{ signed }] })
 */
export async function simulateBundle(
  client: PublicClient,
  parameters: BundleSimulationParameters,
): Promise<BundleSimulation> {
  const { transactions, blockNumber, stateBlockNumber, minTimestamp } = parameters
  const chainId = client.chain?.id ?? (await client.getChainId())
  const signed = toSignedTransactions(
    transactions.map((one) => one.signed),
    chainId,
  )
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const wanted = blockNumber ?? (stateBlockNumber ?? head) + 1n
  const state = stateBlockNumber ?? (wanted <= head ? wanted - 1n : head)
  const refuse = (message: string) => new InvalidBundleError([{ kind: 'stateBlock', position: null, message }])
  if (state > head || state < 0n) throw refuse(`is for the state of block ${state}, and the chain has 0 to ${head}`)
  if (wanted <= state) throw refuse(`is for block ${wanted}, which must be above the one of its state, ${state}`)
  const question = { blockNumber: wanted, stateBlockNumber: state, ...(minTimestamp !== undefined && { minTimestamp }) }
  const environment = await getEnvironment(client, question)
  const mustSucceed = transactions.map(({ canRevert = false }) => !canRevert)
  return runBundle(client, signed, { state, environment, mustSucceed })
}

type Place = {
  readonly state: bigint
  readonly environment: BlockEnvironment
  readonly mustSucceed: readonly boolean[]
}

/** The same with transactions that have been read, in a block that is known. */
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
