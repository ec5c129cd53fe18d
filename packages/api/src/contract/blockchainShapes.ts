import * as t from 'typebox'
import { toEnvelope } from './envelope.ts'
import { named, record } from './record.ts'
import { Bigint, ExactSeconds, Int, orNull, Timestamp } from './wire.ts'

const Amount = t.String({ description: 'Amount with its unit, such as "1.5 ETH"' })
const Wei = t.String({ description: 'wei' })

export const EvmBalance = t.Object({ chain: t.String(), address: t.String(), balance: Amount, balance_wei: Wei })

/** Balance on chains of other families, with the smallest unit and fields of the family, such as tokens. */
const FamilyBalance = t.Object(
  {
    chain: t.String(),
    address: t.String(),
    balance: Amount,
    balance_sat: t.Optional(t.String({ description: 'Bitcoin and Litecoin: satoshis' })),
    balance_lamports: t.Optional(t.String({ description: 'Solana: lamports' })),
    balance_fri: t.Optional(t.String({ description: 'Starknet: fri' })),
    balance_uatom: t.Optional(t.String({ description: 'Cosmos Hub: uatom' })),
    balance_uosmo: t.Optional(t.String({ description: 'Osmosis: uosmo' })),
  },
  { additionalProperties: true },
)

const Balance = t.Union([EvmBalance, FamilyBalance])

/** Chains of other families add fields: inputs and outputs, token transfers, messages. */
export const Transaction = t.Object(
  {
    chain: t.String(),
    hash: t.String(),
    from: orNull(t.String({ description: 'Sender; null for a coinbase transaction' })),
    to: orNull(
      t.String({ description: 'Recipient; null if the transaction creates a contract or pays only its sender' }),
    ),
    value: Amount,
    gas_used: orNull(
      t.Integer({
        minimum: 0,
        description: 'Gas used; virtual bytes on Bitcoin, compute units on Solana; null while pending',
      }),
    ),
    gas_price: orNull(
      t.String({
        description: 'Price paid per gas, with its unit. While pending, the maximum it offers. null if unknown',
      }),
    ),
    block_number: orNull(t.Integer({ minimum: 0, description: 'null while pending' })),
    timestamp: t.Union([Timestamp, t.Null()], { description: 'Time of the block; null while pending or if unknown' }),
    status: t.Enum(['pending', 'success', 'failed', 'unknown'], {
      description: '`unknown` if the receipt has no status, as on Ethereum before Byzantium',
    }),
    fee: t.Optional(orNull(t.String({ description: 'Fee in the smallest unit. Only outside the EVM family' }))),
    block_hash: t.Optional(orNull(t.String({ description: 'Only outside the EVM family' }))),
  },
  { additionalProperties: true },
)

const BlockHash = orNull(t.String({ description: 'null for the pending block of Starknet' }))

export const Block = t.Object(
  {
    chain: t.String(),
    number: Int,
    hash: BlockHash,
    timestamp: orNull(Timestamp),
    transactions: t.Integer({ minimum: 0, description: 'Number of transactions' }),
    gas_used: orNull(t.Integer({ minimum: 0, description: 'Gas used; on Bitcoin the weight of the block' })),
    gas_limit: orNull(Int),
    base_fee: orNull(t.String({ description: 'Base fee with its unit; null on chains without one' })),
    miner: orNull(t.String()),
    parent_hash: t.Optional(orNull(t.String({ description: 'Only outside the EVM family' }))),
  },
  { additionalProperties: true },
)

export const BalanceEnvelope = toEnvelope(Balance)
export const TransactionEnvelope = toEnvelope(Transaction)

export const UnifiedBlock = toEnvelope(
  t.Object({
    block_number: Int,
    block_hash: BlockHash,
    timestamp: orNull(t.Integer({ minimum: 0, description: 'Unix seconds; null if the node reports no time' })),
    transactions: t.Integer({ minimum: 0, description: 'Number of transactions' }),
  }),
)

export const BlockTransactions = toEnvelope(
  t.Object({
    block_number: Int,
    block_hash: BlockHash,
    transactions: t.Array(Transaction),
    total: t.Integer({ minimum: 0, description: 'Number of transactions in the whole block' }),
  }),
)

export const AddressTransactions = toEnvelope(
  t.Object({
    address: t.String(),
    transactions: t.Array(Transaction, { description: 'Newest first' }),
    next_cursor: orNull(t.String({ description: 'Cursor of the next page; null after the last page' })),
    coverage: t.Object({
      from_block: Int,
      to_block: Int,
      complete: t.Boolean({ description: 'True if internal transactions and token transfers were searched too' }),
      source: t.String({ description: 'Node method that found the transactions, the address index, or both' }),
      missing: t.Optional(t.Array(t.String(), { description: 'Kinds of transactions that were not searched' })),
      index: t.Optional(
        t.Object(
          { from_block: Int, to_block: Int, whole_chain: t.Boolean() },
          { description: 'Blocks in the local index of the address, if it was used' },
        ),
      ),
    }),
  }),
)

export const CallResult = t.Object({
  result: t.String({ description: 'Return data, hexadecimal' }),
  decoded: t.String({ description: 'Readable form of the return data if its type is known, otherwise empty' }),
})

export const Logs = record({
  logs: t.Array(
    record({
      address: t.String(),
      topics: t.Array(t.String()),
      data: t.String(),
      blockNumber: Bigint,
      transactionHash: t.String(),
      logIndex: Int,
    }),
  ),
  total: Int,
})

export const ChainInfo = toEnvelope(
  record({
    chain: t.String(),
    chainId: orNull(Int),
    networkType: t.String(),
    consensus: t.String(),
    blockTimeMs: named('block_time', ExactSeconds),
    nativeCurrency: record({ symbol: t.String(), decimals: Int }),
    explorer: t.String(),
  }),
)

export const NetworkStats = toEnvelope(
  record({
    latestBlock: Bigint,
    blockTime: orNull(t.Number({ description: 'Mean seconds between the last ten blocks; null if unknown' })),
    tps: orNull(t.Number({ description: 'Transactions per second in the last ten blocks; null if unknown' })),
    pendingTransactions: orNull(t.Integer({ minimum: 0, description: 'null if the provider does not report it' })),
    gasUsedRatio: orNull(
      t.Number({ description: 'Gas used in the latest block relative to its limit; null if unknown' }),
    ),
    peerCount: orNull(t.Integer({ minimum: 0, description: 'null if the provider does not report it' })),
  }),
)

/** Traces in the form of the provider. */
export const Traces = toEnvelope(t.Unknown())
