import * as t from 'typebox'
import { mempoolChains } from './chains.ts'
import { defineEndpoint } from './endpoint.ts'
import { named, orAbsent, record, toSnakeCase, wireOnly } from './record.ts'
import { dexIds, transactionTypes } from './vocabulary.ts'
import { Bigint, Gwei, Int, orNull, Timestamp, toAmount, toGwei, toHex, toTimestamp, toWad } from './wire.ts'

export const mevTypes = ['arbitrage', 'sandwich', 'liquidation', 'backrun', 'frontrun'] as const

const area = { area: 'mempool', scopes: ['read:blockchain'], cost: 5, errors: 'nested' } as const

// Not validated as an enum: an unknown chain has its own error code.
export const mempoolParams = t.Object({ chain: t.String({ description: `One of ${mempoolChains.join(', ')}` }) })

export const TxType = t.Enum([...transactionTypes])
export const DexId = t.Enum([...dexIds], { description: 'DEX protocol' })
export const Ether = toWad({ minimum: 0, maximum: 1e12, description: 'ETH' })
export const GasPrice = toGwei({ minimum: 0, maximum: 1e12, description: 'Limit for the maximum price per gas, gwei' })

// The wire sends 0 for an amount that is decided on chain. No swap has an input of 0, but some accept an output of 0.
const AmountIn = t
  .Codec(
    t.String({
      description: 'Input in smallest units. For an exact-output swap the maximum input. 0 if it is decided on chain',
    }),
  )
  .Decode((text): bigint | null => (text === '0' ? null : BigInt(text)))
  .Encode((amount) => String(amount ?? 0n))
const AmountOut = t
  .Codec(
    t.String({
      description:
        'Minimum output for the sender in smallest units, after fees, including checks by the router. 0 if unknown',
    }),
  )
  .Decode((text): bigint | null => BigInt(text))
  .Encode((amount) => String(amount ?? 0n))

const SwapDetails = record({
  dex: t.String(),
  tokenIn: toHex({ description: 'Token address. For the native currency the wrapped token' }),
  tokenOut: toHex(),
  /** Input in smallest units. Null if it is decided on chain. */
  amountIn: AmountIn,
  /** Minimum output, smallest units. Null if decided on chain. The wire sends 0 instead of null. */
  amountOut: named('amount_out_min', AmountOut),
  symbols: named(
    'path',
    t.Array(t.String(), { description: 'Symbols of the tokens, or the address if a symbol is unknown' }),
  ),
})

type NamedValues = { readonly [name: string]: unknown }
const toNames = (toName: (name: string) => string) => (values: NamedValues) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [toName(name), value])) as never
/** Declares values by name. The names are in snake case on the wire and in camel case in the library. */
export const byName = <schema extends t.TSchema>(schema: schema, options: t.TObjectOptions = {}) =>
  t
    .Codec(t.Record(t.String(), schema, options))
    .Decode((values): { readonly [name: string]: t.Static<schema> } =>
      toNames((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))(values as NamedValues),
    )
    .Encode(toNames(toSnakeCase))
export const Details = byName(t.Union([t.String(), t.Number()]))

/** `data` of a `transaction` message, and item of the lists. */
export const PendingTransaction = record({
  hash: toHex(),
  from: toHex(),
  /** Recipient. Null if the transaction creates a contract. */
  to: t.Union([toHex(), t.Null()], { description: 'Recipient; null if the transaction creates a contract' }),
  value: named('value_eth', toWad({ description: 'Value of the transaction in ETH' })),
  /** Maximum price per gas, in wei. */
  maxFeePerGas: named('gas_price_gwei', toGwei({ description: 'Maximum price per gas, gwei' })),
  gas: named('gas_limit', Bigint),
  nonce: Int,
  input: named('input_data', toHex()),
  type: named('tx_type', TxType),
  /** Time at which the first provider reported the transaction, Unix ms. */
  firstSeenMs: named('timestamp', toTimestamp('Time at which the first provider reported the transaction')),
  /** 0 to 100. */
  priorityScore: t.Number({ minimum: 0, maximum: 100 }),
  swap: named('swap_details', orAbsent(SwapDetails)),
  mev: named(
    'mev_opportunity',
    orAbsent(
      record({
        type: t.Enum([...mevTypes]),
        estimatedProfitEth: t.Number(),
        /** 0 to 1. */
        confidence: t.Number({ minimum: 0, maximum: 1 }),
        /** Details of the type, such as `slippageTolerance` of a sandwich in percent. */
        details: Details,
      }),
    ),
  ),
})

const Liquidation = record({
  hash: t.String(),
  protocol: t.String(),
  borrower: orNull(t.String()),
  liquidator: t.String({ description: 'Liquidator; the sender if the call names no other' }),
  collateralToken: t.Union([t.String(), t.Null()], {
    description: 'Underlying token, also for Compound v2; null if unknown',
  }),
  debtToken: orNull(t.String()),
  debtToCover: t.Union([toAmount({}), t.Null()], { description: 'Smallest units; null for the maximum allowed' }),
  maxFeePerGas: named('gas_price_gwei', Gwei),
  firstSeenMs: named('timestamp', Timestamp),
})

