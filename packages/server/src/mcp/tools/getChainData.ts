import type { ApiClient } from '@outrigger/api'
import * as t from 'typebox'
import { InvalidParameterError } from '../../errors/serviceError.ts'
import { Chain, type DataTime, defineTool, Limit, orNull, Text, toDataTime } from '../tool.ts'

const kinds = ['status', 'block', 'balance', 'history'] as const

const Output = t.Object({
  chain: Text,
  status: t.Optional(
    t.Object({
      latest_block: t.Integer(),
      block_time_seconds: orNull(t.Number()),
      transactions_per_second: orNull(t.Number()),
      pending_transactions: orNull(t.Integer()),
      gas_used_ratio: orNull(t.Number({ description: '0 to 1, of the latest block' })),
    }),
  ),
  block: t.Optional(
    t.Object({
      number: t.Integer(),
      hash: orNull(Text),
      time: orNull(Text),
      transactions: t.Integer({ description: 'Number of transactions' }),
      gas_used: orNull(t.Integer()),
      gas_limit: orNull(t.Integer()),
      base_fee: orNull(Text),
      miner: orNull(Text),
    }),
  ),
  balance: t.Optional(t.Object({ address: Text, balance: t.String({ description: 'With its unit' }) })),
  history: t.Optional(
    t.Object({
      transactions: t.Array(
        t.Object({
          hash: Text,
          from: orNull(Text),
          to: orNull(Text),
          value: Text,
          status: Text,
          block_number: orNull(t.Integer()),
          time: orNull(Text),
        }),
      ),
      next_cursor: orNull(Text),
      from_block: t.Integer({ description: 'First block that was searched' }),
      complete: t.Boolean({ description: 'True if internal transactions and token transfers were searched too' }),
    }),
  ),
})

export const getChainData = defineTool({
  name: 'get_chain_data',
  title: 'Chain, block, balance and history',
  description:
    'Data of a chain. `what` is status (latest block, block time, throughput), block (needs `block`, or latest), balance of the native currency (needs `address`), or history: the transactions of an address, newest first (needs `address`). Works on every chain of the node, also Bitcoin, Solana, Starknet and Cosmos.',
  input: t.Object({
    chain: Chain,
    what: t.Enum([...kinds]),
    address: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'In the format of the chain' })),
    block: t.Optional(
      t.String({ pattern: '^(?:latest|\\d{1,15})$', description: 'Number, or latest. Default: latest' }),
    ),
    limit: t.Optional(Limit(50, 10)),
    cursor: t.Optional(t.String({ minLength: 1, maxLength: 1000, description: '`next_cursor` of the previous page' })),
  }),
  output: Output,
  endpoints: ['blockchainNetworkStats', 'blockchainBlock', 'blockchainBalance', 'blockchainAddressTransactions'],
  async ask({ what, ...question }, api) {
    const { asOf, ...found } = await readers[what](question, api)
    return { data: { chain: question.chain, ...found }, ...(asOf && { asOf }) }
  },
  toText({ chain, status, block, balance, history }) {
    if (status) return `${chain} is at block ${status.latest_block}.`
    if (block) return `Block ${block.number} of ${chain} has ${block.transactions} transactions.`
    if (balance) return `${balance.address} has ${balance.balance} on ${chain}.`
    return `${history?.transactions.length ?? 0} transactions on ${chain}, newest first.`
  },
})

type Question = {
  readonly chain: string
  readonly address?: string
  readonly block?: string
  readonly limit?: number
  readonly cursor?: string
}
type Answer = { readonly asOf?: DataTime } & Omit<t.Static<typeof Output>, 'chain'>

const readers: { readonly [what in (typeof kinds)[number]]: (question: Question, api: ApiClient) => Promise<Answer> } =
  {
    async status({ chain }, api) {
      const { data } = await api.blockchainNetworkStats({ chain })
      return {
        asOf: { block_number: data.latest_block },
        status: {
          latest_block: data.latest_block,
          block_time_seconds: data.block_time,
          transactions_per_second: data.tps,
          pending_transactions: data.pending_transactions,
          gas_used_ratio: data.gas_used_ratio,
        },
      }
    },
    async block({ chain, block = 'latest' }, api) {
      const found = await api.blockchainBlock({ chain, number: block })
      const { number, hash, timestamp, transactions, gas_used, gas_limit, base_fee, miner } = found
      return {
        asOf: { block_number: number, ...(timestamp !== null && { timestamp }) },
        block: { number, hash, time: timestamp, transactions, gas_used, gas_limit, base_fee, miner },
      }
    },
    async balance({ chain, address }, api) {
      const { data, metadata } = await api.blockchainBalance({ chain, address: requireAddress(address) })
      return { asOf: toDataTime(metadata), balance: { address: data.address, balance: data.balance } }
    },
    async history({ chain, address, limit = 10, cursor }, api) {
      const page = { chain, address: requireAddress(address), limit, ...(cursor !== undefined && { cursor }) }
      const { data, metadata } = await api.blockchainAddressTransactions(page)
      const { from_block, complete } = data.coverage
      return {
        asOf: toDataTime(metadata),
        history: {
          transactions: data.transactions.map(({ hash, from, to, value, status, block_number, timestamp }) => ({
            hash,
            from,
            to,
            value,
            status,
            block_number,
            time: timestamp,
          })),
          next_cursor: data.next_cursor,
          from_block,
          complete,
        },
      }
    },
  }

/** @throws {InvalidParameterError} */
function requireAddress(address: string | undefined): string {
  if (address !== undefined) return address
  throw new InvalidParameterError([{ path: 'arguments.address', message: 'is required for balance and history' }])
}
