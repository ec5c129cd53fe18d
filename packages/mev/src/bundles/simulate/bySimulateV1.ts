import { redactText } from '@outrigger/core/internal'
import { type Address, type Hex, hexToBigInt, type PublicClient, RpcRequestError, toHex } from 'viem'
import { isUnsupported } from '../../simulate/isUnsupported.ts'
import { SimulationRefusedError } from '../errors.ts'
import type { SignedTransaction } from '../transaction.ts'
import type { BlockEnvironment, Outcome, SimulatedLog } from './simulation.ts'
import { toCall } from './toCall.ts'

/** Accounts that nobody has used. One has code that tells the balance of the block's builder, the other asks it. */
const teller: Address = '0x000000000000000000000000000000000000b417'
const asker: Address = '0x000000000000000000000000000000000000f305'
/** COINBASE BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN */
const tellerCode = '0x413160005260206000f3'
const askingGas = 30_000

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
 * Carries transactions out in order by `eth_simulateV1`. Between them the builder's balance is read, by a call that pays
 * nothing but the base fee.
 *
 * @returns null where the node does not know the method
 * @throws {SimulationRefusedError} the node refuses the transactions themselves
 */
export async function runBySimulateV1(
  client: PublicClient,
  transactions: readonly SignedTransaction[],
  { state, environment }: { readonly state: bigint; readonly environment: BlockEnvironment },
): Promise<readonly Outcome[] | null> {
  const { number, timestamp, baseFee, coinbase, gasLimit } = environment
  const ask = (nonce: number) => ({
    from: asker,
    to: teller,
    gas: toHex(askingGas),
    nonce: toHex(nonce),
    maxFeePerGas: toHex(baseFee),
    maxPriorityFeePerGas: '0x0',
  })
  const calls = [ask(0), ...transactions.flatMap((one, index) => [toCall(one), ask(index + 1)])]
  // What is asked in between is no part of the block.
  const asked = BigInt((transactions.length + 1) * askingGas)
  const block = {
    blockOverrides: {
      number: toHex(number),
      time: toHex(timestamp),
      feeRecipient: coinbase,
      baseFeePerGas: toHex(baseFee),
      gasLimit: toHex(gasLimit + asked),
    },
    stateOverrides: { [teller]: { code: tellerCode }, [asker]: { balance: toHex(10n ** 30n) } },
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

/** Null where the node lacks a method. @throws {SimulationRefusedError} it has answered that the call itself is wrong */
export function toNullOrRefusal(cause: unknown): null {
  if (isUnsupported(cause)) return null
  const message = findAnswer(cause)
  if (message === null) throw cause
  throw new SimulationRefusedError(`The node does not simulate it: ${redactText(message)}.`, { cause })
}

/** The node's own words, where there are any. */
function findAnswer(cause: unknown): string | null {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const said = 'rpcMessage' in error ? error.rpcMessage : error instanceof RpcRequestError ? error.details : null
    if (typeof said === 'string') return said.replace(/\.$/, '')
  }
  return null
}
