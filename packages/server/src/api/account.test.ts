import { contract } from '@outrigger/api/contract'
import { expect, it } from 'vitest'
import { tiers } from '../access/tiers.ts'
import { createNode } from '../createNode.ts'
import { toSnakeCase } from './mempoolWire.ts'

type Key = { readonly id: string; readonly revoked_at: string | null } & Record<string, unknown>
type Body = Key & { readonly key: Key; readonly secret: string; readonly keys: readonly Key[] }

it('makes, changes, rotates and revokes keys, for admin:account only', async () => {
  await using node = await createNode({ chains: {}, log: 'silent' })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const admin = (await node.keys.create({ name: 'admin', scopes: ['admin:account'], tier: 'unlimited' })).secret
  async function ask(method: string, path: string, body?: object, secret = admin) {
    const headers = { 'x-api-key': secret, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${url}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json()) as Body, text: JSON.stringify(response.headers) }
  }
  const works = async (secret: string) => (await ask('GET', '/gateway/health', undefined, secret)).status !== 401

  const made = await ask('POST', '/account/keys', {
    name: 'bot',
    scopes: ['read:blockchain'],
    tier: 'starter',
    account: 'desk',
    allowed_ips: ['127.0.0.0/8'],
    limits: { requests_per_second: 7 },
  })
  expect(made).toMatchObject({
    status: 200,
    body: {
      key: { name: 'bot', tier: 'starter', account: 'desk', limits: { requests_per_second: 7 }, expires_at: null },
    },
  })
  const { key, secret } = made.body
  expect(await works(secret)).toBe(true)
  expect((await ask('GET', '/account/keys', undefined, secret)).status).toBe(403)
  expect((await ask('GET', `/account/keys/${key.id}`)).body).toMatchObject({ id: key.id, name: 'bot' })

  expect((await ask('PATCH', `/account/keys/${key.id}`, { tier: 'growth', name: 'fast bot' })).body).toMatchObject({
    name: 'fast bot',
    tier: 'growth',
    allowed_ips: ['127.0.0.0/8'],
  })
  const limited = async (limits: object | null) =>
    (await ask('PATCH', `/account/keys/${key.id}`, { limits })).body['limits']
  expect(await limited({ monthly_cu: 1000 })).toEqual({ requests_per_second: 7, monthly_cu: 1000 })
  expect(await limited({ requests_per_second: null })).toEqual({ monthly_cu: 1000 })
  expect(await limited(null)).toEqual({})
  expect((await ask('PATCH', `/account/keys/${key.id}`, { limits: { monthly_cu: -1 } })).body['error']).toMatchObject({
    message: 'body.limits.monthly_cu must be >= 0',
  })
  for (const path of ['/account/keys', `/account/keys/${key.id}`])
    expect(
      (await ask(path === '/account/keys' ? 'POST' : 'PATCH', path, { name: 'x', limits: { monthly_cu: 1e300 } })).body,
    ).toMatchObject({ error: { message: 'body.limits.monthly_cu must be <= 999999999999999' } })

  const rotated = await ask('POST', `/account/keys/${key.id}/rotate`, { overlap_seconds: 0 })
  expect([await works(secret), await works(rotated.body.secret)]).toEqual([false, true])

  const listed = await ask('GET', '/account/keys')
  expect(listed.body.keys.map(({ name }) => name).sort()).toEqual(['admin', 'fast bot'])
  expect(JSON.stringify(listed.body)).not.toMatch(/hash|or_[\da-f]{12}_/)

  expect((await ask('DELETE', `/account/keys/${key.id}`)).body.revoked_at).not.toBeNull()
  expect(await works(rotated.body.secret)).toBe(false)

  for (const [method, path, body, status] of [
    ['GET', '/account/keys/nobody', undefined, 404],
    ['DELETE', '/account/keys/nobody', undefined, 404],
    ['POST', '/account/keys', { name: ' ' }, 400],
    ['POST', '/account/keys', { name: 'x', scopes: ['everything'] }, 400],
    ['POST', '/account/keys', { name: 'x', allowed_ips: ['somewhere'] }, 400],
    ['POST', '/account/keys', { name: 'x', expires_at: '2001-01-01T00:00:00Z' }, 400],
    ['PATCH', `/account/keys/${key.id}`, { limits: { requests_per_second: -1 } }, 400],
    ['POST', `/account/keys/${key.id}/rotate`, {}, 400],
  ] as const)
    expect([path, (await ask(method, path, body)).status]).toEqual([path, status])
})

it('declares every limit that a key can have', () => {
  expect(Object.keys(contract.accountKey.response.properties.limits.properties)).toEqual(
    Object.keys(toSnakeCase(tiers.free)),
  )
})
