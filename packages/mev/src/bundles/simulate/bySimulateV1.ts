import { redactText } from '@outrigger/core/internal'
import { type Address, type Hex, hexToBigInt, type PublicClient, RpcRequestError, toHex } from 'viem'
import { isUnsupported } from '../../simulate/isUnsupported.ts'
import { SimulationRefusedError } from '../errors.ts'
import type { SignedTransaction } from '../transaction.ts'
import type { BlockEnvironment, Outcome, SimulatedLog } from './simulation.ts'
import { toCall } from './toCall.ts'

/** Unused addresses. The reader's code returns the balance of the block's builder. The caller calls the reader. */
const balanceReader: Address = '0x000000000000000000000000000000000000b417'
const readerCaller: Address = '0x000000000000000000000000000000000000f305'
/** COINBASE BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN */
const readerCode = '0x413160005260206000f3'
const readGas = 30_000

type Result = {
  readonly status: Hex
  readonly returnData: Hex
  readonly gasUsed: Hex
  readonly logs?: readonly SimulatedLog[]
  readonly error?: { readonly message?: string }
}
type Method = {
  Method: 'eth_simulateV1'
  Parameters: unknown
  ReturnType: readonly { readonly calls: readonly Result[] }[]
}

/**
 * Runs transactions in order with `eth_simulateV1`. A call between two transactions reads the builder's balance. This call pays
 * only the base fee.
 *
 * @returns null if the node does not support the method
 * @throws {SimulationRefusedError} the node rejects the transactions
 */
export async function runBySimulateV1(
  client: PublicClient,
  transactions: readonly SignedTransaction[],
  { state, environment }: { readonly state: bigint; readonly environment: BlockEnvironment },
): Promise<readonly Outcome[] | null> {
  const { number, timestamp, baseFee, coinbase, gasLimit } = environment
  const readBalance = (nonce: number) => ({
    from: readerCaller,
    to: balanceReader,
    gas: toHex(readGas),
    nonce: toHex(nonce),
    maxFeePerGas: toHex(baseFee),
    maxPriorityFeePerGas: '0x0',
  })
  const calls = [readBalance(0), ...transactions.flatMap((one, index) => [toCall(one), readBalance(index + 1)])]
  // The block gas limit is raised by the gas of the balance reads.
  const gasOfReads = BigInt((transactions.length + 1) * readGas)
  const block = {
    blockOverrides: {
      number: toHex(number),
      time: toHex(timestamp),
      feeRecipient: coinbase,
      baseFeePerGas: toHex(baseFee),
      gasLimit: toHex(gasLimit + gasOfReads),
    },
    stateOverrides: { [balanceReader]: { code: readerCode }, [readerCaller]: { balance: toHex(10n ** 30n) } },
    calls,
  }
  const blocks = await client
    .request<Method>({
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [block], validation: false }, toHex(state)],
    })
    .catch(toNullOrRefusal)
  const results = blocks?.[0]?.calls ?? []
  if (results.length !== calls.length) return null
  return toOutcomes(results)
}

function toOutcomes(results: readonly Result[]): readonly Outcome[] {
  const balances = results.filter((_, index) => index % 2 === 0).map(({ returnData }) => hexToBigInt(returnData))
  return results
    .filter((_, index) => index % 2 === 1)
    .map(({ status, gasUsed, logs = [], error }, index) => {
      const success = status === '0x1'
      return {
        success,
        error: success ? null : (error?.message ?? 'execution reverted'),
        gasUsed: hexToBigInt(gasUsed),
        coinbaseDiff: (balances[index + 1] ?? 0n) - (balances[index] ?? 0n),
        logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
      }
    })
}

/** Returns null if the node does not support the method. @throws {SimulationRefusedError} the node rejects the request */
export function toNullOrRefusal(cause: unknown): null {
  if (isUnsupported(cause)) return null
  const message = findAnswer(cause)
  if (message === null) throw cause
  throw new SimulationRefusedError(`The node rejected the simulation: ${redactText(message)}.`, { cause })
}

/** Returns the node's error message, if there is one. */
function findAnswer(cause: unknown): string | null {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const message = 'rpcMessage' in error ? error.rpcMessage : error instanceof RpcRequestError ? error.details : null
    if (typeof message === 'string') return message.replace(/\.$/, '')
  }
  return null
}
