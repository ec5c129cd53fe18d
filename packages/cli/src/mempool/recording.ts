import type { RecordedBlock } from '@outrigger/mempool'
import type { Hex } from 'viem'
import { UsageError } from '../exitCodes.ts'
import type { RecordedPlace } from '../rows/mempoolTransactions.ts'
import { readLines } from './lines.ts'
import { toBlockOf, toBlockTimeMs } from './recordedBlock.ts'
import { toRecordedTransaction, toRow } from './recordedTransaction.ts'

/**
 * Reads recorded transactions: JSON lines, each a transaction in JSON-RPC form with its block (`blockNumber` or
 * `block_number`), in order. `error` marks a failed transaction. `effective_gas_price` is used if there are no fees.
 *
 * @throws {UsageError} the file is missing, empty, or has a line that is not such a transaction
 */
export async function readRecording(file: string): Promise<readonly RecordedBlock[]> {
  const blocks = new Map<bigint, { transactions: RecordedBlock['transactions'][number][]; failed: Set<Hex> }>()
  for await (const { text, number: line } of readLines(file)) {
    const row = toRow(text)
    const number = row && toBlockOf(row)
    const transaction = row && toRecordedTransaction(row)
    if (!row || number === null || !transaction)
      throw new UsageError(`Line ${line} of ${file} is not a transaction with "hash", "from" and "blockNumber".`)
    const block = blocks.get(number) ?? { transactions: [], failed: new Set<Hex>() }
    blocks.set(number, block)
    block.transactions.push(transaction)
    if (row['error'] || row['status'] === '0x0') block.failed.add(transaction.hash)
  }
  if (blocks.size === 0) throw new UsageError(`There are no transactions in ${file}.`)
  return [...blocks].map(([number, block]) => ({ number, ...block }))
}

/** Returns the blocks of recorded transactions by hash in lower case, with their time if the recording has it. */
export const toPlaces = (blocks: readonly RecordedBlock[]): ReadonlyMap<string, RecordedPlace> =>
  new Map(
    blocks.flatMap(({ number, transactions }) =>
      transactions.map((transaction) => [
        transaction.hash.toLowerCase(),
        { number, timeMs: toBlockTimeMs(transaction) },
      ]),
    ),
  )
