import { toGwei } from '@outrigger/core'
import type { MempoolEvent, MempoolTransaction } from '@outrigger/mempool'
import { type Token, toEther } from './amounts.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'
import { swapColumns, toSwapCells } from './swap.ts'

/** Pending transactions as they arrive, and their outcomes. */
export const mempoolTransactions = defineRows({
  name: 'mempool_transactions',
  version: 1,
  description:
    'Pending transactions. One row when a transaction arrives (`event` is `pending`), and with `--transitions` one for each outcome.',
  time: 'event_time',
  columns: {
    event: column('string', 'pending, mined, failed, included, replaced, cancelled, dropped or reorged'),
    event_time: column('timestamp', 'Time of the event. For pending, of the first sighting'),
    chain: column('string', 'Chain'),
    block_number: orNull('int64', 'Block of the outcome, or of a recorded transaction. Null while it is unknown'),
    block_hash: orNull('hex', 'Hash of the block of the outcome'),
    block_time: orNull('timestamp', 'Time of the block, if a recording has it'),
    transaction_hash: column('hex', 'Transaction'),
    from_address: column('hex', 'Sender'),
    to_address: orNull('hex', 'Recipient. Null for a contract creation'),
    nonce: column('int64', 'Nonce'),
    value_string: column('decimal', 'Sent native currency, wei'),
    value: column('double', 'The same in whole units, such as ETH'),
    gas_limit: column('int64', 'Gas limit'),
    max_fee_per_gas_wei: column('decimal', 'Maximum price per gas, wei'),
    max_fee_per_gas_gwei: column('double', 'The same in gwei'),
    max_priority_fee_per_gas_wei: column('decimal', 'Maximum tip per gas, wei'),
    max_priority_fee_per_gas_gwei: column('double', 'The same in gwei'),
    transaction_type: column('int32', 'EIP-2718 type'),
    input: column('hex', 'Calldata'),
    tx_type: column('string', 'Class: swap, transfer, liquidation …'),
    rule: column('string', 'Rule that determined the class'),
    priority_score: column('double', '0 to 100'),
    moved_value_wei: column('decimal', 'Native currency that it moves, also as tokens of known value. A lower bound'),
    moved_value_eth: column('double', 'The same in whole units'),
    is_moved_value_complete: column('bool', 'False if it also moves something of unknown value'),
    provider: column('string', 'Provider that reported it first'),
    ...swapColumns,
    mev_type: orNull('string', 'Best opportunity with the transaction. Null if none is known'),
    mev_profit_eth: orNull('double', 'Its estimated profit in ETH'),
    mev_confidence: orNull('double', '0 to 1'),
    replaced_by: orNull('hex', 'Transaction that replaced it'),
    reason: orNull('string', 'Why it was dropped'),
  },
})

/** The block of a recorded transaction. */
export type RecordedPlace = { readonly number: bigint; readonly timeMs: number | null }

type Context = {
  /** Symbol and decimals of a token, if they are known. */
  readonly toToken: (address: `0x${string}`) => Token
  /** The block of a recorded transaction. Null for a live one. */
  readonly place: RecordedPlace | null
}

export const toPendingRows = (entry: MempoolTransaction, context: Context): Table =>
  mempoolTransactions.of([
    {
      ...toCells(entry, context),
      event: 'pending',
      event_time: entry.firstSeenMs,
      block_number: context.place?.number ?? null,
      block_hash: null,
      replaced_by: null,
      reason: null,
    },
  ])

export function toTransitionRows({ entry, atMs, transition }: MempoolEvent, context: Context): Table {
  const block = 'block' in transition ? transition.block : null
  return mempoolTransactions.of([
    {
      ...toCells(entry, context),
      event: transition.kind,
      event_time: atMs,
      block_number: block?.number ?? null,
      block_hash: block?.hash ?? null,
      replaced_by: 'by' in transition ? transition.by : null,
      reason: 'reason' in transition ? transition.reason : null,
    },
  ])
}

function toCells(entry: MempoolTransaction, { toToken, place }: Context) {
  const { chain, transaction, classification, movedValue, mev } = entry
  return {
    chain,
    block_time: place?.timeMs ?? null,
    transaction_hash: transaction.hash,
    from_address: transaction.from,
    to_address: transaction.to,
    nonce: transaction.nonce,
    value_string: transaction.value,
    value: toEther(transaction.value),
    gas_limit: transaction.gas,
    max_fee_per_gas_wei: transaction.maxFeePerGas,
    max_fee_per_gas_gwei: toGwei(transaction.maxFeePerGas),
    max_priority_fee_per_gas_wei: transaction.maxPriorityFeePerGas,
    max_priority_fee_per_gas_gwei: toGwei(transaction.maxPriorityFeePerGas),
    transaction_type: transaction.type,
    input: transaction.input,
    tx_type: classification.type,
    rule: classification.rule,
    priority_score: entry.priorityScore,
    moved_value_wei: movedValue.wei,
    moved_value_eth: toEther(movedValue.wei),
    is_moved_value_complete: movedValue.isComplete,
    provider: entry.provider,
    ...toSwapCells(classification.swap, toToken),
    mev_type: mev?.type ?? null,
    mev_profit_eth: mev?.estimatedProfitEth ?? null,
    mev_confidence: mev?.confidence ?? null,
  }
}
