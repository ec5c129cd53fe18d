import type { RecordedPending } from '@outrigger/mev/internal'
import { UsageError } from '../exitCodes.ts'
import { readLines } from './lines.ts'
import { toBlockOf } from './recordedBlock.ts'
import { toRecordedTransaction, toRow } from './recordedTransaction.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Reads the transactions of a mempool in the order of the file: JSON lines of `toRecordedTransaction`, each with the time of the first
 * sighting (`timestamp_ms`, Unix ms) or the block that included it (`blockNumber` or `block_number`). Calls `onInvalid` for a
 * transaction that no chain can include.
 *
 * @throws {UsageError} the file cannot be read, or has a line that is not such a transaction
 */
export async function* readPending(file: string, onInvalid: () => void): AsyncGenerator<RecordedPending> {
  for await (const { text, number } of readLines(file)) {
    const row = toRow(text)
    if (number === 1 && row?.['kind'] === 'start')
      throw new UsageError(`${file} is a recording of \`mev watch\`. Leave out --chain.`)
    const seen = row && toSeen(row)
    if (!row || !seen || !isTransaction(row))
      throw new UsageError(
        `Line ${number} of ${file} is not a pending transaction. It needs "timestamp_ms" or "blockNumber", and "raw_tx" or the fields of JSON-RPC.`,
      )
    const transaction = toRecordedTransaction(row)
    if (transaction) yield { transaction, seen }
    else onInvalid()
  }
}

const isTransaction = (row: Row) => ['raw_tx', 'rawTx', 'hash', 'transaction_hash'].some((name) => name in row)

function toSeen(row: Row): RecordedPending['seen'] | null {
  const atMs = Number(row['timestamp_ms'])
  if (row['timestamp_ms'] !== undefined && Number.isSafeInteger(atMs) && atMs > 0) return { atMs }
  const block = toBlockOf(row)
  return block === null ? null : { beforeBlock: block }
}
