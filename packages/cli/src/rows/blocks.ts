import type { Block } from 'viem'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** First columns of all rows about a block. */
export const blockColumns = {
  chain: column('string', 'Chain'),
  block_number: column('int64', 'Block'),
  block_time: column('timestamp', 'Time of the block'),
  block_hash: column('hex', 'Hash of the block'),
} as const

/** First columns of all rows about a transaction. */
export const transactionColumns = {
  ...blockColumns,
  transaction_index: column('int32', 'Position of the transaction in the block, from 0'),
  transaction_hash: column('hex', 'Hash of the transaction'),
} as const

/** Blocks of a chain of the EVM family. Names as in cryo. */
export const blocks = defineRows({
  name: 'blocks',
  version: 1,
  description: 'Blocks.',
  time: 'block_time',
  columns: {
    ...blockColumns,
    parent_hash: column('hex', 'Hash of the block before'),
    author: column('hex', 'Fee recipient'),
    gas_used: column('int64', 'Gas used'),
    gas_limit: column('int64', 'Gas limit'),
    base_fee_per_gas: orNull('int64', 'Base fee, wei. Null before EIP-1559'),
    blob_gas_used: orNull('int64', 'Blob gas used. Null before EIP-4844'),
    excess_blob_gas: orNull('int64', 'Excess blob gas'),
    transaction_count: column('int32', 'Number of transactions'),
    size: orNull('int64', 'Size in bytes, if the provider reports it'),
    extra_data: column('hex', 'Extra data'),
    state_root: column('hex', 'Root of the state'),
    transactions_root: column('hex', 'Root of the transactions'),
    receipts_root: column('hex', 'Root of the receipts'),
  },
})

/** A mined block. */
export type MinedBlock = Block<bigint, boolean, 'latest'>

export function toBlockRows(chain: string, block: MinedBlock): Table {
  return blocks.of([
    {
      chain,
      block_number: block.number,
      block_time: Number(block.timestamp) * 1000,
      block_hash: block.hash,
      parent_hash: block.parentHash,
      author: block.miner,
      gas_used: block.gasUsed,
      gas_limit: block.gasLimit,
      base_fee_per_gas: block.baseFeePerGas,
      blob_gas_used: block.blobGasUsed ?? null,
      excess_blob_gas: block.excessBlobGas ?? null,
      transaction_count: block.transactions.length,
      size: block.size ?? null,
      extra_data: block.extraData,
      state_root: block.stateRoot,
      transactions_root: block.transactionsRoot,
      receipts_root: block.receiptsRoot,
    },
  ])
}
