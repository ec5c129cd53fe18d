import * as t from 'typebox'
import { mempoolChains } from './chains.ts'
import { defineEndpoint } from './endpoint.ts'
import { named, orAbsent, record, toSnakeCase, wireOnly } from './record.ts'
import { dexIds, transactionTypes } from './vocabulary.ts'
import { Bigint, Gwei, Int, orNull, Timestamp, toAmount, toGwei, toHex, toTimestamp, toWad } from './wire.ts'

export const mevTypes = ['arbitrage', 'sandwich', 'liquidation', 'backrun', 'frontrun'] as const

const area = { area: 'mempool', scopes: ['read:blockchain'], cost: 5, errors: 'nested' } as const

// Not validated as an enum: an unknown chain has its own error code.
const params = t.Object({ chain: t.String({ description: `One of ${mempoolChains.join(', ')}` }) })

export const TxType = t.Enum([...transactionTypes])
export const DexId = t.Enum([...dexIds], { description: 'DEX protocol' })
export const Ether = toWad({ minimum: 0, maximum: 1e12, description: 'ETH' })
export const GasPrice = toGwei({ minimum: 0, maximum: 1e12, description: 'gwei, of the most paid per gas' })

// The wire says 0 if an amount is decided on chain. No swap gives nothing, but some may return nothing.
const AmountIn = t
  .Codec(t.String({ description: 'Smallest units; the most given of an exact-out swap; 0 if decided on chain' }))
  .Decode((text): bigint | null => (text === '0' ? null : BigInt(text)))
  .Encode((amount) => String(amount ?? 0n))
const AmountOut = t
  .Codec(
    t.String({
      description:
        'Least that the sender gains, after fees, also if the router checks it when it pays out; 0 if that cannot be said',
    }),
  )
  .Decode((text): bigint | null => BigInt(text))
  .Encode((amount) => String(amount ?? 0n))

const SwapDetails = record({
  dex: t.String(),
  tokenIn: toHex({ description: 'Address; the wrapped token for the native currency' }),
  tokenOut: toHex(),
  /** Smallest units; null where decided on chain. */
  amountIn: AmountIn,
  /** The least that is taken; null where decided on chain, for which the wire says 0. */
  amountOut: named('amount_out_min', AmountOut),
  symbols: named('path', t.Array(t.String(), { description: 'Symbols, the address where one is not known' })),
})

const toNames = (toName: (name: string) => string) => (details: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [toName(name), value]))
const Details = t
  .Codec(t.Record(t.String(), t.Union([t.String(), t.Number()])))
  .Decode(toNames((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())))
  .Encode(toNames(toSnakeCase))

/** `data` of a `transaction` message, and an item of the lists. */
export const PendingTransaction = record({
  hash: toHex(),
  from: toHex(),
  /** Null deploys a contract. */
  to: t.Union([toHex(), t.Null()], { description: 'Null deploys a contract' }),
  value: named('value_eth', toWad()),
  /** Most paid per gas. */
  maxFeePerGas: named('gas_price_gwei', toGwei({ description: 'Most paid per gas' })),
  gas: named('gas_limit', Bigint),
  nonce: Int,
  input: named('input_data', toHex()),
  type: named('tx_type', TxType),
  /** When the first provider showed it, Unix ms. */
  firstSeenMs: named('timestamp', toTimestamp('When the first provider showed it')),
  /** 0-100. */
  priorityScore: t.Number({ minimum: 0, maximum: 100 }),
  swap: named('swap_details', orAbsent(SwapDetails)),
  mev: named(
    'mev_opportunity',
    orAbsent(
      record({
        type: t.Enum([...mevTypes]),
        estimatedProfitEth: t.Number(),
        /** 0-1. */
        confidence: t.Number({ minimum: 0, maximum: 1 }),
        /** By type, e.g. `slippageTolerance` of a sandwich in percent. */
        details: Details,
      }),
    ),
  ),
})

