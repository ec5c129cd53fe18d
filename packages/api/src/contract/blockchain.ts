import * as t from 'typebox'
import { logsCost } from './cost.ts'
import { defineEndpoint, defineGone, defineUnavailable } from './endpoint.ts'
import { gasExamples } from './gasExamples.ts'
import { UnifiedGas, UnifiedGasHistory } from './gasShapes.ts'
import { AnyAddress, AnyHash, BlockNumber, CallData, Chain, chainParams, TextList } from './planned.ts'
import { chainNames } from './vocabulary.ts'

// The unified pattern, gas, traces and debug answer in the envelope; the three older direct paths do not.
const area = {
  area: 'blockchain',
  scopes: ['read:blockchain'],
  errors: 'envelope',
  params: chainParams,
  chains: chainNames,
} as const
const direct = { ...area, errors: 'nested' } as const
const trace = { ...area, tier: 'starter', pool: 'trace' } as const
export const unifiedGasChains = ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'gnosis', 'avalanche'] as const
const { chains: _, ...gas } = area

const ofAddress = t.Object({ chain: Chain, address: AnyAddress })
const ofHash = t.Object({ chain: Chain, hash: AnyHash })
const ofNumber = t.Object({ chain: Chain, number: BlockNumber })

export const blockchainEndpoints = {
  blockchainBalance: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/balance/{address}',
    params: ofAddress,
    cost: 15,
    summary: 'Native balance of an address',
  }),
  blockchainTransaction: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/transaction/{hash}',
    params: ofHash,
    cost: 20,
    summary: 'One transaction',
  }),
  blockchainBlock: defineUnavailable({
    ...direct,
    method: 'GET',
    path: '/v1/blockchain/{chain}/block/{number}',
    params: ofNumber,
    cost: 21,
    summary: 'One block',
  }),
  blockchainCall: defineUnavailable({
    ...direct,
    method: 'POST',
    path: '/v1/blockchain/{chain}/call',
    body: t.Object({ to: AnyAddress, data: CallData, block: t.Optional(t.String({ default: 'latest' })) }),
    cost: 26,
    summary: 'Read-only contract call',
  }),
  blockchainLogs: defineUnavailable({
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
    summary: 'Event logs',
  }),
  blockchainInfo: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/info',
    cost: 5,
    summary: 'What kind of chain it is',
  }),
  blockchainTraceTransaction: defineUnavailable({
    ...trace,
    method: 'GET',
    path: '/v1/blockchain/{chain}/trace/transaction/{hash}',
    params: ofHash,
    cost: 1000,
    summary: 'Trace of a transaction',
  }),
  blockchainDebugTrace: defineUnavailable({
    ...trace,
    method: 'POST',
    path: '/v1/blockchain/{chain}/debug/trace-transaction',
    body: t.Object({
      hash: AnyHash,
      options: t.Optional(t.Object({ tracer: t.Optional(t.String()), timeout: t.Optional(t.String()) })),
    }),
    cost: 5000,
    summary: 'Debug trace of a transaction',
  }),
  blockchainTraceBlock: defineUnavailable({
    ...trace,
    method: 'GET',
    path: '/v1/blockchain/{chain}/trace/block/{number}',
    params: ofNumber,
    cost: 2500,
    summary: 'Traces of a block',
  }),
  blockchainGas: defineEndpoint({
    ...gas,
    method: 'GET',
    path: '/v1/blockchain/{chain}/gas',
    cost: 5,
    summary: 'Gas price of the next block',
    response: UnifiedGas,
    example: gasExamples.unified,
  }),
  blockchainGasHistory: defineEndpoint({
    ...gas,
    method: 'GET',
    path: '/v1/blockchain/{chain}/gas/history',
    query: t.Object({
      hours: t.Optional(t.Integer({ minimum: 1, maximum: 168, default: 24 })),
      resolution: t.Optional(t.Enum(['1m', '5m', '15m', '1h'])),
    }),
    cost: { base: 0, each: 20, per: 'day', of: 'hours', size: 24 },
    summary: 'Gas prices over hours, as far as they are kept or can be read at once',
    response: UnifiedGasHistory,
    example: gasExamples.unifiedHistory,
  }),
  blockchainLatestBlock: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/blocks/latest',
    cost: 21,
    summary: 'The latest block',
  }),
  blockchainBlockBy: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/blocks/{block}',
    params: t.Object({ chain: Chain, block: AnyHash }),
    cost: 21,
    summary: 'One block, by number or by hash',
  }),
  blockchainBlockTransactions: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/transactions/block/{number}',
    params: ofNumber,
    cost: 36,
    summary: 'Transactions of a block',
  }),
  blockchainAddressTransactions: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/addresses/{address}/transactions',
    params: ofAddress,
    query: t.Object({
      limit: t.Optional(t.Integer({ minimum: 1, maximum: 1000, default: 100 })),
      cursor: t.Optional(t.String({ minLength: 1, maxLength: 1000 })),
    }),
    cost: 75,
    summary: 'Transactions of an address',
  }),
  blockchainNetworkStats: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/stats/network',
    cost: 5,
    summary: 'Network statistics',
  }),
  blockchainStatus: defineGone({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/status',
    cost: 0,
    summary: 'Removed in 0.6.0',
    replacements: ['/v1/blockchain/{chain}/blocks/latest', '/v1/blockchain/{chain}/info'],
  }),
}
