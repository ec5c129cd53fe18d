import * as t from 'typebox'
import { toEnvelope } from './envelope.ts'
import { named, record } from './record.ts'
import { Bigint, ExactSeconds, Int, orNull, Timestamp } from './wire.ts'

const Amount = t.String({ description: 'With its unit, such as "1.5 ETH"' })
const Wei = t.String({ description: 'wei' })

export const EvmBalance = t.Object({ chain: t.String(), address: t.String(), balance: Amount, balance_wei: Wei })

/** Of other families: the balance once more in the smallest unit, and what only the family has, such as tokens. */
const FamilyBalance = t.Object(
  {
    chain: t.String(),
    address: t.String(),
    balance: Amount,
    balance_sat: t.Optional(t.String({ description: 'Bitcoin, Litecoin' })),
    balance_lamports: t.Optional(t.String({ description: 'Solana' })),
    balance_fri: t.Optional(t.String({ description: 'Starknet' })),
    balance_uatom: t.Optional(t.String({ description: 'Cosmos Hub' })),
    balance_uosmo: t.Optional(t.String({ description: 'Osmosis' })),
  },
  { additionalProperties: true },
)

const Balance = t.Union([EvmBalance, FamilyBalance])

/** Fields of one family alone stand beside these: inputs and outputs, token movements, messages. */
export const Transaction = t.Object(
  {
    chain: t.String(),
    hash: t.String(),
    from: orNull(t.String({ description: 'Null for a coinbase' })),
    to: orNull(t.String({ description: 'Null for a contract that is created, or where nobody else is paid' })),
    value: Amount,
    gas_used: orNull(
      t.Integer({
        minimum: 0,
        description: 'Virtual bytes on Bitcoin, compute units on Solana; null while it is pending',
      }),
    ),
    gas_price: orNull(
      t.String({
        description: 'Paid per gas, with its unit; while it is pending, what it offers at most; null if no node says',
      }),
    ),
    block_number: orNull(Int),
    timestamp: orNull(Timestamp),
    status: t.Enum(['pending', 'success', 'failed', 'unknown'], {
      description: '`unknown` where the receipt does not say, as on Ethereum before Byzantium',
    }),
    fee: t.Optional(orNull(t.String({ description: 'Outside the EVM family: in the smallest unit' }))),
    block_hash: t.Optional(orNull(t.String({ description: 'Outside the EVM family' }))),
  },
  { additionalProperties: true },
)

const BlockHash = orNull(t.String({ description: 'Null of a block of Starknet that is being made' }))

export const Block = t.Object(
  {
    chain: t.String(),
    number: Int,
    hash: BlockHash,
    timestamp: orNull(Timestamp),
    transactions: t.Integer({ minimum: 0, description: 'How many' }),
    gas_used: orNull(t.Integer({ minimum: 0, description: 'Bitcoin: weight' })),
    gas_limit: orNull(Int),
    base_fee: orNull(t.String({ description: 'With its unit; null where the chain has none' })),
    miner: orNull(t.String()),
    parent_hash: t.Optional(orNull(t.String({ description: 'Outside the EVM family' }))),
  },
  { additionalProperties: true },
)

export const BalanceEnvelope = toEnvelope(Balance)
export const TransactionEnvelope = toEnvelope(Transaction)

export const UnifiedBlock = toEnvelope(
  t.Object({
    block_number: Int,
    block_hash: BlockHash,
    timestamp: orNull(t.Integer({ minimum: 0, description: 'Unix seconds; null where the node has no time for it' })),
    transactions: t.Integer({ minimum: 0, description: 'How many' }),
  }),
)

export const BlockTransactions = toEnvelope(
  t.Object({
    block_number: Int,
    block_hash: BlockHash,
    transactions: t.Array(Transaction),
    total: t.Integer({ minimum: 0, description: 'Of the block, beyond the page too' }),
  }),
)

export const AddressTransactions = toEnvelope(
  t.Object({
    address: t.String(),
    transactions: t.Array(Transaction, { description: 'Newest first' }),
    next_cursor: orNull(t.String()),
    coverage: t.Object({
      from_block: Int,
      to_block: Int,
      complete: t.Boolean({ description: 'Whether internal transactions and token transfers were searched too' }),
      source: t.String({ description: 'Node method that found them, or address index, or both' }),
      missing: t.Optional(t.Array(t.String(), { description: 'What was not searched' })),
      index: t.Optional(
        t.Object(
          { from_block: Int, to_block: Int, whole_chain: t.Boolean() },
          { description: 'Blocks that a local index holds of the address, where it was used' },
        ),
      ),
    }),
  }),
)

export const CallResult = t.Object({
  result: t.String({ description: 'Hexadecimal' }),
  decoded: t.String({ description: 'In words where the form of the answer is known, else empty' }),
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
    blockTime: orNull(t.Number({ description: 'Mean seconds between the last ten blocks' })),
    tps: orNull(t.Number({ description: 'Transactions per second of the last ten blocks' })),
    pendingTransactions: orNull(Int),
    gasUsedRatio: orNull(t.Number()),
    peerCount: orNull(Int),
  }),
)

/** As the node gives it. */
export const Traces = toEnvelope(t.Unknown())
