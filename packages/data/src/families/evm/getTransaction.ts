import { observeReads, type ProviderPool } from '@outrigger/core'
import {
  type Block,
  type Hex,
  type PublicClient,
  type Transaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { AsOf } from '../../asOf.ts'
import { UnknownTransactionError } from '../../errors.ts'
import { toAsOf } from './finality.ts'
import { type EvmStatus, toGasPrice, toStatus } from './outcome.ts'

/** A transaction of an EVM chain with its receipt. */
export type EvmTransaction = {
  readonly family: 'evm'
  readonly chain: string
  /** In viem's format for the chain. */
  readonly transaction: Transaction
  /** The receipt. Null while the transaction is pending. */
  readonly receipt: TransactionReceipt | null
  readonly status: EvmStatus
  /** Wei per gas that was paid. For a pending transaction, the maximum that it offers. Null if no node reports it. */
  readonly gasPrice: bigint | null
  /** Unix seconds of its block. Null while it is pending. */
  readonly timestamp: bigint | null
  /** Null while the transaction is pending. */
  readonly asOf: AsOf | null
}

type Mined = { readonly transaction: Transaction; readonly receipt: TransactionReceipt; readonly block: Block }
type Found = Mined | { readonly transaction: Transaction; readonly receipt: null; readonly block: null }

/** Maximum number of reads. A reorganization between two reads is rare, and two in a row indicate a broken provider. */
const tries = 3

/**
 * Returns a transaction, its receipt and the time of its block, all from the same block.
 *
 * @throws {UnknownTransactionError}
 * @throws {AllProvidersFailedError}
 * @example
 * const { transaction, receipt, status } = await getTransaction(pool, { hash })
 */
export async function getTransaction(pool: ProviderPool, { hash }: { readonly hash: Hex }): Promise<EvmTransaction> {
  const { value, provenance } = await observeReads(pool, (client) => readAll(client, hash)).catch((error: unknown) => {
    throw error instanceof TransactionNotFoundError ? new UnknownTransactionError(pool.chain.name, hash) : error
  })
  const { transaction, receipt, block } = value
  const outcome = { status: toStatus(receipt), gasPrice: toGasPrice(transaction, receipt) }
  const shared = { family: 'evm', chain: pool.chain.name, transaction, ...outcome } as const
  if (receipt === null) return { ...shared, receipt, timestamp: null, asOf: null }
  return {
    ...shared,
    receipt,
    timestamp: block.timestamp,
    asOf: await toAsOf(pool, block, provenance.endpoints),
  }
}

async function readAll(client: PublicClient, hash: Hex): Promise<Found> {
  let pending: Found | undefined
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const [transaction, receipt] = await Promise.all([
      client.getTransaction({ hash }) as Promise<Transaction>,
      client.getTransactionReceipt({ hash }).catch((error: unknown) => {
        if (error instanceof TransactionReceiptNotFoundError) return null
        throw error
      }),
    ])
    pending = { transaction, receipt: null, block: null }
    if (receipt === null && transaction.blockHash === null) return pending
    if (receipt === null || receipt.blockHash !== transaction.blockHash) continue
    const block = await client.getBlock({ blockHash: receipt.blockHash }).catch(() => null)
    if (block !== null) return { transaction, receipt, block: block as Block }
  }
  if (pending === undefined) throw new TransactionNotFoundError({ hash })
  return pending
}