const isStale = orAbsent(
  t.Literal(true, {
    description: 'Set if no provider responds. Only transactions that cannot have been mined since `as_of` are listed',
  }),
)
const asOfMs = named('as_of', orAbsent(toTimestamp('Only with `stale`: time at which a provider last responded')))
/** Age of a list. */
export const age = {
  isStale: named('stale', isStale),
  /** Null while a provider responds. Otherwise the time of the last response: later transactions are unknown. */
  asOfMs,
}

const Limit = (maximum: number) =>
  t.Optional(t.Integer({ minimum: 1, maximum, default: 100, description: 'Maximum number of transactions' }))
const Transactions = record({
  chain: t.String(),
  count: wireOnly(Int),
  transactions: t.Array(PendingTransaction),
  ...age,
})

const timestamp = '2026-11-21T12:00:00.000Z'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const hash = `0x${'5c'.repeat(32)}`
export const exampleTransaction: t.Static<typeof PendingTransaction> = {
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
    summary: 'Whether the node sees the mempool of a chain',
    params: mempoolParams,
    response: record({
      chain: t.String(),
      /** True if at least one provider reports pending transactions. */
      isConnected: named(
        'connected',
        t.Boolean({ description: 'True if at least one provider reports pending transactions' }),
      ),
      subscriberCount: wireOnly(
        t.Integer({ minimum: 0, description: 'WebSockets with a subscription to this mempool' }),
      ),
      pendingCount: Int,
      /** Who can see pending transactions of this chain. */
      visibility: t.Enum(['public', 'sequencer', 'none'], {
        description: 'Who can see pending transactions of this chain',
      }),
      /** True if no provider responds. */
      isStale: named('stale', isStale),
      /** Time of the last response while stale, otherwise null. */
      asOfMs,
      note: wireOnly(t.Optional(t.String({ description: 'Reason why few or no transactions are visible' }))),
    }),
    example: { chain: 'ethereum', connected: true, subscriber_count: 3, pending_count: 12_480, visibility: 'public' },
  }),
  mempoolStats: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/stats',
    summary: 'Statistics of the pending transactions of a chain',
    params: mempoolParams,
    response: record({
      chain: wireOnly(t.String()),
      timestamp: wireOnly(Timestamp),
      pendingCount: named('total_pending', Int),
      gasPrice: named(
        'gas_prices',
        record(
          {
            min: named('min_gwei', Gwei),
            average: named('avg_gwei', Gwei),
            max: named('max_gwei', Gwei),
            median: named('median_gwei', Gwei),
          },
          { description: 'Price paid per gas in the next block, gwei; 0 if no transaction is pending' },
        ),
      ),
      /** Number of transactions by type. */
      counts: named('tx_counts', t.Record(t.String(), Int, { description: 'Number of transactions by type' })),
      mevOpportunities: wireOnly(
        t.Record(t.String(), Int, {
          description:
            'Number by type. Counts the best opportunity of each pending transaction, and opportunities that need no pending transaction, such as arbitrages at current pool prices',
        }),
      ),
      /** Total value in wei. The wire rounds it to 15 digits. */
      totalValue: named('total_value_eth', toWad({ description: 'Sum of the values in ETH' })),
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
    params: mempoolParams,
    filtersElsewhere: ['addresses', 'dex_protocols', 'include_mev', 'max_gas_price_gwei', 'tx_types'],
    query: record({
      /** Maximum number of transactions. @default 100 */
      limit: Limit(1000),
      type: named(
        'tx_type',
        t.Optional(t.Enum([...transactionTypes], { description: 'Only transactions of this type' })),
      ),
      /** Minimum value, in wei. The wire sends it in ETH, rounded to 15 digits. */
      minValue: named('min_value_eth', t.Optional(Ether)),
      /** Minimum for the maximum price per gas, in wei. */
      minGasPrice: named('min_gas_price_gwei', t.Optional(GasPrice)),
      /** Whether to return only transactions with an MEV opportunity. */
      onlyMev: named('mev_only', t.Optional(t.Boolean({ description: 'Only transactions with an MEV opportunity' }))),
    }),
    response: Transactions,
    example: exampleList,
  }),
  mempoolSwaps: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/swaps',
    summary: 'Pending swaps, highest priority first',
    params: mempoolParams,
    filtersElsewhere: [
      'addresses',
      'dex_protocols',
      'include_mev',
      'max_gas_price_gwei',
      'mev_only',
      'min_gas_price_gwei',
      'tx_types',
    ],
    query: record({ limit: Limit(500), minValue: named('min_value_eth', t.Optional(Ether)), dex: t.Optional(DexId) }),
    response: Transactions,
    example: exampleList,
  }),
  mempoolLiquidations: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/liquidations',
    summary: 'Pending liquidations, highest priority first',
    params: mempoolParams,
    response: record({ chain: t.String(), count: Int, liquidations: t.Array(Liquidation), ...age }),
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

/** Returns a zero for every name, so that readers find a zero instead of a missing field. */
export function toZeros(names: readonly string[]): { [name: string]: number } {
  return Object.fromEntries(names.map((name) => [name, 0]))
}
