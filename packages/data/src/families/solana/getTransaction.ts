import type { FamilyPool } from '@outrigger/core'
import { UnknownTransactionError } from '../../errors.ts'
import type { FamilyTransaction } from '../familyData.ts'
import { askSolana, confirmed, versions } from './askSolana.ts'
import { readHeader, toAsOf } from './finality.ts'
import { parseSignature } from './parameters.ts'
import type { RpcTransaction } from './rpcTypes.ts'
import {
  type SolanaDelta,
  type SolanaTokenDelta,
  toLamportDeltas,
  toTokenDeltas,
} from './transaction/toBalanceChanges.ts'
import { type SolanaTransactionBody, toTransaction } from './transaction/toTransaction.ts'

/** The fields that only Solana transactions have. */
export type SolanaTransactionDetails = Omit<SolanaTransactionBody, 'fee' | 'status' | 'timestamp' | 'slot'> & {
  /** Net lamports that each account gained or lost, the fee included. */
  readonly lamportDeltas: readonly SolanaDelta[]
  /** Net units of each token that each owner gained or lost. */
  readonly tokenDeltas: readonly SolanaTokenDelta[]
}

/**
 * A transaction of Solana. `from` is the fee payer, `to` is the first account that gains lamports, and `value` is its gain.
 * `gasUsed` is in compute units, `gasPrice` is the bid per compute unit, and `blockNumber` is the slot.
 */
export type SolanaTransaction = FamilyTransaction<'solana', SolanaTransactionDetails>

/**
 * Returns a transaction by its signature, in any encoding that the node uses.
 *
 * @throws {InvalidHashError} @throws {UnknownTransactionError} @throws {TransactionPrunedError}
 * @throws {AllProvidersFailedError}
 */
export async function getTransaction(
  pool: FamilyPool,
  { hash }: { readonly hash: string },
): Promise<SolanaTransaction> {
  const signature = parseSignature(hash)
  const options = { encoding: 'jsonParsed', ...confirmed, ...versions }
  const { result, provider } = await askSolana<RpcTransaction>(pool, 'getTransaction', [signature, options])
  if (result === null) throw new UnknownTransactionError(pool.chain.name, signature)
  const body = toTransaction(result, result)
  const { slot, timestamp } = body
  const header = (await readHeader(pool, slot)) ?? { slot, hash: null, timestamp }
  const asOf = await toAsOf(pool, header, provider)
  return { ...toFamilyTransaction(pool.chain.name, body), blockHash: header.hash, asOf }
}

/** Converts to the form that all families share. */
export function toFamilyTransaction(chain: string, body: SolanaTransactionBody): Omit<SolanaTransaction, 'asOf'> {
  const { fee, status, timestamp, slot, ...rest } = body
  const lamportDeltas = toLamportDeltas(body.lamports)
  const receiver = lamportDeltas.find(({ delta }) => delta > 0n)
  return {
    family: 'solana',
    chain,
    hash: body.signature,
    fee,
    status,
    timestamp,
    from: body.feePayer,
    to: receiver?.address ?? null,
    value: receiver?.delta ?? 0n,
    gasUsed: body.computeUnits,
    gasPrice: `${body.computeUnitPrice} microLamports/CU`,
    blockNumber: slot,
    blockHash: null,
    details: { ...rest, lamportDeltas, tokenDeltas: toTokenDeltas(body.tokens) },
  }
}
