import * as t from 'typebox'
import { Address, Chain, defineTool, Limit, Text } from '../tool.ts'

const Block = t.String({ pattern: '^(?:latest|\\d{1,15})$', description: 'Number, or latest. Default: latest' })

export const getLogs = defineTool({
  name: 'get_logs',
  title: 'Event logs',
  description:
    'Event logs of an EVM chain in a range of blocks, newest first, by contract and topics. `topics` are by position, separated by commas; an empty place matches any topic. Cost grows with the range, so keep it small.',
  input: t.Object({
    chain: Chain,
    address: t.Optional(Address),
    topics: t.Optional(
      t.String({ pattern: '^(?:0x[\\da-fA-F]{64})?(?:,(?:0x[\\da-fA-F]{64})?){0,3}$', description: 'topic0,topic1,…' }),
    ),
    from_block: t.Optional(Block),
    to_block: t.Optional(Block),
    limit: t.Optional(Limit(100, 20)),
  }),
  output: t.Object({
    chain: Text,
    total: t.Integer({ description: 'Logs in the range, also beyond `limit`' }),
    logs: t.Array(
      t.Object({
        address: Text,
        topics: t.Array(Text),
        data: Text,
        block_number: t.Integer(),
        transaction_hash: Text,
        log_index: t.Integer(),
      }),
    ),
  }),
  endpoints: ['blockchainLogs'],
  async ask({ chain, address, topics, from_block, to_block, limit = 20 }, api) {
    const { logs, total } = await api.blockchainLogs({
      chain,
      ...(address !== undefined && { address }),
      ...(topics && { topics }),
      ...(from_block !== undefined && { fromBlock: from_block }),
      ...(to_block !== undefined && { toBlock: to_block }),
    })
    return { data: { chain, total, logs: logs.slice(-limit).reverse() } }
  },
  toText: ({ chain, total, logs }) => `${total} logs on ${chain}, of which ${logs.length} are listed, newest first.`,
})
