import { OutriggerError } from '@outrigger/core'
import type { RpcBlockTransaction, RpcEncodedTransaction, RpcInteger, RpcReward } from '../rpcTypes.ts'
import { type SolanaReward, toReward } from '../toReward.ts'
import { computeUnitPrice } from './computeUnitPrice.ts'
import { decodeTransaction, toTransactionBytes } from './decodeTransaction.ts'
import { type SolanaAccount, toAccounts } from './toAccounts.ts'
import { type SolanaLamports, type SolanaTokenChange, toLamports, toTokenChanges } from './toBalanceChanges.ts'
import { type SolanaInstruction, toInstructions } from './toInstructions.ts'

/** A transaction of Solana, independent of the node's encoding. */
export type SolanaTransactionBody = {
  /** The first signature, which identifies the transaction. */
  readonly signature: string
  readonly signatures: readonly string[]
  readonly version: 'legacy' | number
  readonly slot: bigint
  /** Unix seconds. Null if the node has no time for the block. */
  readonly timestamp: bigint | null
  /** The account that pays the fee, also if the transaction failed. */
  readonly feePayer: string
  /** Lamports. */
  readonly fee: bigint
  readonly status: 'success' | 'failed'
  /** The node's error. Null if the transaction succeeded. */
  readonly error: unknown
  /** Null if an old node did not keep it. */
  readonly computeUnits: bigint | null
  /** Bid per compute unit, in micro-lamports. */
  readonly computeUnitPrice: bigint
  readonly recentBlockhash: string
  readonly accounts: readonly SolanaAccount[]
  /** Balances of each of `accounts`. */
  readonly lamports: readonly SolanaLamports[]
  readonly tokens: readonly SolanaTokenChange[]
  readonly instructions: readonly SolanaInstruction[]
  readonly logs: readonly string[]
  /** The last return value of a program, in base64. Null if there is none. */
  readonly returnData: { readonly programId: string; readonly data: string } | null
  readonly rewards: readonly SolanaReward[]
  /** Whether the transaction is a validator's vote. */
  readonly isVote: boolean
}

const voteProgram = 'Vote111111111111111111111111111111111111111'

/** The node no longer has the fee, status and balances of a transaction. Use a node that keeps them. */
export class TransactionPrunedError extends OutriggerError {
  readonly code = 'TRANSACTION_PRUNED'
  constructor(signature: string | undefined) {
    super(`The node does not have the fee, status and balances of transaction ${signature}. Use an archive node.`)
  }
}

/** The slot and time of a transaction. */
export type SolanaPlace = { readonly slot: RpcInteger; readonly blockTime?: RpcInteger | null }

/**
 * Converts a transaction of `getTransaction` or of a block from any of the encodings `json`, `jsonParsed`, `base64`, `base58`.
 *
 * @throws {InvalidTransactionBytesError} @throws {TransactionPrunedError}
 */
export function toTransaction(row: RpcBlockTransaction, { slot, blockTime }: SolanaPlace): SolanaTransactionBody {
  const decoded = toObject(row)
  const { meta } = row
  if (meta === null || meta === undefined) throw new TransactionPrunedError(decoded.signatures[0])
  const accounts = toAccounts(decoded, meta)
  const instructions = toInstructions(decoded.message.instructions, accounts, meta)
  const { fee, err, computeUnitsConsumed: units, logMessages, returnData } = meta
  return {
    signature: decoded.signatures[0] ?? '',
    signatures: decoded.signatures,
    version: row.version ?? decoded.version ?? 'legacy',
    slot: BigInt(slot),
    timestamp: toBigInt(blockTime),
    feePayer: accounts[0]?.address ?? '',
    fee: BigInt(fee),
    status: (err ?? null) === null ? 'success' : 'failed',
    error: err ?? null,
    computeUnits: toBigInt(units),
    computeUnitPrice: computeUnitPrice(instructions),
    recentBlockhash: decoded.message.recentBlockhash,
    accounts,
    lamports: toLamports(accounts, meta),
    tokens: toTokenChanges(accounts, meta),
    instructions,
    logs: logMessages ?? [],
    returnData: returnData ? { programId: returnData.programId, data: returnData.data[0] } : null,
    rewards: (meta.rewards ?? []).map((reward: RpcReward) => toReward(reward)),
    isVote: instructions.length > 0 && instructions.every(({ programId }) => programId === voteProgram),
  }
}

type Encoded = RpcEncodedTransaction & { readonly version?: 'legacy' | number }

function toObject({ transaction }: RpcBlockTransaction): Encoded {
  if (typeof transaction === 'string') return decodeTransaction(toTransactionBytes(transaction, 'base58'))
  if (!Array.isArray(transaction)) return transaction as RpcEncodedTransaction
  const [text, encoding] = transaction as readonly [string, string]
  return decodeTransaction(toTransactionBytes(text, encoding))
}

export const toBigInt = (value: RpcInteger | null | undefined): bigint | null =>
  value === null || value === undefined ? null : BigInt(value)
