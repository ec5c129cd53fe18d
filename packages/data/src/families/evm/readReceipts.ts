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
import { isUnsupported } from './unsupported.ts'

/**
 * Receipts of transactions of a block, by hash: those of the whole block in one call where the node has the method, else
 * one by one. All are of that very block.
 *
 * @throws {UnknownBlockError} a reorganisation has replaced the block
 */
export async function readReceipts(
  client: PublicClient,
  block: Pick<Block, 'hash' | 'number'>,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<Hex, TransactionReceipt>> {
  const receipts =
    (await readBlockReceipts(client, block.hash as Hex)) ??
    (await Promise.all(transactions.map(({ hash }) => client.getTransactionReceipt({ hash }))))
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
  const isWhole = transactions.every(({ hash }) => byHash.get(hash)?.blockHash === block.hash)
  if (!isWhole) throw new UnknownBlockError(client.chain?.name ?? 'The chain', block.hash as Hex)
  return byHash
}

async function readBlockReceipts(client: PublicClient, hash: Hex): Promise<readonly TransactionReceipt[] | null> {
  const request = client.request as unknown as (request: object) => Promise<readonly RpcTransactionReceipt[] | null>
  const format = client.chain?.formatters?.transactionReceipt?.format ?? formatTransactionReceipt
  try {
    const receipts = await request({ method: 'eth_getBlockReceipts', params: [hash] })
    return receipts?.map((receipt) => format(receipt as never, 'getBlockReceipts') as TransactionReceipt) ?? null
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
}
