import type { ParityTrace } from '@outrigger/data'
import { toEtherOrNull } from './amounts.ts'
import { blockColumns } from './blocks.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Calls inside of transactions, in the form of `trace_block`. Names as in cryo. */
export const traces = defineRows({
  name: 'traces',
  version: 1,
  description: 'Calls inside of transactions, in the form of `trace_block`.',
  time: 'block_time',
  columns: {
    ...blockColumns,
    transaction_index: orNull('int32', 'Position of the transaction in the block. Null for a reward of the block'),
    transaction_hash: orNull('hex', 'Transaction. Null for a reward of the block'),
    trace_address: column('string', 'Place in the tree of calls, such as 0_2. Empty for the outermost call'),
    subtraces: column('int32', 'Number of calls directly inside of this one'),
    action_type: column('string', 'call, create, suicide or reward'),
    action_call_type: orNull('string', 'call, delegatecall, staticcall or callcode'),
    action_from: orNull('hex', 'Caller; for suicide the contract'),
    action_to: orNull('hex', 'Called contract; for suicide the heir, for reward the receiver'),
    action_value_string: orNull('decimal', 'Sent or rewarded native currency, wei'),
    action_value: orNull('double', 'The same in whole units, such as ETH'),
    action_gas: orNull('int64', 'Gas that the call may use'),
    action_input: orNull('hex', 'Calldata'),
    action_init: orNull('hex', 'Code that creates a contract'),
    result_gas_used: orNull('int64', 'Gas used'),
    result_output: orNull('hex', 'Returned data'),
    result_address: orNull('hex', 'Created contract'),
    result_code: orNull('hex', 'Code of the created contract'),
    error: orNull('string', 'Why the call failed'),
  },
})

type Place = { readonly number: bigint; readonly hash: string; readonly timeMs: number }

const toBigintOrNull = (quantity: string | undefined) => (quantity === undefined ? null : BigInt(quantity))

export function toTraceRows(chain: string, found: readonly ParityTrace[], { number, hash, timeMs }: Place): Table {
  return traces.of(
    found.map(({ type, action, result, error, ...trace }) => {
      const value = toBigintOrNull(action.value ?? action.balance)
      return {
        chain,
        block_number: number,
        block_time: timeMs,
        block_hash: hash,
        transaction_index: trace.transactionPosition ?? null,
        transaction_hash: trace.transactionHash ?? null,
        trace_address: trace.traceAddress.join('_'),
        subtraces: trace.subtraces,
        action_type: type,
        action_call_type: action.callType ?? null,
        action_from: action.from ?? (type === 'suicide' ? (action.address ?? null) : null),
        action_to: action.to ?? action.refundAddress ?? action.author ?? null,
        action_value_string: value,
        action_value: toEtherOrNull(value),
        action_gas: toBigintOrNull(action.gas),
        action_input: action.input ?? null,
        action_init: action.init ?? null,
        result_gas_used: toBigintOrNull(result?.gasUsed),
        result_output: result?.output ?? null,
        result_address: result?.address ?? null,
        result_code: result?.code ?? null,
        error: error ?? null,
      }
    }),
  )
}
