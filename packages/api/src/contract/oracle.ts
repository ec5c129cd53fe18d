import * as t from 'typebox'
import { oracleChains } from './chains.ts'
import { defineEndpoint } from './endpoint.ts'
import { named, record } from './record.ts'
import { Bigint, ExactSeconds, Gwei, Int, orNull, Timestamp, toAmount, toSeconds, toTimestamp } from './wire.ts'

const area = { area: 'oracle', scopes: 'public', cost: 0, errors: 'flat' } as const

/** Fields of {@link Freshness}. */
export const freshness = {
  /** Time of the read, Unix ms. */
  timestampMs: named('timestamp', Timestamp),
  /** `cache` if the value is older than its lifetime because no provider responds. */
  source: t.Enum(['primary', 'backup', 'cache']),
  /** True if the value is older than its lifetime because no provider responds. */
  stale: t.Boolean({ description: 'True if the value comes from the cache because every provider failed' }),
  /** Time from `timestampMs` to the next read. The wire rounds it up to whole seconds. */
  ttlMs: named('ttl_seconds', toSeconds({ description: 'Lifetime in seconds, after which the value is read again' })),
}
/** Source and age of a value. */
export const Freshness = record(freshness)

/** Fees of an EIP-1559 transaction. Wei in the library, gwei on the wire. */
export const GasTier = record({
  /** Base fee of the next block. */
  baseFeePerGas: named('base_fee_gwei', Gwei),
  maxPriorityFeePerGas: named('priority_fee_gwei', Gwei),
  maxFeePerGas: named('max_fee_gwei', Gwei),
})

const InclusionTarget = record({
  /** Time in ms within which the tier is included. The wire sends seconds. */
  withinMs: named('within_seconds', ExactSeconds),
  /** Probability of inclusion in that time, 0 to 1. */
  confidence: t.Number({ description: 'Probability of inclusion in that time, 0 to 1' }),
})

const ProviderHealth = t.Object({
  status: t.Enum(['unknown', 'healthy', 'degraded', 'unavailable']),
  success_rate: t.Number({
    minimum: 0,
    maximum: 1,
    description: 'Success rate of recent calls, 0 to 1; 1 before the first call',
  }),
  latency_ms: t.Number({ minimum: 0, description: 'Median latency in ms; 0 before the first response' }),
})

const ChainState = t.Object({
  chain_id: orNull(t.Integer({ description: 'Null for chains outside the EVM family and for `beacon`' })),
  endpoints: t.Integer({ description: 'Configured endpoints' }),
  unavailable_endpoints: t.Integer({
    description: 'Endpoints that do not respond. The others may be healthy, degraded or unknown',
  }),
  newest_block: orNull(Int),
  newest_block_at: orNull(toTimestamp('Timestamp of the block, or when it was first seen')),
  outage: orNull(
    t.Object({
      kind: t.Enum(['unavailable', 'wrong_chain', 'late_head'], {
        description:
          'unavailable: no provider responds. wrong_chain: neither, and a provider serves another chain. late_head: the newest block is older than 30 seconds and than three block times (six on proof of work)',
      }),
      since: orNull(toTimestamp('When the last provider failed, or time of the newest block')),
      reason: orNull(t.String({ description: 'Only for wrong_chain: the chain ids' })),
    }),
  ),
})

const exampleFreshness = { timestamp: '2026-11-21T12:00:00.000Z', source: 'primary', stale: false } as const

// Not validated as an enum: an unknown chain has its own error code.
const Chain = t.String({ description: `One of ${oracleChains.join(', ')}` })

