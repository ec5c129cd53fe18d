import type { Classification } from '@outrigger/mempool'
import type { Token } from './amounts.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'
import { swapColumns, toSwapCells } from './swap.ts'

/** Labels of recorded or signed transactions. */
export const classifiedTransactions = defineRows({
  name: 'classified_transactions',
  version: 1,
  description: 'Labels of transactions of a file. A line that cannot be read is a row with an `error`.',
  time: 'block_time',
  columns: {
    chain: column('string', 'Chain'),
    line: column('int64', 'Line of the file, from 1'),
    block_number: orNull('int64', 'Block, if the file has it'),
    block_time: orNull('timestamp', 'Time of the block, if the file has it'),
    transaction_hash: orNull('hex', 'Transaction. Null if the file has no hash'),
    from_address: orNull('hex', 'Sender'),
    tx_type: orNull('string', 'Class: swap, transfer, liquidation …'),
    rule: orNull('string', 'Rule that determined the class'),
    ...swapColumns,
    action_count: orNull('int32', 'Decoded actions'),
    undecoded_count: orNull('int32', 'Parts of the calldata that are not decoded'),
    error: orNull('string', 'Why the line cannot be read'),
  },
})

/** A line of the file. The label is null if it cannot be read. */
export type Labelled = {
  readonly line: number
  readonly hash: string | null
  readonly blockNumber: number | null
  readonly blockTimeMs: number | null
  readonly from: string | null
  readonly label: Pick<Classification, 'type' | 'rule' | 'swap' | 'actions' | 'undecoded'> | null
  readonly error: string | null
}

type Context = { readonly chain: string; readonly toToken: (address: `0x${string}`) => Token }

export const toClassifiedRows = (
  { line, hash, blockNumber, blockTimeMs, from, label, error }: Labelled,
  { chain, toToken }: Context,
): Table =>
  classifiedTransactions.of([
    {
      chain,
      line,
      block_number: blockNumber,
      block_time: blockTimeMs,
      transaction_hash: hash,
      from_address: from,
      tx_type: label?.type ?? null,
      rule: label?.rule ?? null,
      ...toSwapCells(label?.swap ?? null, toToken),
      action_count: label?.actions.length ?? null,
      undecoded_count: label?.undecoded.length ?? null,
      error,
    },
  ])
