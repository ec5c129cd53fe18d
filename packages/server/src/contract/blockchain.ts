import { defineGone, defineUnavailable } from './endpoint.ts'

// The unified pattern, gas, traces and debug answer in the envelope; the three older direct paths do not.
const area = { area: 'blockchain', access: ['read:blockchain'], errors: 'envelope' } as const
const direct = { ...area, errors: 'nested' } as const
const trace = { ...area, tier: 'starter' } as const

export const blockchainEndpoints = {
  blockchainBalance: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/balance/{address}',
    cost: 15,
    summary: 'Native balance of an address',
  }),
  blockchainTransaction: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/transaction/{hash}',
    cost: 20,
    summary: 'One transaction',
  }),
  blockchainBlock: defineUnavailable({
    ...direct,
    method: 'GET',
    path: '/v1/blockchain/{chain}/block/{number}',
    cost: 21,
    summary: 'One block',
  }),
  blockchainCall: defineUnavailable({
    ...direct,
    method: 'POST',
    path: '/v1/blockchain/{chain}/call',
    cost: 26,
    summary: 'Read-only contract call',
  }),
  blockchainLogs: defineUnavailable({
    ...direct,
    method: 'GET',
    path: '/v1/blockchain/{chain}/logs',
    cost: { base: 75, each: 5, per: '1000 blocks', max: 500 },
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
    cost: 1000,
    summary: 'Trace of a transaction',
  }),
  blockchainDebugTrace: defineUnavailable({
    ...trace,
    method: 'POST',
    path: '/v1/blockchain/{chain}/debug/trace-transaction',
    cost: 5000,
    summary: 'Debug trace of a transaction',
  }),
  blockchainTraceBlock: defineUnavailable({
    ...trace,
    method: 'GET',
    path: '/v1/blockchain/{chain}/trace/block/{number}',
    cost: 2500,
    summary: 'Traces of a block',
  }),
  blockchainGas: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/gas',
    cost: 5,
    summary: 'Gas price of the next block',
  }),
  blockchainGasHistory: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/gas/history',
    cost: 20,
    summary: 'Gas prices over hours',
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
    cost: 21,
    summary: 'One block, by number or by hash',
  }),
  blockchainBlockTransactions: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/transactions/block/{number}',
    cost: 36,
    summary: 'Transactions of a block',
  }),
  blockchainAddressTransactions: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/blockchain/{chain}/addresses/{address}/transactions',
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
