import type { BlockActivity } from '../blockActivity.ts'

/** The counted fields of a JSON-RPC block with transactions. */
export type RpcEvmBlock = {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: string
  readonly gasUsed?: string | null
  readonly transactions: readonly {
    readonly hash: string
    readonly from: string
    readonly to?: string | null
    readonly value: string
    readonly nonce: string
  }[]
}

/** The counted fields of a receipt. */
export type RpcReceipt = { readonly transactionHash: string; readonly blockHash: string; readonly status?: string }

/** Returns whether receipts are required to compute the value that the block moved. */
export const movesValue = ({ transactions }: RpcEvmBlock): boolean => transactions.some(isTransfer)

type Transfer = Pick<RpcEvmBlock['transactions'][number], 'from' | 'to' | 'value'>

const isTransfer = ({ from, to, value }: Transfer) => value !== '0x0' && from !== to

/**
 * Counts a block of an EVM chain. The value transfers are those of the transactions themselves, without calls between contracts.
 *
 * @param failed hashes of transactions that failed, or null if the node does not report them
 */
export function countEvmBlock(block: RpcEvmBlock, failed: ReadonlySet<string> | null): BlockActivity {
  const addresses: string[] = []
  const fresh = new Set<string>()
  let volume = 0n
  for (const transaction of block.transactions) {
    const { from, to, hash, nonce } = transaction
    addresses.push(from)
    if (to) addresses.push(to)
    if (nonce === '0x0') fresh.add(from)
    if (isTransfer(transaction) && failed?.has(hash) !== true) volume += BigInt(transaction.value)
  }
  return {
    number: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
    transactions: block.transactions.length,
    volume,
    addresses,
    gasUsed: block.gasUsed ? BigInt(block.gasUsed) : null,
    newWallets: fresh.size,
    isVerified: failed !== null,
  }
}

/** Returns the hashes of a block's failed transactions. Null if a receipt belongs to another block or has no status. */
export function findFailed(hash: string, receipts: readonly RpcReceipt[]): ReadonlySet<string> | null {
  if (!receipts.every(({ blockHash, status }) => blockHash === hash && status !== undefined)) return null
  return new Set(receipts.flatMap(({ status, transactionHash }) => (status === '0x0' ? [transactionHash] : [])))
}
