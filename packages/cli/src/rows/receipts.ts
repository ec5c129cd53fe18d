import type { TransactionReceipt } from 'viem'
import { transactionColumns } from './blocks.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Receipts of transactions of the EVM family. */
export const receipts = defineRows({
  name: 'receipts',
  version: 1,
  description: 'Receipts of transactions. Their events are in `logs`.',
  time: 'block_time',
  columns: {
    ...transactionColumns,
    from_address: column('hex', 'Sender'),
    to_address: orNull('hex', 'Recipient. Null for a contract creation'),
    contract_address: orNull('hex', 'Created contract'),
    success: orNull('bool', 'False if it reverted. Null before Byzantium'),
    gas_used: column('int64', 'Gas used'),
    cumulative_gas_used: column('int64', 'Gas used in the block up to and with the transaction'),
    effective_gas_price: orNull('int64', 'Price per gas that was paid, wei'),
    blob_gas_used: orNull('int64', 'Blob gas used'),
    blob_gas_price: orNull('int64', 'Price per blob gas, wei'),
    log_count: column('int32', 'Number of events'),
  },
})

/** @param blockTimeMs Unix ms */
export function toReceiptRows(chain: string, found: readonly TransactionReceipt[], blockTimeMs: number): Table {
  return receipts.of(
    found.map((one) => ({
      chain,
      block_number: one.blockNumber,
      block_time: blockTimeMs,
      block_hash: one.blockHash,
      transaction_index: one.transactionIndex,
      transaction_hash: one.transactionHash,
      from_address: one.from,
      to_address: one.to,
      contract_address: one.contractAddress ?? null,
      success: one.status === null ? null : one.status === 'success',
      gas_used: one.gasUsed,
      cumulative_gas_used: one.cumulativeGasUsed,
      effective_gas_price: one.effectiveGasPrice ?? null,
      blob_gas_used: one.blobGasUsed ?? null,
      blob_gas_price: one.blobGasPrice ?? null,
      log_count: one.logs.length,
    })),
  )
}
