import * as t from 'typebox'
import { toEnvelope } from './envelope.ts'
import { Int, orNull, Timestamp } from './wire.ts'

const Amount = t.String({ description: 'With its unit, such as "1.5 ETH"' })
const Wei = t.String({ description: 'wei' })

export const EvmBalance = t.Object({ chain: t.String(), address: t.String(), balance: Amount, balance_wei: Wei })

export const EvmTransaction = t.Object({
  chain: t.String(),
  hash: t.String(),
  from: t.String(),
  to: orNull(t.String({ description: 'Null for a contract that is created' })),
  value: Amount,
  gas_used: orNull(t.Integer({ minimum: 0, description: 'Null while it is pending' })),
  gas_price: orNull(t.String({ description: 'Paid per gas, in gwei; while it is pending, what it offers at most' })),
  block_number: orNull(Int),
  timestamp: orNull(Timestamp),
  status: t.Enum(['pending', 'success', 'failed']),
})

export const Block = t.Object({
  chain: t.String(),
  number: Int,
  hash: t.String(),
  timestamp: Timestamp,
  transactions: t.Integer({ minimum: 0, description: 'How many' }),
  gas_used: Int,
  gas_limit: Int,
  base_fee: orNull(t.String({ description: 'In gwei; null before EIP-1559' })),
  miner: t.String(),
})

export const BalanceEnvelope = toEnvelope(EvmBalance)
export const TransactionEnvelope = toEnvelope(EvmTransaction)

export const UnifiedBlock = toEnvelope(
  t.Object({
    block_number: Int,
    block_hash: t.String(),
    timestamp: t.Integer({ minimum: 0, description: 'Unix seconds' }),
    transactions: t.Integer({ minimum: 0, description: 'How many' }),
  }),
)

export const BlockTransactions = toEnvelope(
  t.Object({
    block_number: Int,
    block_hash: t.String(),
    transactions: t.Array(EvmTransaction),
    total: t.Integer({ minimum: 0, description: 'Of the block, beyond the page too' }),
  }),
)

export const AddressTransactions = toEnvelope(
  t.Object({
    address: t.String(),
    transactions: t.Array(EvmTransaction, { description: 'Newest first' }),
    next_cursor: orNull(t.String()),
    coverage: t.Object({
      from_block: Int,
      to_block: Int,
      complete: t.Boolean({ description: 'Whether internal transactions and token transfers were searched too' }),
      source: t.String({ description: 'Node method that found them' }),
    }),
  }),
)

export const CallResult = t.Object({
  result: t.String({ description: 'Hexadecimal' }),
  decoded: t.String({ description: 'In words where the form of the answer is known, else empty' }),
})

export const Logs = t.Object({
  logs: t.Array(
    t.Object({
      address: t.String(),
      topics: t.Array(t.String()),
      data: t.String(),
      block_number: Int,
      transaction_hash: t.String(),
      log_index: Int,
    }),
  ),
  total: Int,
})

export const ChainInfo = toEnvelope(
  t.Object({
    chain: t.String(),
    chain_id: orNull(Int),
    network_type: t.String(),
    consensus: t.String(),
    block_time: t.Number({ description: 'Seconds' }),
    native_currency: t.Object({ symbol: t.String(), decimals: Int }),
    explorer: t.String(),
  }),
)

export const NetworkStats = toEnvelope(
  t.Object({
    latest_block: Int,
    block_time: orNull(t.Number({ description: 'Mean seconds between the last ten blocks' })),
    tps: orNull(t.Number({ description: 'Transactions per second of the last ten blocks' })),
    pending_transactions: orNull(Int),
    gas_used_ratio: orNull(t.Number()),
    peer_count: orNull(Int),
  }),
)

/** As the node gives it. */
export const Traces = toEnvelope(t.Unknown())
