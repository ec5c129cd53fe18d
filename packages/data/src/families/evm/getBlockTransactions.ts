import { observeReads, type ProviderPool } from '@outrigger/core'
import { BlockNotFoundError, type Hex, type PublicClient, type Transaction, type TransactionReceipt } from 'viem'
import type { AsOf } from '../../asOf.ts'
import { UnknownBlockError } from '../../errors.ts'
import { toAsOf } from './finality.ts'
import type { EvmTransaction } from './getTransaction.ts'
import { toGasPrice, toStatus } from './outcome.ts'
import { readReceipts } from './readReceipts.ts'

/** Transactions of one block, with receipts. */
export type EvmBlockTransactions = {
  readonly family: 'evm'
  readonly chain: string
  readonly number: bigint
  readonly hash: string
  /** Number of transactions in the block. */
  readonly total: number
  /** At most `limit` transactions, from `offset` on. */
  readonly transactions: readonly EvmTransaction[]
  readonly asOf: AsOf
}

/**
 * Returns all transactions of a block with their receipts, or one page of them. It makes two calls if the node has
 * `eth_getBlockReceipts`. Otherwise it makes one more call for each transaction of the page.
 *
 * @throws {UnknownBlockError}
 * @throws {AllProvidersFailedError}
 * @example
 * const { transactions, total } = await getBlockTransactions(pool, { block: 21_000_000n, limit: 100 })
 */
export async function getBlockTransactions(
  pool: ProviderPool,
  { block, offset = 0, limit }: { readonly block?: bigint; readonly offset?: number; readonly limit?: number },
): Promise<EvmBlockTransactions> {
  const { value, provenance } = await observeReads(pool, (client) => readPage(client, { block, offset, limit })).catch(
    (error: unknown) => {
      throw error instanceof BlockNotFoundError ? new UnknownBlockError(pool.chain.name, block ?? 'latest') : error
    },
  )
  const asOf = await toAsOf(pool, value.block, provenance.endpoints)
  const shared = { family: 'evm', chain: pool.chain.name, timestamp: value.block.timestamp, asOf } as const
  return {
    family: 'evm',
    chain: pool.chain.name,
    number: asOf.block,
    hash: value.block.hash as Hex,
    asOf,
    total: value.block.transactions.length,
    transactions: value.page.map(({ transaction, receipt }) => ({
      ...shared,
      transaction,
      receipt,
      status: toStatus(receipt),
      gasPrice: toGasPrice(transaction, receipt),
    })),
  }
}

type PageOptions = { readonly block: bigint | undefined; readonly offset: number; readonly limit: number | undefined }
type Mined = { readonly transaction: Transaction; readonly receipt: TransactionReceipt }

async function readPage(client: PublicClient, { block: number, offset, limit }: PageOptions) {
  const reference = number === undefined ? {} : { blockNumber: number }
  const block = await client.getBlock({ ...reference, includeTransactions: true })
  const wanted = (block.transactions as readonly Transaction[]).slice(offset, limit && offset + limit)
  const receipts = wanted.length === 0 ? new Map() : await readReceipts(client, block, wanted)
  const page = wanted.map((transaction): Mined => ({ transaction, receipt: receipts.get(transaction.hash) }))
  return { block, page }
}
