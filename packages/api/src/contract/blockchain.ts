import * as t from 'typebox'
import { blockchainExamples } from './blockchainExamples.ts'
import * as shapes from './blockchainShapes.ts'
import { chainNames } from './chains.ts'
import { logsCost } from './cost.ts'
import { defineEndpoint, defineGone } from './endpoint.ts'
import { gasExamples } from './gasExamples.ts'
import { UnifiedGas, UnifiedGasHistory } from './gasShapes.ts'
import { AnyAddress, AnyHash, BlockNumber, CallData, Chain, chainParams, TextList } from './sharedParameters.ts'

// The unified paths, gas, traces and debug return the envelope. The three older direct paths do not.
const area = {
  area: 'blockchain',
  scopes: ['read:blockchain'],
  errors: 'envelope',
  params: chainParams,
} as const
const direct = { ...area, errors: 'nested' } as const
const trace = { ...area, tier: 'starter', pool: 'trace' } as const

/** A block as in `eth_call`, or a decimal block number. */
const BlockTag = t.String({
  pattern: '^(?:latest|safe|finalized|earliest|\\d{1,15}|0x[\\da-fA-F]{1,13}|0x[\\da-fA-F]{64})$',
  default: 'latest',
  description: 'Block number, block hash, or one of latest, safe, finalized, earliest',
})
const ofAddress = t.Object({ chain: Chain, address: AnyAddress })
const ofHash = t.Object({ chain: Chain, hash: AnyHash })
const ofNumber = t.Object({ chain: Chain, number: BlockNumber })

