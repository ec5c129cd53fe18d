import * as t from 'typebox'
import { mempoolChains } from './chains.ts'
import { defineEndpoint } from './endpoint.ts'
import { dexIds, transactionTypes } from './vocabulary.ts'
import { Gwei, Int, orNull, Timestamp } from './wire.ts'

export const mevTypes = ['arbitrage', 'sandwich', 'liquidation', 'backrun', 'frontrun'] as const

const area = { area: 'mempool', scopes: ['read:blockchain'], cost: 5, errors: 'nested' } as const

// Not validated as an enum: an unknown chain has its own error code.
const params = t.Object({ chain: t.String({ description: `One of ${mempoolChains.join(', ')}` }) })

export const TxType = t.Enum([...transactionTypes])
export const DexId = t.Enum([...dexIds], { description: 'DEX protocol' })
export const Ether = t.Number({ minimum: 0, maximum: 1e12, description: 'ETH' })
export const GasPrice = t.Number({ minimum: 0, maximum: 1e12, description: 'gwei, of the most paid per gas' })

const SwapDetails = t.Object({
  dex: t.String(),
  token_in: t.String({ description: 'Address; the wrapped token for the native currency' }),
  token_out: t.String(),
  amount_in: t.String({ description: 'Smallest units; the most given of an exact-out swap; 0 if decided on chain' }),
  amount_out_min: t.String({
    description:
      'Least that the sender gains, after fees, also if the router checks it when it pays out; 0 if that cannot be said',
  }),
  path: t.Array(t.String(), { description: 'Symbols, the address where one is not known' }),
})

/** `data` of a `transaction` message, and an item of the lists. */
export const WireTransaction = t.Object({
  hash: t.String(),
  from: t.String(),
  to: t.Union([t.String(), t.Null()], { description: 'Null deploys a contract' }),
  value_eth: t.Number(),
  gas_price_gwei: t.Number({ description: 'Most paid per gas' }),
  gas_limit: Int,
  nonce: Int,
  input_data: t.String(),
  tx_type: TxType,
  timestamp: t.String({ format: 'date-time', description: 'When the first provider showed it' }),
  priority_score: t.Number({ minimum: 0, maximum: 100 }),
  swap_details: t.Optional(SwapDetails),
  mev_opportunity: t.Optional(
    t.Object({
      type: t.Enum([...mevTypes]),
      estimated_profit_eth: t.Number(),
      confidence: t.Number({ minimum: 0, maximum: 1 }),
      details: t.Record(t.String(), t.Union([t.String(), t.Number()])),
    }),
  ),
})

const Liquidation = t.Object({
  hash: t.String(),
  protocol: t.String(),
  borrower: orNull(t.String()),
  liquidator: t.String({ description: 'The sender where the call names none' }),
  collateral_token: t.Union([t.String(), t.Null()], { description: 'Underlying token, of Compound v2 too' }),
  debt_token: orNull(t.String()),
  debt_to_cover: t.Union([t.String(), t.Null()], { description: 'Smallest units; null for as much as is allowed' }),
  gas_price_gwei: Gwei,
  timestamp: Timestamp,
})

const age = {
  stale: t.Optional(
    t.Literal(true, { description: 'No provider answers: only what cannot have been mined since `as_of` is pending' }),
  ),
  as_of: t.Optional(t.String({ format: 'date-time', description: 'With `stale`: when anything was last seen' })),
}

const Limit = (maximum: number) => t.Optional(t.Integer({ minimum: 1, maximum, default: 100 }))
const Transactions = t.Object({ chain: t.String(), count: Int, transactions: t.Array(WireTransaction), ...age })

const timestamp = '2026-11-21T12:00:00.000Z'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const hash = `0x${'5c'.repeat(32)}`
export const exampleTransaction: t.Static<typeof WireTransaction> = {
  hash,
  from: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  to: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  value_eth: 1.5,
  gas_price_gwei: 2.5,
  gas_limit: 180_000,
  nonce: 42,
  input_data: '0x7ff36ab5',
  tx_type: 'swap',
  timestamp,
  priority_score: 71.5,
  swap_details: {
    dex: 'uniswap_v2',
    token_in: weth,
    token_out: usdc,
    amount_in: '1500000000000000000',
    amount_out_min: '4650000000',
    path: ['WETH', 'USDC'],
  },
}
const exampleList = { chain: 'ethereum', count: 1, transactions: [exampleTransaction] }

