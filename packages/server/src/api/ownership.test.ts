import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Alert, createAlerts, getSigningSecret, loopbackNetworks } from '@outrigger/alerts'
import { type ApiAnswerError, createClient, type OutriggerClient } from '@outrigger/api'
import type { Scope } from '@outrigger/api/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CreateKeyParameters } from '../access/keyring.ts'
import { createNode, type OutriggerNode } from '../createNode.ts'
import { openStore } from '../node/store.ts'

const rule = { name: 'ram', alert_type: 'system', metric: 'rss_mb', threshold: 0 } as const
const hook = 'https://example.com/hook?token=SECRET'

let node: OutriggerNode
let url: string
let mine: OutriggerClient
let other: OutriggerClient
let admin: OutriggerClient

beforeAll(async () => {
  node = await createNode({ log: 'silent' })
  url = (await node.listen({ port: 0, gatewayPort: 0 })).url
  mine = await open({ scopes: ['write:alerts'] })
  other = await open({ scopes: ['write:alerts', 'read:blockchain'] })
  admin = await open({ scopes: ['admin:account'] })
})
afterAll(async () => {
  await node?.close()
})
beforeEach(async () => {
  for (const resolved of [true, false])
    for (const { id } of node.alerts.list({ resolved })) await node.alerts.delete(id)
})

async function open(parameters: Omit<CreateKeyParameters, 'name' | 'tier'>): Promise<OutriggerClient> {
  const { secret } = await node.keys.create({ name: 'bot', tier: 'unlimited', ...parameters })
  return createClient({ url, apiKey: secret })
}

async function startReceiver() {
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'none',
    (error: ApiAnswerError) => [error.status, error.code],
  )
const idsOf = async ({ wire }: OutriggerClient) => (await wire.alertsList()).map(({ id }) => id)

describe('an alert belongs to the key that created it', () => {
  it.each([
    'alertsGet',
    'alertsUpdate',
    'alertsAcknowledge',
    'alertsResolve',
    'alertsTest',
    'alertsReplay',
    'alertsDelete',
  ] as const)('%s is 404 for another key, and works for its own and the operator', async (operation) => {
    await using receiver = await startReceiver()
    for (const owner of [mine, admin]) {
      const { id: alert_id } = await mine.wire.alertsCreate({ ...rule, webhook_url: receiver.url })
      const before = node.alerts.get(alert_id)
      expect(await codeOf(other.wire[operation]({ alert_id }))).toEqual([404, 'NOT_FOUND'])
      expect(node.alerts.get(alert_id).webhookUrl).toBe(before.webhookUrl)
      expect(await codeOf(owner.wire[operation]({ alert_id }))).toBe('none')
    }
  })

  it('is listed and counted for its own key and the operator only', async () => {
    const { id } = await mine.wire.alertsCreate(rule)
    const { id: otherId } = await other.wire.alertsCreate(rule)
    expect(await idsOf(mine)).toEqual([id])
    expect(await idsOf(other)).toEqual([otherId])
    expect((await idsOf(admin)).sort()).toEqual([id, otherId].sort())
    expect(await mine.wire.alertsList({ offset: 1 })).toEqual([])
    await mine.wire.alertsResolve({ alert_id: id })
    expect(await other.wire.alertsList({ resolved: true })).toEqual([])
    const counts = [mine, other, admin].map(({ wire }) => wire.alertsSummary())
    expect((await Promise.all(counts)).map(({ total_alerts }) => total_alerts)).toEqual([0, 1, 1])
  })

  it('stays its own after the key is rotated', async () => {
    const { key, secret } = await node.keys.create({ name: 'bot', scopes: ['write:alerts'], tier: 'unlimited' })
    const { id } = await createClient({ url, apiKey: secret }).wire.alertsCreate({ ...rule, webhook_url: hook })
    const rotated = createClient({ url, apiKey: (await node.keys.rotate(key.id, { overlapSeconds: 0 })).secret })
    expect(await rotated.wire.alertsGet({ alert_id: id })).toMatchObject({ webhook_url: hook })
  })

  it('is shared by the keys of an account', async () => {
    const first = await open({ scopes: ['write:alerts'], account: 'desk' })
    const second = await open({ scopes: ['write:alerts'], account: 'desk' })
    const reader = await open({ scopes: ['read:blockchain'], account: 'desk' })
    const { id: alert_id } = await first.wire.alertsCreate({ ...rule, webhook_url: hook })
    expect(await second.wire.alertsGet({ alert_id })).toMatchObject({ webhook_url: hook })
    expect(await reader.wire.alertsGet({ alert_id })).toMatchObject({ webhook_url: 'https://example.com' })
    expect(await second.wire.alertsSecret()).toEqual(await first.wire.alertsSecret())
    expect(await idsOf(mine)).toEqual([])
  })

  it('shows its webhook in full to its owner only', async () => {
    const { id: alert_id } = await mine.wire.alertsCreate({ ...rule, webhook_url: hook, email: 'ops@example.com' })
    expect(await mine.wire.alertsGet({ alert_id })).toMatchObject({ webhook_url: hook, email: 'ops@example.com' })
    const seen = [
      await admin.wire.alertsGet({ alert_id }),
      await admin.wire.alertsList(),
      await admin.wire.alertsUpdate({ alert_id, threshold: 1 }),
    ]
    expect(seen[0]).toMatchObject({ webhook_url: 'https://example.com', account: expect.any(String) })
    expect(JSON.stringify(seen)).not.toMatch(/SECRET|ops@/)
    expect(await mine.wire.alertsGet({ alert_id })).not.toHaveProperty('account')
  })

  it("is the operator's if it was stored before accounts existed, and is signed as before", async () => {
    await using receiver = await startReceiver()
    const dataDir = mkdtempSync(join(tmpdir(), 'ownership-'))
    await using old = await openStore({ dataDir })
    const channels = { webhook: { networks: loopbackNetworks } }
    await using alerts = await createAlerts({ store: old, channels, signals: { watch: () => () => {} } })
    const { id } = await alerts.create({ name: 'ram', type: 'system', threshold: 1e9, webhookUrl: receiver.url })
    await alerts.close()
    await old.collection<Alert>('alerts').update(id, (alert) => {
      const { account: _, ...before } = alert as Alert
      return before
    })
    const { secret } = await getSigningSecret(old)
    await old.close()

    await using next = await createNode({ log: 'silent', dataDir })
    const at = await next.listen({ port: 0, gatewayPort: 0 })
    const make = async (scopes: readonly Scope[]) =>
      createClient({ url: at.url, apiKey: (await next.keys.create({ name: 'a', scopes })).secret })
    const [operator, bot] = [await make(['admin:account']), await make(['write:alerts'])]
    expect(await codeOf(bot.wire.alertsGet({ alert_id: id }))).toEqual([404, 'NOT_FOUND'])
    expect(await operator.wire.alertsGet({ alert_id: id })).toMatchObject({ webhook_url: receiver.url })
    await operator.wire.alertsUpdate({ alert_id: id, threshold: 1e8 })
    await operator.wire.alertsTest({ alert_id: id })
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received
    expect(new Webhook(secret).verify(body, headers)).toBeDefined()
  })
})