export const blockchainEndpoints = {
  blockchainBalance: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/balance/{address}',
    params: ofAddress,
    cost: 15,
    summary: 'Native balance of an address at the latest block',
    response: shapes.BalanceEnvelope,
    example: blockchainExamples.balance,
  }),
  blockchainTransaction: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/transaction/{hash}',
    params: ofHash,
    cost: 20,
    summary: 'Get a transaction by its hash',
    response: shapes.TransactionEnvelope,
    example: blockchainExamples.transaction,
  }),
  blockchainBlock: defineEndpoint({
    ...direct,
    method: 'GET',
    path: '/v1/blockchain/{chain}/block/{number}',
    params: ofNumber,
    cost: 21,
    summary: 'Get a block by its number',
    response: shapes.Block,
    example: blockchainExamples.block,
  }),
  blockchainCall: defineEndpoint({
    ...direct,
    method: 'POST',
    path: '/v1/blockchain/{chain}/call',
    body: t.Object({ to: AnyAddress, data: CallData, block: t.Optional(BlockTag) }),
    cost: 26,
    summary: 'Call a contract without a transaction (eth_call)',
    response: shapes.CallResult,
    example: blockchainExamples.call,
  }),
  blockchainLogs: defineEndpoint({
    ...direct,
    method: 'GET',
    path: '/v1/blockchain/{chain}/logs',
    query: t.Object({
      address: t.Optional(AnyAddress),
      topics: t.Optional(TextList),
      fromBlock: t.Optional(BlockNumber),
      toBlock: t.Optional(BlockNumber),
    }),
    cost: logsCost,
    summary: 'Event logs of a block range',
    response: shapes.Logs,
    example: blockchainExamples.logs,
  }),
  blockchainInfo: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/info',
    cost: 5,
    summary: 'Properties of a chain: id, consensus, block time, currency',
    response: shapes.ChainInfo,
    example: blockchainExamples.info,
  }),
  blockchainTraceTransaction: defineEndpoint({
    ...trace,
    method: 'GET',
    path: '/v1/blockchain/{chain}/trace/transaction/{hash}',
    params: ofHash,
    cost: 1000,
    summary: 'Trace of a transaction',
    response: shapes.Traces,
    example: blockchainExamples.traces,
  }),
  blockchainDebugTrace: defineEndpoint({
    ...trace,
    method: 'POST',
    path: '/v1/blockchain/{chain}/debug/trace-transaction',
    body: t.Object({
      hash: AnyHash,
      options: t.Optional(
        t.Object({
          tracer: t.Optional(
            t.String({ minLength: 1, maxLength: 10_000, description: 'Tracer, passed to the provider unchanged' }),
          ),
          timeout: t.Optional(t.String({ pattern: '^\\d{1,4}(?:ms|s|m)$', description: 'Timeout such as 5s' })),
        }),
      ),
    }),
    cost: 5000,
    summary: 'Debug trace of a transaction',
    response: shapes.Traces,
    example: blockchainExamples.traces,
  }),
  blockchainTraceBlock: defineEndpoint({
    ...trace,
    method: 'GET',
    path: '/v1/blockchain/{chain}/trace/block/{number}',
    params: ofNumber,
    cost: 2500,
    summary: 'Traces of a block',
    response: shapes.Traces,
    example: blockchainExamples.traces,
  }),
  blockchainGas: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/gas',
    cost: 5,
    summary: 'Gas price of the next block',
    response: UnifiedGas,
    example: gasExamples.unified,
  }),
  blockchainGasHistory: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/gas/history',
    query: t.Object({
      hours: t.Optional(
        t.Integer({ minimum: 1, maximum: 168, default: 24, description: 'Length of the period in hours' }),
      ),
      resolution: t.Optional(t.Enum(['1m', '5m', '15m', '1h'], { description: 'Length of one interval. Default: 1h' })),
    }),
    cost: { base: 0, each: 20, per: 'day', of: 'hours', size: 24 },
    summary: 'Past gas prices by hours, as far as they are stored or can be read immediately',
    response: UnifiedGasHistory,
    example: gasExamples.unifiedHistory,
  }),
  blockchainLatestBlock: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/blocks/latest',
    cost: 21,
    summary: 'Get the latest block',
    response: shapes.UnifiedBlock,
    example: blockchainExamples.unifiedBlock,
  }),
  blockchainBlockBy: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/blocks/{block}',
    params: t.Object({ chain: Chain, block: AnyHash }),
    cost: 21,
    summary: 'Get a block by its number or hash',
    response: shapes.UnifiedBlock,
    example: blockchainExamples.unifiedBlock,
  }),
  blockchainBlockTransactions: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/transactions/block/{number}',
    params: ofNumber,
    query: t.Object({
      limit: t.Optional(
        t.Integer({ minimum: 1, maximum: 1000, default: 1000, description: 'Maximum number of transactions' }),
      ),
      offset: t.Optional(
        t.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'Number of transactions to skip' }),
      ),
    }),
    cost: 36,
    summary: 'Transactions of a block, in pages',
    response: shapes.BlockTransactions,
    example: blockchainExamples.blockTransactions,
  }),
  blockchainAddressTransactions: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/addresses/{address}/transactions',
    params: ofAddress,
    query: t.Object({
      limit: t.Optional(
        t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Maximum number of transactions' }),
      ),
      cursor: t.Optional(
        t.String({ minLength: 1, maxLength: 1000, description: '`next_cursor` of the previous page' }),
      ),
    }),
    cost: 75,
    summary: 'Transactions of an address, newest first, in pages',
    response: shapes.AddressTransactions,
    example: blockchainExamples.addressTransactions,
  }),
  blockchainNetworkStats: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/stats/network',
    cost: 5,
    summary: 'Latest block, block time, throughput and peers of a chain',
    response: shapes.NetworkStats,
    example: blockchainExamples.stats,
  }),
  blockchainStatus: defineGone({
    ...area,
    chains: chainNames,
    method: 'GET',
    path: '/v1/blockchain/{chain}/status',
    cost: 0,
    summary: 'Removed in 0.6.0',
    replacements: ['/v1/blockchain/{chain}/blocks/latest', '/v1/blockchain/{chain}/info'],
  }),
}
