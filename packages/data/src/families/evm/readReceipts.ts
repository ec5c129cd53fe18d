import {
  type Block,
  formatTransactionReceipt,
  type Hex,
  type PublicClient,
  type RpcTransactionReceipt,
  type Transaction,
  type TransactionReceipt,
} from 'viem'
import { UnknownBlockError } from '../../errors.ts'
import { isRefused } from './unsupported.ts'

/**
 * Receipts of transactions of a block, by hash: those of the whole block in one call where the node gives them, else
 * one by one. All are of that very block.
 *
 * @throws {UnknownBlockError} a reorganisation has replaced the block
 */
export async function readReceipts(
  client: PublicClient,
  block: Pick<Block, 'hash' | 'number'>,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<Hex, TransactionReceipt>> {
  const ofBlock = toWhole(await readBlockReceipts(client, block.hash as Hex), block, transactions)
  if (ofBlock !== null) return ofBlock
  const single = await Promise.all(transactions.map(({ hash }) => client.getTransactionReceipt({ hash })))
  const whole = toWhole(single, block, transactions)
  if (whole === null) throw new UnknownBlockError(client.chain?.name ?? 'The chain', block.hash as Hex)
  return whole
}

/** Null unless each transaction has a receipt of that block. */
function toWhole(
  receipts: readonly TransactionReceipt[] | null,
  block: Pick<Block, 'hash'>,
  transactions: readonly Transaction[],
): ReadonlyMap<Hex, TransactionReceipt> | null {
  const byHash = new Map(receipts?.map((receipt) => [receipt.transactionHash, receipt]))
  return transactions.every(({ hash }) => byHash.get(hash)?.blockHash === block.hash) ? byHash : null
}

/** Null where the nodes refuse it, in whatever words. One that cannot be reached is not asked for every receipt instead. */
async function readBlockReceipts(client: PublicClient, hash: Hex): Promise<readonly TransactionReceipt[] | null> {
  const request = client.request as unknown as (request: object) => Promise<readonly RpcTransactionReceipt[] | null>
  const format = client.chain?.formatters?.transactionReceipt?.format ?? formatTransactionReceipt
  try {
    const receipts = await request({ method: 'eth_getBlockReceipts', params: [hash] })
    return receipts?.map((receipt) => format(receipt as never, 'getBlockReceipts') as TransactionReceipt) ?? null
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}