export const mempoolEndpoints = {
  mempoolStatus: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/status',
    summary: 'Whether the mempool is watched',
    params,
    response: t.Object({
      chain: t.String(),
      connected: t.Boolean({ description: 'At least one provider shows its pool' }),
      subscriber_count: t.Integer({ minimum: 0, description: 'WebSockets with a subscription to it' }),
      pending_count: Int,
      visibility: t.Enum(['public', 'sequencer', 'none'], { description: 'Who sees what is pending on this chain' }),
      ...age,
      note: t.Optional(t.String({ description: 'Why little or nothing is seen' })),
    }),
    example: { chain: 'ethereum', connected: true, subscriber_count: 3, pending_count: 12_480, visibility: 'public' },
  }),
  mempoolStats: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/stats',
    summary: 'What is pending, in figures',
    params,
    response: t.Object({
      chain: t.String(),
      timestamp: Timestamp,
      total_pending: Int,
      gas_prices: t.Object(
        { min_gwei: Gwei, avg_gwei: Gwei, max_gwei: Gwei, median_gwei: Gwei },
        { description: 'What would be paid per gas in the next block; 0 while nothing is pending' },
      ),
      tx_counts: t.Record(t.String(), Int, { description: 'By transaction type' }),
      mev_opportunities: t.Record(t.String(), Int, {
        description:
          'By type: pending transactions by the best opportunity of each, and those that rest on none, as arbitrages of the pools as they are',
      }),
      total_value_eth: t.Number(),
      ...age,
    }),
    example: {
      chain: 'ethereum',
      timestamp,
      total_pending: 2,
      gas_prices: { min_gwei: 1, avg_gwei: 1.5, max_gwei: 2, median_gwei: 1 },
      tx_counts: { ...toZeros(transactionTypes), swap: 1, transfer: 1 },
      mev_opportunities: toZeros(mevTypes),
      total_value_eth: 1.5,
    },
  }),
  mempoolPending: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/pending',
    summary: 'Pending transactions, classified, highest priority first',
    params,
    filtersElsewhere: ['addresses', 'dex_protocols', 'include_mev', 'max_gas_price_gwei', 'tx_types'],
    query: t.Object({
      limit: Limit(1000),
      tx_type: t.Optional(TxType),
      min_value_eth: t.Optional(Ether),
      min_gas_price_gwei: t.Optional(GasPrice),
      mev_only: t.Optional(t.Boolean()),
    }),
    response: Transactions,
    example: exampleList,
  }),
  mempoolSwaps: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/swaps',
    summary: 'Pending swaps, highest priority first',
    params,
    filtersElsewhere: [
      'addresses',
      'dex_protocols',
      'include_mev',
      'max_gas_price_gwei',
      'mev_only',
      'min_gas_price_gwei',
      'tx_types',
    ],
    query: t.Object({ limit: Limit(500), min_value_eth: t.Optional(Ether), dex: t.Optional(DexId) }),
    response: Transactions,
    example: exampleList,
  }),
  mempoolLiquidations: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/liquidations',
    summary: 'Pending liquidations, highest priority first',
    params,
    response: t.Object({ chain: t.String(), count: Int, liquidations: t.Array(Liquidation), ...age }),
    example: {
      chain: 'ethereum',
      count: 1,
      liquidations: [
        {
          hash,
          protocol: 'aave_v3',
          borrower: '0x0000000000000000000000000000000000000b0b',
          liquidator: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
          collateral_token: weth,
          debt_token: usdc,
          debt_to_cover: '2500000000',
          gas_price_gwei: 12,
          timestamp,
        },
      ],
    },
  }),
}

/** Every name counted, so that a reader finds a zero and not nothing. */
export function toZeros(names: readonly string[]): { [name: string]: number } {
  return Object.fromEntries(names.map((name) => [name, 0]))
}
