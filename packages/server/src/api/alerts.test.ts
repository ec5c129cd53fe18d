import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AlertReading,
  type ApiAnswerError,
  createClient,
  type Outrigger,
  type OutriggerClient,
} from '@outrigger/api'
import { sleep } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { Webhook } from 'standardwebhooks'
import { createTestClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'

let anvil: Anvil
let node: OutriggerNode
let client: OutriggerClient
let reader: OutriggerClient

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, blockTimeMs: 200 })
  node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } } })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const make = async (scope: 'write:alerts' | 'read:blockchain') => {
    const { secret } = await node.keys.create({ name: scope, scopes: [scope], tier: 'unlimited', account: 'desk' })
    return createClient({ url, apiKey: secret })
  }
  client = await make('write:alerts')
  reader = await make('read:blockchain')
}, 60_000)

afterAll(async () => {
  await Promise.all([client?.close(), reader?.close()])
  await node?.close()
  await anvil?.close()
})

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
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?token=SECRET`,
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

describe('alerts over REST', () => {
  it('tell of gas at the block that crosses the threshold', async () => {
    await using receiver = await startReceiver()
    const { gwei } = await toGwei()
    const alert = await client.wire.alertsCreate({
      name: 'gas',
      alert_type: 'gas',
      chain_id: '1',
      threshold: gwei * 3,
      webhook_url: receiver.url,
    })
    expect(alert).toMatchObject({ trigger_count: 0, last_triggered: null, enabled: true, state: 'watching' })
    const chain = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 11n })
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1)
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received
    const { secret } = await client.wire.alertsSecret()
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      event: 'alert_triggered',
      alert: { id: alert.id, name: 'gas', alert_type: 'gas', condition: 'above' },
      chain_id: '1',
    })
    expect(await client.wire.alertsGet({ alert_id: alert.id })).toMatchObject({
      trigger_count: 1,
      history: [{ event: 'triggered' }],
    })
    await client.wire.alertsDelete({ alert_id: alert.id })
  }, 30_000)

  it('go through their states, by whom and why', async () => {
    const { id: alert_id } = await client.wire.alertsCreate({
      name: 'ram',
      alert_type: 'system',
      threshold: 0,
      metric: 'rss_mb',
    })
    await expect.poll(async () => (await client.wire.alertsGet({ alert_id })).state).toBe('active')
    expect(await client.wire.alertsAcknowledge({ alert_id, notes: 'seen' })).toEqual({
      alert_id,
      acknowledged: true,
      acknowledged_by: 'write:alerts',
      notes: 'seen',
    })
    expect(await client.wire.alertsResolve({ alert_id, resolution: 'more' })).toEqual({
      alert_id,
      resolved: true,
      resolved_by: 'write:alerts',
      resolution: 'more',
    })
    expect(await client.wire.alertsList()).toEqual([])
    expect(await client.wire.alertsList({ resolved: true })).toMatchObject([{ id: alert_id, state: 'resolved' }])
    expect(await client.wire.alertsUpdate({ alert_id, enabled: true })).toMatchObject({ state: 'watching' })
    expect(await client.wire.alertsAcknowledge({ alert_id: await idle() })).toMatchObject({
      acknowledged: false,
      notes: '',
    })
    await clear()
  })

  it('are listed by type, enabled ones and pages, and summed up', async () => {
    for (const [index, alert_type] of (['system', 'gas', 'price', 'monitoring', 'performance'] as const).entries()) {
      await client.wire.alertsCreate({
        name: `${index}`,
        alert_type,
        threshold: alert_type === 'monitoring' ? 1 : 1e9,
        enabled: index > 0,
      })
      // Alerts are sorted by age, those of the same millisecond by id.
      await sleep(2)
    }
    expect((await client.wire.alertsList({ alert_type: 'gas' })).map(({ name }) => name)).toEqual(['1'])
    expect((await client.wire.alertsList({ enabled_only: true })).map(({ name }) => name)).toEqual(['1', '2', '3', '4'])
    expect((await client.wire.alertsList({ limit: 2, offset: 1 })).map(({ name }) => name)).toEqual(['1', '2'])
    expect(await client.wire.alertsSummary()).toMatchObject({
      total_alerts: 5,
      enabled_alerts: 4,
      by_type: { system: { total: 1, enabled: 0 }, gas: { total: 1, enabled: 1 } },
    })
    expect(await client.wire.alertsTypes()).toEqual(['gas', 'monitoring', 'performance', 'price', 'system'])
    await clear()
  })

  it('show addresses to those who may set them only', async () => {
    const { id: alert_id } = await client.wire.alertsCreate({
      name: 'a',
      alert_type: 'system',
      threshold: 101,
      email: 'ops@example.com',
      webhook_url: 'https://example.com/hook?token=SECRET',
    })
    expect(JSON.stringify(await client.wire.alertsGet({ alert_id }))).toMatch(/SECRET.*|ops@/)
    const seen = JSON.stringify([await reader.wire.alertsGet({ alert_id }), await reader.wire.alertsList()])
    expect(seen).toContain('https://example.com')
    expect(seen).not.toMatch(/SECRET|ops@/)
    expect(await codeOf(reader.wire.alertsDelete({ alert_id }))).toEqual([403, 'INSUFFICIENT_PERMISSIONS'])
    await clear()
  })

  it.each([
    ['an unknown type', { alert_type: 'weather' }, 'INVALID_PARAMETER'],
    ['no threshold', { threshold: undefined }, 'INVALID_PARAMETER'],
    ['an unknown chain', { alert_type: 'gas', chain_id: 'atlantis' }, 'INVALID_CHAIN'],
    ['a chain without gas', { alert_type: 'gas', chain_id: 'bitcoin' }, 'INVALID_CHAIN'],
    ['an unknown token', { alert_type: 'price', symbol: 'NOSUCHTOKEN' }, 'INVALID_PARAMETER'],
    ['two mail addresses', { email: 'a@b.example,c@d.example' }, 'INVALID_PARAMETER'],
    ['a private webhook', { webhook_url: 'http://10.0.0.1/' }, 'INVALID_PARAMETER'],
    ['a figure of another type', { metric: 'usd' }, 'INVALID_PARAMETER'],
    ['a health score above 1', { alert_type: 'monitoring', threshold: 2 }, 'INVALID_PARAMETER'],
  ])('refuse %s', async (_, wrong, code) => {
    const body = { name: 'a', alert_type: 'system', threshold: 101, ...wrong } as never
    expect(await codeOf(client.wire.alertsCreate(body))).toEqual([400, code])
  })

  it('are 503 where the chain has no provider, and 404 where there is none of that id', async () => {
    const polygon = { name: 'a', alert_type: 'gas', threshold: 1, chain_id: '137' } as const
    expect(await codeOf(client.wire.alertsCreate(polygon))).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
    const of = { alert_id: 'alert_none' }
    const { alertsGet, alertsUpdate, alertsDelete, alertsAcknowledge, alertsResolve, alertsTest, alertsReplay } =
      client.wire
    for (const call of [
      alertsGet,
      alertsUpdate,
      alertsDelete,
      alertsAcknowledge,
      alertsResolve,
      alertsTest,
      alertsReplay,
    ])
      expect(await codeOf(call(of))).toEqual([404, 'NOT_FOUND'])
  })
})

const idle = async () => (await client.wire.alertsCreate({ name: 'b', alert_type: 'system', threshold: 101 })).id

async function toGwei() {
  await expect.poll(() => node.gas.peek('ethereum'), { timeout: 10_000 }).toBeDefined()
  return { gwei: Number((await node.gas.get('ethereum')).tiers.standard.maxFeePerGas) / 1e9 }
}

async function clear(): Promise<void> {
  for (const resolved of [true, false])
    for (const { id } of node.alerts.list({ resolved })) await node.alerts.delete(id)
}

describe('alerts of a bot', () => {
  it('are the same in this process and over the wire', async () => {
    await using receiver = await startReceiver()
    const live = async ({ alerts }: Outrigger) => {
      const made = await alerts.create({
        name: 'bot',
        type: 'gas',
        chainId: '1',
        threshold: 1e6,
        cooldownSeconds: 60,
        webhookUrl: receiver.url,
      })
      const { id } = made
      const tested = await alerts.test(id)
      const changed = await alerts.update(id, { threshold: 2e6, webhookUrl: null, rearmPercent: 5 })
      const listed = (await alerts.list({ type: 'gas' })).find((alert) => alert.id === id)
      const resolved = await alerts.resolve(id, 'bot', 'done')
      const closed = (await alerts.list({ resolved: true })).some((alert) => alert.id === id)
      const read = await alerts.get(id)
      await alerts.delete(id)
      const error = await (async () => alerts.get(id))().catch(({ name }: Error) => name)
      return { made, tested, changed, listed, resolved, closed, read, error }
    }
    const [here, there] = [await live(node), await live(client)]
    expect(there).toMatchObject({
      made: { type: 'gas', cooldownSeconds: 60, webhookUrl: receiver.url, state: { status: 'watching', triggers: 0 } },
      tested: [{ channel: 'webhook', error: null }],
      changed: { threshold: 2e6, webhookUrl: null, rearmPercent: 5 },
      resolved: { state: { status: 'resolved' } },
      closed: true,
      error: 'ApiAnswerError',
    })
    expect(here.error).toBe('UnknownAlertError')
    for (const name of ['made', 'changed', 'listed', 'resolved', 'read'] as const) {
      const { id, createdAtMs, ...rest } = there[name] as AlertReading
      expect(here[name], name).toMatchObject(rest)
      expect([id, createdAtMs]).toEqual([expect.stringMatching(/^alert_/), expect.any(Number)])
    }
    expect(await client.alerts.summary()).toEqual(await node.alerts.summary())
    expect(receiver.received).toHaveLength(2)
  })
})