describe('the signing secret', () => {
  it("is each account's own, and signs what its alerts send", async () => {
    await using receiver = await startReceiver()
    const { id: alert_id } = await mine.wire.alertsCreate({ ...rule, threshold: 1e9, webhook_url: receiver.url })
    await mine.wire.alertsTest({ alert_id })
    const { secret } = await mine.wire.alertsSecret()
    const secrets = await Promise.all([mine, other, admin].map(({ wire }) => wire.alertsSecret()))
    expect(new Set(secrets.map((one) => one.secret)).size).toBe(3)
    const verify = (index: number, text: string) => {
      const { body, headers } = receiver.received[index] ?? { body: '', headers: {} }
      return new Webhook(text).verify(body, headers)
    }
    expect(verify(0, secret)).toMatchObject({ alert: { id: alert_id } })
    for (const { secret: foreign } of secrets.slice(1)) expect(() => verify(0, foreign)).toThrow()

    const rotated = await mine.wire.alertsSecretRotate({ overlap_seconds: 600 })
    expect(rotated.previous_until).toHaveLength(1)
    expect(await other.wire.alertsSecret()).toEqual(secrets[1])
    // The operator may test it. The test is still signed with the owner's secrets.
    await admin.wire.alertsTest({ alert_id })
    for (const one of [secret, rotated.secret]) expect(verify(1, one)).toBeDefined()

    const last = await mine.wire.alertsSecretRotate({ overlap_seconds: 0 })
    await mine.wire.alertsTest({ alert_id })
    expect(verify(2, last.secret)).toBeDefined()
    for (const one of [secret, rotated.secret]) expect(() => verify(2, one)).toThrow()
  })

  it('is not for keys that may not write alerts', async () => {
    const reader = await open({ scopes: ['read:blockchain'] })
    expect(await codeOf(reader.wire.alertsSecret())).toEqual([403, 'INSUFFICIENT_PERMISSIONS'])
    expect(await codeOf(reader.wire.alertsSecretRotate({}))).toEqual([403, 'INSUFFICIENT_PERMISSIONS'])
  })
})
