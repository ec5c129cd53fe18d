import type { Felt, FinalityStatus, RpcBlock, RpcGasPrice } from './rpcTypes.ts'
import { type StarknetReceipt, toReceipt } from './transaction/toReceipt.ts'
import { type StarknetTransactionBody, toTransaction } from './transaction/toTransaction.ts'

/** A gas price in both fee tokens. */
export type StarknetGasPrice = { readonly wei: bigint; readonly fri: bigint }

/**
 * A block of Starknet. Fields that the block does not have because of its age or state are null. For example, a
 * pre-confirmed block has no hash.
 */
export type StarknetBlockBody = {
  readonly number: bigint
  readonly hash: Felt | null
  readonly parentHash: Felt | null
  readonly stateRoot: Felt | null
  readonly status: FinalityStatus
  /** Unix seconds. */
  readonly timestamp: bigint
  readonly sequencer: Felt
  readonly starknetVersion: string | null
  readonly dataAvailability: 'BLOB' | 'CALLDATA' | null
  readonly l1GasPrice: StarknetGasPrice | null
  readonly l1DataGasPrice: StarknetGasPrice | null
  readonly l2GasPrice: StarknetGasPrice | null
  readonly eventCount: number | null
  readonly stateDiffLength: number | null
  /** Roots that the hash of a block covers since Starknet 0.13.2. */
  readonly commitments: Readonly<Record<'transactions' | 'events' | 'receipts' | 'stateDiff', Felt | null>>
  readonly transactionCount: number
  readonly transactionHashes: readonly Felt[]
  /** Null if only the hashes were requested. */
  readonly transactions: readonly StarknetTransactionBody[] | null
  /** Receipts in the order of the transactions. Null unless requested. */
  readonly receipts: readonly StarknetReceipt[] | null
}

/** Converts a block of `starknet_getBlockWithReceipts`, `…WithTxs` or `…WithTxHashes`. */
export function toBlock(row: RpcBlock): StarknetBlockBody {
  const { hashes, transactions, receipts } = toContents(row)
  return {
    number: BigInt(row.block_number),
    hash: row.block_hash ?? null,
    parentHash: row.parent_hash ?? null,
    stateRoot: row.new_root ?? null,
    timestamp: BigInt(row.timestamp),
    sequencer: row.sequencer_address,
    status: row.status ?? (row.block_hash === undefined ? 'PRE_CONFIRMED' : 'ACCEPTED_ON_L2'),
    starknetVersion: row.starknet_version || null,
    dataAvailability: row.l1_da_mode ?? null,
    l1GasPrice: toGasPrice(row.l1_gas_price),
    l1DataGasPrice: toGasPrice(row.l1_data_gas_price),
    l2GasPrice: toGasPrice(row.l2_gas_price),
    eventCount: row.event_count ?? receipts?.reduce((sum, { events }) => sum + events.length, 0) ?? null,
    stateDiffLength: row.state_diff_length ?? null,
    commitments: {
      transactions: row.transaction_commitment ?? null,
      events: row.event_commitment ?? null,
      receipts: row.receipt_commitment ?? null,
      stateDiff: row.state_diff_commitment ?? null,
    },
    transactionCount: row.transactions.length,
    transactionHashes: hashes,
    transactions,
    receipts,
  }
}

function toContents({ transactions: rows }: RpcBlock) {
  const hashes: Felt[] = []
  const transactions: StarknetTransactionBody[] = []
  const receipts: StarknetReceipt[] = []
  for (const row of rows) {
    if (typeof row === 'string') hashes.push(row)
    else {
      const transaction =
        'receipt' in row ? toTransaction(row.transaction, row.receipt.transaction_hash) : toTransaction(row)
      transactions.push(transaction)
      hashes.push(transaction.hash)
      if ('receipt' in row) receipts.push(toReceipt(row.receipt, transaction.version))
    }
  }
  const all = <item>(list: readonly item[]) => (list.length === rows.length ? list : null)
  return { hashes, transactions: all(transactions), receipts: all(receipts) }
}

const toGasPrice = (price: RpcGasPrice | undefined): StarknetGasPrice | null =>
  price === undefined ? null : { wei: BigInt(price.price_in_wei), fri: BigInt(price.price_in_fri) }
