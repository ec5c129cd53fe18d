import { type Hex, type PublicClient, toHex } from 'viem'
import type { SignedTransaction } from '../transaction.ts'
import { toNullOrRefusal } from './bySimulateV1.ts'
import type { BlockEnvironment, Outcome } from './simulation.ts'

type Result = {
  readonly txHash: Hex
  readonly gasUsed: number
  /** Decimal wei. */
  readonly coinbaseDiff: string
  readonly error?: string | null
  readonly revert?: string | null
}
type Method = {
  Method: 'eth_callBundle'
  Parameters: unknown
  ReturnType: { readonly results?: readonly Result[] } | null
}

/**
 * Runs transactions with `eth_callBundle`, a method of builder nodes. The result has no logs.
 * @returns null if the node does not support the method or returns incomplete results
 */
export async function runByCallBundle(
  client: PublicClient,
  transactions: readonly SignedTransaction[],
  { state, environment }: { readonly state: bigint; readonly environment: BlockEnvironment },
): Promise<readonly Outcome[] | null> {
  const params = {
    txs: transactions.map(({ raw }) => raw),
    blockNumber: toHex(environment.number),
    stateBlockNumber: toHex(state),
    timestamp: Number(environment.timestamp),
  }
  const answer = await client.request<Method>({ method: 'eth_callBundle', params: [params] }).catch(toNullOrRefusal)
  const results = answer?.results
  if (!Array.isArray(results) || results.length !== transactions.length) return null
  if (!results.every((result, index) => isResult(result, transactions[index]?.hash))) return null
  return results.map(({ gasUsed, coinbaseDiff, error, revert }: Result) => ({
    success: !error,
    error: error ? (revert ? `${error}: ${revert}` : error) : null,
    gasUsed: BigInt(gasUsed),
    coinbaseDiff: BigInt(coinbaseDiff),
    logs: null,
  }))
}

const isResult = (result: Partial<Result> | null, hash: Hex | undefined): boolean =>
  result?.txHash === hash && Number.isSafeInteger(result?.gasUsed) && /^-?\d+$/.test(String(result?.coinbaseDiff))
