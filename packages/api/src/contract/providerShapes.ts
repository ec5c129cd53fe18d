import * as t from 'typebox'
import { Int, orNull, Timestamp } from './wire.ts'

const status = ['unknown', 'healthy', 'degraded', 'unavailable'] as const

const ProviderEndpoint = t.Object({
  name: t.String(),
  role: t.Enum(['primary', 'backup']),
  url: t.String({ description: 'Without secrets' }),
  status: t.Enum([...status], { description: 'unknown until the first call' }),
  reason: orNull(t.String({ description: 'Why it is not healthy' })),
  calls: t.Integer({ minimum: 0, description: 'Calls sent since the start, including probes' }),
  socket: t.Boolean({ description: 'True if a WebSocket subscription to it is live' }),
  success_rate: orNull(
    t.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of the last 64 calls that were answered; null before the first',
    }),
  ),
  latency_ms: orNull(
    t.Number({ minimum: 0, description: 'Median of the last 64 calls; null before the first answer' }),
  ),
  head: orNull(t.Integer({ minimum: 0, description: 'Highest block that it has reported' })),
  last_error: orNull(t.Object({ code: t.String(), message: t.String(), timestamp: Timestamp })),
  answered: t.Integer({ minimum: 0, description: 'Calls with a result since the start, without probes' }),
  refused: t.Integer({ minimum: 0, description: 'Calls with an error as result, such as a revert' }),
  failed: t.Integer({ minimum: 0, description: 'Calls without a usable response' }),
  hedges: t.Integer({ minimum: 0, description: 'Calls that were sent because another endpoint was late' }),
  by_latency: t.Array(Int, {
    description: 'Number of calls by the bounds in `latency_bounds_ms`. The last number counts longer calls',
  }),
})

const ProviderChain = t.Object({
  chain: t.String(),
  status: t.Enum(['healthy', 'degraded', 'unavailable']),
  failover_active: t.Boolean({ description: 'True while a backup replaces the primary' }),
  head: orNull(t.Integer({ minimum: 0, description: 'Highest block of all endpoints' })),
  answers: t.Object(
    { cached: Int, hedged: Int, other: Int },
    { description: 'Number of responses since the start: from the cache, to hedged requests, and others' },
  ),
  endpoints: t.Array(ProviderEndpoint),
})

const ProviderEvent = t.Object({
  timestamp: Timestamp,
  chain: t.String(),
  kind: t.Enum(['status', 'failover']),
  endpoint: t.Optional(t.String({ description: 'Only for status' })),
  from: t.Optional(t.Enum([...status], { description: 'Only for status: the status before' })),
  to: t.Optional(t.Enum([...status], { description: 'Only for status: the status after' })),
  active: t.Optional(t.Boolean({ description: 'Only for failover: true if traffic moved to a backup' })),
  reason: orNull(t.String()),
})

export const Providers = t.Object({
  timestamp: Timestamp,
  latency_bounds_ms: t.Array(t.Number(), { description: 'Upper bounds of the latency buckets, ms' }),
  chains: t.Array(ProviderChain),
  events: t.Array(ProviderEvent, {
    description: 'Last 500 changes of status and failovers since the start, oldest first',
  }),
})

const timestamp = '2026-11-21T12:00:00.000Z'
export const exampleProviders: t.Static<typeof Providers> = {
  timestamp,
  latency_bounds_ms: [10, 100],
  chains: [
    {
      chain: 'ethereum',
      status: 'healthy',
      failover_active: false,
      head: 23_850_000,
      answers: { cached: 120, hedged: 2, other: 880 },
      endpoints: [
        {
          name: 'primary',
          role: 'primary',
          url: 'https://eth.example',
          status: 'healthy',
          reason: null,
          calls: 912,
          socket: true,
          success_rate: 1,
          latency_ms: 41,
          head: 23_850_000,
          last_error: null,
          answered: 878,
          refused: 2,
          failed: 0,
          hedges: 1,
          by_latency: [12, 850, 18],
        },
      ],
    },
  ],
  events: [
    { timestamp, chain: 'ethereum', kind: 'status', endpoint: 'primary', from: 'unknown', to: 'healthy', reason: null },
  ],
}
