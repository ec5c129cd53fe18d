import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { Int, Timestamp } from './wire.ts'

const area = { area: 'gateway', scopes: ['read:blockchain'], cost: 5, errors: 'nested' } as const

const Status = t.Enum(['healthy', 'degraded', 'unavailable'])

const access = {
  rpc: t.Optional(
    t.Object({
      url: t.String({ description: 'URL of the gateway, never of a provider' }),
      status: Status,
      latency_ms: t.Optional(t.Number({ minimum: 0, description: 'Median latency of the first provider, ms' })),
      block_height: t.Optional(Int),
    }),
  ),
  ws: t.Optional(
    t.Object({
      url: t.String(),
      status: Status,
      connections: t.Integer({ minimum: 0, description: 'Open connections' }),
    }),
  ),
  beacon: t.Optional(t.Object({ url: t.String(), status: Status, sync_status: t.Optional(t.String()) })),
}

const timestamp = '2026-11-21T12:00:00.000Z'
const exampleAccess = {
  rpc: { url: 'http://127.0.0.1:8788/ethereum/rpc', status: 'healthy', latency_ms: 12, block_height: 23_850_000 },
  ws: { url: 'ws://127.0.0.1:8788/ethereum/ws', status: 'healthy', connections: 3 },
  beacon: { url: 'http://127.0.0.1:8788/ethereum/beacon', status: 'healthy', sync_status: 'synced' },
} as const

export const gatewayEndpoints = {
  gatewayStatus: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/gateway/status',
    summary: 'URLs and status of direct node access for all chains',
    response: t.Object({
      status: Status,
      timestamp: Timestamp,
      endpoints: t.Record(t.String(), t.Object(access), { description: 'Access by configured chain' }),
    }),
    example: { status: 'healthy', timestamp, endpoints: { ethereum: exampleAccess } },
  }),
  gatewayChain: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/gateway/chains/{chain}',
    summary: 'URLs and status of direct node access for one chain',
    // Not validated as an enum: an unknown chain has its own error code.
    params: t.Object({ chain: t.String({ description: 'Name of an EVM chain' }) }),
    response: t.Object({ chain: t.String(), timestamp: Timestamp, ...access }),
    example: { chain: 'ethereum', timestamp, ...exampleAccess },
  }),
  gatewayHealth: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/gateway/health',
    summary: 'Health of direct node access by chain',
    response: t.Object({ status: Status, chains: t.Record(t.String(), Status) }),
    example: { status: 'healthy', chains: { ethereum: 'healthy' } },
  }),
}
