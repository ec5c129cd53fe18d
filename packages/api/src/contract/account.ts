import * as t from 'typebox'
import { type Scope, scopes, tierNames } from './access.ts'
import { defineEndpoint } from './endpoint.ts'
import { exampleProviders, Providers } from './providerShapes.ts'
import { orNull, Timestamp } from './wire.ts'

// Not part of the specification. These endpoints do what `outrigger keys` does on the command line.
const area = { area: 'account', scopes: ['admin:account'], cost: 0, errors: 'nested' } as const

const toLimits = <limit extends t.TSchema>(limit: limit, description: string) =>
  t.Object(
    {
      monthly_cu: limit,
      monthly_trace_cu: limit,
      cu_per_second: limit,
      requests_per_second: limit,
      oracle_requests_per_minute: limit,
      gateway_requests_per_second: limit,
      gateway_sockets: limit,
      mempool_requests_per_minute: limit,
      defi_requests_per_minute: limit,
      mev_simulations_per_minute: limit,
      mev_submissions_per_minute: limit,
      stream_sockets: limit,
    },
    { description },
  )
/** Headers send limits as integers of structured fields, whose maximum is 999,999,999,999,999 (RFC 8941, 3.3.1). */
const Limit = t.Integer({ minimum: 0, maximum: 999_999_999_999_999 })
const Limits = toLimits(t.Optional(Limit), 'Limits that differ from those of the tier')
const LimitChanges = toLimits(
  t.Optional(orNull(Limit)),
  "Limits to change. Omitted limits stay as they are. null resets one limit, or all of them, to the tier's",
)
const Scopes = t.Array(t.Enum(Object.keys(scopes) as Scope[]))
const Tier = t.Enum([...tierNames])
const Ips = t.Array(t.String({ maxLength: 60, description: 'IP address or CIDR range' }), { maxItems: 100 })
const Name = t.String({ minLength: 1, maxLength: 200, description: 'Name of the key' })
const NewAccount = t.String({
  minLength: 1,
  maxLength: 64,
  description:
    'Account of the key: the id of one of its keys. Keys of one account share alerts and bundles. Default: a new account',
})
const Expiry = t.Union([Timestamp, t.Null()], { description: 'Time at which the key expires; null for never' })

const KeyShape = t.Object({
  id: t.String(),
  name: t.String(),
  scopes: Scopes,
  tier: Tier,
  account: orNull(
    t.String({ description: 'Account of the key. Keys of one account share alerts and bundles. null is the operator' }),
  ),
  allowed_ips: Ips,
  limits: Limits,
  created_at: Timestamp,
  expires_at: Expiry,
  last_used_at: t.Union([Timestamp, t.Null()], { description: 'null if the key was never used' }),
  revoked_at: t.Union([Timestamp, t.Null()], { description: 'null if the key is not revoked' }),
})
const NewKey = t.Object({
  key: KeyShape,
  secret: t.String({ description: 'Secret to send as X-API-Key. It is returned only once' }),
})
const changes = {
  tier: t.Optional(Tier),
  allowed_ips: t.Optional(Ips),
  limits: t.Optional(orNull(LimitChanges)),
  expires_at: t.Optional(Expiry),
}
const Overlap = t.Integer({
  minimum: 0,
  maximum: 2_592_000,
  default: 86_400,
  description: 'Seconds for which the previous secret stays valid. 0 revokes all earlier secrets immediately',
})
const params = t.Object({ key_id: t.String({ minLength: 1, maxLength: 40, description: 'Id of the key' }) })

const example: t.Static<typeof KeyShape> = {
  id: '0123456789ab',
  name: 'bot',
  scopes: ['read:blockchain'],
  tier: 'starter',
  allowed_ips: [],
  limits: {},
  account: '0123456789ab',
  created_at: '2026-01-05T12:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
}
const newExample = { key: example, secret: 'or_0123456789ab_…' }

export const accountEndpoints = {
  accountKeys: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/account/keys',
    summary: 'List API keys, including revoked ones',
    response: t.Object({ keys: t.Array(KeyShape) }),
    example: { keys: [example] },
  }),
  accountKeyCreate: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/account/keys',
    summary: 'Create an API key',
    body: t.Object({ name: Name, scopes: t.Optional(Scopes), account: t.Optional(NewAccount), ...changes }),
    response: NewKey,
    example: newExample,
  }),
  accountKey: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/account/keys/{key_id}',
    params,
    summary: 'Get one API key',
    response: KeyShape,
    example,
  }),
  accountKeyUpdate: defineEndpoint({
    ...area,
    method: 'PATCH',
    path: '/v1/account/keys/{key_id}',
    params,
    summary: 'Change the name, tier, allowed IPs, limits or expiry of a key. Its secret stays the same',
    body: t.Object({ name: t.Optional(Name), ...changes }),
    response: KeyShape,
    example,
  }),
  accountKeyRotate: defineEndpoint({
    ...area,
    method: 'POST',
    path: '/v1/account/keys/{key_id}/rotate',
    params,
    summary: 'Replace the secret of a key',
    body: t.Object({ overlap_seconds: t.Optional(Overlap) }),
    response: NewKey,
    example: newExample,
  }),
  accountKeyRevoke: defineEndpoint({
    ...area,
    method: 'DELETE',
    path: '/v1/account/keys/{key_id}',
    params,
    summary: 'Revoke a key immediately',
    response: KeyShape,
    example: { ...example, revoked_at: '2026-01-06T12:00:00.000Z' },
  }),
  accountProviders: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/account/providers',
    summary: 'Status, latency and recent events of all providers of the node',
    response: Providers,
    example: exampleProviders,
  }),
}
