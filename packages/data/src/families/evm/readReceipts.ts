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
 * Returns the receipts of a block's transactions by hash. Reads the receipts of the whole block in one call if the
 * node supports this, otherwise one by one. All receipts belong to exactly this block.
 *
 * @throws {UnknownBlockError} a reorganization has replaced the block
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

/** Returns the receipts by hash. Returns null unless each transaction has a receipt of that block. */
function toWhole(
  receipts: readonly TransactionReceipt[] | null,
  block: Pick<Block, 'hash'>,
  transactions: readonly Transaction[],
): ReadonlyMap<Hex, TransactionReceipt> | null {
  const byHash = new Map(receipts?.map((receipt) => [receipt.transactionHash, receipt]))
  return transactions.every(({ hash }) => byHash.get(hash)?.blockHash === block.hash) ? byHash : null
}

/**
 * Reads the receipts of a whole block. Returns null if the nodes reject the call. Throws if no provider can be
 * reached, so that receipts are not requested one by one.
 */
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