const Liquidation = record({
  hash: t.String(),
  protocol: t.String(),
  borrower: orNull(t.String()),
  liquidator: t.String({ description: 'The sender where the call names none' }),
  collateralToken: t.Union([t.String(), t.Null()], { description: 'Underlying token, of Compound v2 too' }),
  debtToken: orNull(t.String()),
  debtToCover: t.Union([toAmount({}), t.Null()], { description: 'Smallest units; null for as much as is allowed' }),
  maxFeePerGas: named('gas_price_gwei', Gwei),
  firstSeenMs: named('timestamp', Timestamp),
})

const isStale = orAbsent(
  t.Literal(true, { description: 'No provider answers: only what cannot have been mined since `as_of` is pending' }),
)
const asOfMs = named('as_of', orAbsent(toTimestamp('With `stale`: when anything was last seen')))
/** Of a list. */
const age = {
  isStale: named('stale', isStale),
  /** Null while a provider answers; else when one last did, and only what cannot have been mined since is listed. */
  staleSinceMs: asOfMs,
}

const Limit = (maximum: number) => t.Optional(t.Integer({ minimum: 1, maximum, default: 100 }))
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
    summary: 'Whether the mempool is watched',
    params,
    response: record({
      chain: t.String(),
      /** At least one provider shows its pool. */
      isConnected: named('connected', t.Boolean({ description: 'At least one provider shows its pool' })),
      subscriberCount: wireOnly(t.Integer({ minimum: 0, description: 'WebSockets with a subscription to it' })),
      pendingCount: Int,
      /** Who sees what is pending on this chain. */
      visibility: t.Enum(['public', 'sequencer', 'none'], { description: 'Who sees what is pending on this chain' }),
      /** No provider answers. */
      isStale: named('stale', isStale),
      /** When one last did; the wire says so only while it is stale, and it is null otherwise. */
      asOfMs,
      note: wireOnly(t.Optional(t.String({ description: 'Why little or nothing is seen' }))),
    }),
    example: { chain: 'ethereum', connected: true, subscriber_count: 3, pending_count: 12_480, visibility: 'public' },
  }),
  mempoolStats: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/stats',
    summary: 'Statistics of pending transactions',
    params,
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
          { description: 'Prices per gas that would be paid in the next block; 0 if nothing is pending' },
        ),
      ),
      /** By transaction type. */
      counts: named('tx_counts', t.Record(t.String(), Int, { description: 'By transaction type' })),
      mevOpportunities: wireOnly(
        t.Record(t.String(), Int, {
          description:
            'By type: pending transactions by the best opportunity of each, and those that rest on none, as arbitrages of the pools as they are',
        }),
      ),
      /** Wei; the wire rounds it to 15 digits. */
      totalValue: named('total_value_eth', toWad()),
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
    query: record({
      /** Most that are given. @default 100 */
      limit: Limit(1000),
      type: named('tx_type', t.Optional(TxType)),
      /** Wei; goes over the wire as a number of ETH, rounded to 15 digits. */
      minValue: named('min_value_eth', t.Optional(Ether)),
      /** Wei, of the most paid per gas. */
      minGasPrice: named('min_gas_price_gwei', t.Optional(GasPrice)),
      /** Only transactions with an MEV opportunity. */
      onlyMev: named('mev_only', t.Optional(t.Boolean())),
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
    query: record({ limit: Limit(500), minValue: named('min_value_eth', t.Optional(Ether)), dex: t.Optional(DexId) }),
    response: Transactions,
    example: exampleList,
  }),
  mempoolLiquidations: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/mempool/{chain}/liquidations',
    summary: 'Pending liquidations, highest priority first',
    params,
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

/** Every name counted, so that a reader finds a zero and not nothing. */
export function toZeros(names: readonly string[]): { [name: string]: number } {
  return Object.fromEntries(names.map((name) => [name, 0]))
}
