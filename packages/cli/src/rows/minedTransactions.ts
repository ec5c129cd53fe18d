import type { Transaction } from 'viem'
import { toEther } from './amounts.ts'
import { transactionColumns } from './blocks.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Transactions of blocks of the EVM family. Names as in cryo. What became of them is in the receipts. */
export const minedTransactions = defineRows({
  name: 'mined_transactions',
  version: 1,
  description: 'Transactions of blocks. What became of each is in `receipts`.',
  time: 'block_time',
  columns: {
    ...transactionColumns,
    nonce: column('int64', 'Nonce of the sender'),
    from_address: column('hex', 'Sender'),
    to_address: orNull('hex', 'Recipient. Null for a contract creation'),
    value_string: column('decimal', 'Moved native currency, wei'),
    value: column('double', 'The same in whole units, such as ETH'),
    input: column('hex', 'Calldata'),
    gas_limit: column('int64', 'Gas limit'),
    gas_price: orNull('int64', 'Gas price, wei. With EIP-1559 the one that was paid, if the provider reports it'),
    transaction_type: column('int32', 'Type of EIP-2718: 0 legacy, 1 EIP-2930, 2 EIP-1559, 3 blobs, 4 EIP-7702'),
    max_fee_per_gas: orNull('int64', 'Maximum fee, wei'),
    max_priority_fee_per_gas: orNull('int64', 'Maximum priority fee, wei'),
  },
})

/** @param blockTimeMs Unix ms */
export function toMinedTransactionRows(
  chain: string,
  found: readonly Transaction<bigint, number, false>[],
  blockTimeMs: number,
): Table {
  return minedTransactions.of(
    found.map((one) => ({
      chain,
      block_number: one.blockNumber,
      block_time: blockTimeMs,
      block_hash: one.blockHash,
      transaction_index: one.transactionIndex,
      transaction_hash: one.hash,
      nonce: one.nonce,
      from_address: one.from,
      to_address: one.to,
      value_string: one.value,
      value: toEther(one.value),
      input: one.input,
      gas_limit: one.gas,
      gas_price: one.gasPrice ?? null,
      transaction_type: Number(one.typeHex ?? 0),
      max_fee_per_gas: one.maxFeePerGas ?? null,
      max_priority_fee_per_gas: one.maxPriorityFeePerGas ?? null,
    })),
  )
}
