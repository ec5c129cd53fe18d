import type { TransactionReceipt } from 'viem'
import { transactionColumns } from './blocks.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Events of contracts. Names as in cryo. */
export const logs = defineRows({
  name: 'logs',
  version: 1,
  description: 'Events of contracts.',
  time: 'block_time',
  columns: {
    ...transactionColumns,
    log_index: column('int32', 'Position of the event in the block, from 0'),
    address: column('hex', 'Contract'),
    topic0: orNull('hex', 'First topic: the hash of the signature, except of anonymous events'),
    topic1: orNull('hex', 'Second topic'),
    topic2: orNull('hex', 'Third topic'),
    topic3: orNull('hex', 'Fourth topic'),
    data: column('hex', 'Arguments that are not topics'),
  },
})

/** @param blockTimeMs Unix ms */
export function toLogRows(chain: string, found: readonly TransactionReceipt[], blockTimeMs: number): Table {
  return logs.of(
    found.flatMap((receipt) =>
      receipt.logs.map(({ logIndex, address, topics, data }) => ({
        chain,
        block_number: receipt.blockNumber,
        block_time: blockTimeMs,
        block_hash: receipt.blockHash,
        transaction_index: receipt.transactionIndex,
        transaction_hash: receipt.transactionHash,
        log_index: logIndex,
        address,
        topic0: topics[0] ?? null,
        topic1: topics[1] ?? null,
        topic2: topics[2] ?? null,
        topic3: topics[3] ?? null,
        data,
      })),
    ),
  )
}