export const oracleEndpoints = {
  oracleGas: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/oracle/gas/{chain}',
    summary: 'Gas price of the next block in four tiers',
    params: t.Object({ chain: Chain }),
    response: record({
      chain: t.String(),
      blockNumber: Bigint,
      ...freshness,
      /** Base fee of block `blockNumber`. */
      baseFeePerGas: named('base_fee_gwei', Gwei),
      slow: GasTier,
      standard: GasTier,
      fast: GasTier,
      instant: GasTier,
      /** Inclusion target of each tier, by its priority fee. The maximum fee must stay above the base fee. */
      inclusion: record(
        { slow: InclusionTarget, standard: InclusionTarget, fast: InclusionTarget, instant: InclusionTarget },
        {
          description:
            'Inclusion target of each tier, by its priority fee. The maximum fee must stay above the base fee',
        },
      ),
      congestion: named('network_congestion', t.Enum(['low', 'medium', 'high', 'critical'])),
      /** `degraded` while a backup responds, `unavailable` while no provider does. */
      providerStatus: t.Enum(['healthy', 'degraded', 'unavailable']),
      failoverActive: t.Boolean(),
    }),
    example: {
      chain: 'ethereum',
      block_number: 23_850_000,
      ...exampleFreshness,
      ttl_seconds: 3,
      base_fee_gwei: 1.25,
      slow: { base_fee_gwei: 1.2, priority_fee_gwei: 0.05, max_fee_gwei: 1.25 },
      standard: { base_fee_gwei: 1.2, priority_fee_gwei: 0.1, max_fee_gwei: 1.3 },
      fast: { base_fee_gwei: 1.2, priority_fee_gwei: 0.5, max_fee_gwei: 1.7 },
      instant: { base_fee_gwei: 1.2, priority_fee_gwei: 1, max_fee_gwei: 2.2 },
      inclusion: {
        slow: { within_seconds: 300, confidence: 0.95 },
        standard: { within_seconds: 180, confidence: 0.95 },
        fast: { within_seconds: 60, confidence: 0.95 },
        instant: { within_seconds: 30, confidence: 0.95 },
      },
      network_congestion: 'low',
      provider_status: 'healthy',
      failover_active: false,
    },
  }),
  oracleLrtRates: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/oracle/lrt/rates',
    summary: 'Rates of liquid restaking tokens in ETH, and the price of ETH in US dollars',
    query: t.Object({
      tokens: t.Optional(t.String({ description: 'Symbols, separated by commas. Default: all' })),
    }),
    response: record({
      ...freshness,
      /** Rates by token symbol. */
      rates: t.Record(
        t.String(),
        record({
          token: t.String(),
          /** ETH per token. */
          rate: t.Number({ description: 'ETH per token' }),
          /** ETH per token, 18 decimals, as the contract returns it. */
          rateWei: toAmount({ pattern: '^\\d+$', description: 'wei per token' }),
          /** Tokens per ETH. */
          inverseRate: t.Number({ description: 'Tokens per ETH' }),
          /** Slug of the issuer. */
          protocol: t.String(),
        }),
      ),
      ethPriceUsd: t.Number({ description: 'US dollars per ETH' }),
    }),
    example: {
      ...exampleFreshness,
      ttl_seconds: 30,
      rates: {
        weETH: {
          token: 'weETH',
          rate: 1.08,
          rate_wei: '1080000000000000000',
          inverse_rate: 0.925925925925926,
          protocol: 'etherfi',
        },
      },
      eth_price_usd: 3000,
    },
  }),
  oracleBeaconStatus: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/oracle/beacon/status',
    summary: 'Head, finality and validators of the beacon chain',
    response: record({
      ...freshness,
      /** `synced`, `syncing` or `optimistic`. */
      syncStatus: t.String(),
      /** Slots behind the head. */
      syncDistance: t.Integer({ description: 'Slots behind the head' }),
      slot: record({ slot: Int, epoch: Int, finalizedEpoch: Int, justifiedEpoch: Int }),
      validators: record({
        total: named('total_validators', Int),
        pending: named('pending_validators', Int),
        exiting: named('exiting_validators', Int),
      }),
      /** Name of the network, such as `mainnet`. */
      network: t.String(),
    }),
    example: {
      ...exampleFreshness,
      ttl_seconds: 12,
      sync_status: 'synced',
      sync_distance: 0,
      slot: { slot: 13_000_000, epoch: 406_250, finalized_epoch: 406_248, justified_epoch: 406_249 },
      validators: { total_validators: 1_000_000, pending_validators: 1000, exiting_validators: 500 },
      network: 'mainnet',
    },
  }),
  oracleHealth: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/oracle/health',
    summary: 'Health of every configured provider',
    response: t.Object({
      overall_status: t.Enum(['healthy', 'degraded', 'unavailable']),
      timestamp: Timestamp,
      providers: t.Record(t.String(), t.Object({ primary: ProviderHealth, backup: t.Optional(ProviderHealth) }), {
        description: 'By chain, plus `beacon` if one is configured. `backup` is the best of the backups',
      }),
      started_at: toTimestamp('Start of the node'),
      store_failing_since: orNull(
        toTimestamp('Since when the store of the node cannot be read or written; null while it can'),
      ),
      chains: t.Record(t.String(), ChainState, { description: 'Age of the data by chain, plus `beacon`' }),
    }),
    example: {
      overall_status: 'healthy',
      timestamp: exampleFreshness.timestamp,
      providers: {
        ethereum: {
          primary: { status: 'healthy', success_rate: 1, latency_ms: 12 },
          backup: { status: 'unknown', success_rate: 1, latency_ms: 0 },
        },
      },
      started_at: exampleFreshness.timestamp,
      store_failing_since: null,
      chains: {
        ethereum: {
          chain_id: 1,
          endpoints: 2,
          unavailable_endpoints: 0,
          newest_block: 23_850_000,
          newest_block_at: exampleFreshness.timestamp,
          outage: null,
        },
      },
    },
  }),
  oracleCacheClear: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/oracle/cache/clear',
    summary: 'Clear the cached values of one chain, or of all chains',
    query: t.Object({ chain: t.Optional(Chain) }),
    response: t.Object({ cleared: t.Array(t.String()), timestamp: Timestamp }),
    example: { cleared: ['ethereum', 'lrt', 'beacon'], timestamp: exampleFreshness.timestamp },
  }),
}
