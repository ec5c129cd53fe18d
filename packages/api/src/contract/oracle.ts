import * as t from 'typebox'
import { oracleChains } from './chains.ts'
import { defineEndpoint } from './endpoint.ts'
import { Gwei, Int, Timestamp } from './wire.ts'

const area = { area: 'oracle', scopes: 'public', cost: 0, errors: 'flat' } as const

const freshness = {
  timestamp: Timestamp,
  source: t.Enum(['primary', 'backup', 'cache']),
  stale: t.Boolean({ description: 'Served from cache because every provider failed' }),
  ttl_seconds: t.Integer({ description: 'Seconds until the data should be refreshed' }),
}

const Tier = t.Object({ base_fee_gwei: Gwei, priority_fee_gwei: Gwei, max_fee_gwei: Gwei })

const ProviderHealth = t.Object({
  status: t.Enum(['unknown', 'healthy', 'degraded', 'unavailable']),
  success_rate: t.Number({ minimum: 0, maximum: 1, description: 'Of the recent calls; 1 before the first' }),
  latency_ms: t.Number({ minimum: 0, description: 'Median; 0 before the first answer' }),
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
    response: t.Object({
      chain: t.String(),
      block_number: Int,
      ...freshness,
      base_fee_gwei: Gwei,
      slow: Tier,
      standard: Tier,
      fast: Tier,
      instant: Tier,
      network_congestion: t.Enum(['low', 'medium', 'high', 'critical']),
      provider_status: t.Enum(['healthy', 'degraded', 'unavailable']),
      failover_active: t.Boolean(),
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
      network_congestion: 'low',
      provider_status: 'healthy',
      failover_active: false,
    },
  }),
  oracleLrtRates: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/oracle/lrt/rates',
    summary: 'Liquid restaking tokens in ETH, and ETH in USD',
    query: t.Object({
      tokens: t.Optional(t.String({ description: 'Comma-separated symbols; all of them without it' })),
    }),
    response: t.Object({
      ...freshness,
      rates: t.Record(
        t.String(),
        t.Object({
          token: t.String(),
          rate: t.Number({ description: 'ETH per token' }),
          rate_wei: t.String({ pattern: '^\\d+$' }),
          inverse_rate: t.Number({ description: 'Tokens per ETH' }),
          protocol: t.String(),
        }),
      ),
      eth_price_usd: t.Number(),
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
    response: t.Object({
      ...freshness,
      sync_status: t.String(),
      sync_distance: t.Integer(),
      slot: t.Object({ slot: Int, epoch: Int, finalized_epoch: Int, justified_epoch: Int }),
      validators: t.Object({ total_validators: Int, pending_validators: Int, exiting_validators: Int }),
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
    summary: 'State of every configured provider',
    response: t.Object({
      overall_status: t.Enum(['healthy', 'degraded', 'unavailable']),
      timestamp: Timestamp,
      providers: t.Record(t.String(), t.Object({ primary: ProviderHealth, backup: t.Optional(ProviderHealth) }), {
        description: 'By chain, and `beacon` where one is configured; `backup` is the best of the backups',
      }),
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
    },
  }),
  oracleCacheClear: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/oracle/cache/clear',
    summary: 'Forget cached values of one chain, or all of them',
    query: t.Object({ chain: t.Optional(Chain) }),
    response: t.Object({ cleared: t.Array(t.String()), timestamp: Timestamp }),
    example: { cleared: ['ethereum', 'lrt', 'beacon'], timestamp: exampleFreshness.timestamp },
  }),
}
