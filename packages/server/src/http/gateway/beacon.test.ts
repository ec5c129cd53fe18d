import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BeaconServer, createBeaconServer } from '@outrigger/devnet/beacon'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../../createNode.ts'

let beacon: BeaconServer
let primary: FaultProxy
let backup: FaultProxy
let node: OutriggerNode
let base: string
let key: string

beforeAll(async () => {
  beacon = await createBeaconServer({ clock: { genesisTimeMs: Date.now() - 3_600_000, slotSeconds: 0.2 } })
  ;[primary, backup] = [await createFaultProxy({ target: beacon.url }), await createFaultProxy({ target: beacon.url })]
  ;({ node, base, key } = await start([primary.url, backup.url]))
})
beforeEach(() => Promise.all([primary.setFault({ kind: 'none' }), backup.setFault({ kind: 'none' })]))
afterAll(async () => {
  await node?.close()
  await Promise.all([primary?.close(), backup?.close(), beacon?.close()])
})

async function start(endpoints: string[]) {
  const started = await createNode({ beacon: { endpoints, timeoutMs: 1000 } })
  const { gatewayUrl } = await started.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await started.keys.create({ name: 'x', tier: 'unlimited', scopes: ['read:blockchain'] })
  return { node: started, base: `${gatewayUrl}/ethereum/beacon`, key: secret }
}
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${base}/${path}`, { ...init, headers: { 'x-api-key': key, ...(init.headers as object) } })

describe('requests', () => {
  it('are answered as the beacon node answers, in both forms of path', async () => {
    const direct = await (await fetch(`${beacon.url}/eth/v1/beacon/headers/96`)).text()
    for (const path of ['headers/96', 'eth/v1/beacon/headers/96']) {
      const response = await ask(path)
      expect([response.status, await response.text()]).toEqual([200, direct])
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('x-outrigger-provider')).toBe('primary')
      expect(response.headers.get('x-request-id')).toBeTruthy()
    }
    const { data } = (await (await ask('states/head/validators?id=1,2')).json()) as { data: { index: string }[] }
    expect(data.map(({ index }) => index)).toEqual(['1', '2'])
    const posted = await ask('states/head/validators', { method: 'POST', body: '{"ids":["3"]}' })
    expect(
      ((await posted.json()) as typeof data extends never ? never : { data: { index: string }[] }).data[0]?.index,
    ).toBe('3')
  })

  it('that the node refuses are refused in its words', async () => {
    const [wrong, missing] = await Promise.all([ask('states/current/finality_checkpoints'), ask('headers/999999999')])
    expect([wrong.status, await wrong.json()]).toEqual([400, { code: 400, message: 'Invalid state ID: current' }])
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ code: 404 })
    expect((await ask('headers/head')).headers.get('x-outrigger-provider')).toBe('primary')
  })

  it('go only where they may', async () => {
    const outcome = async (path: string, init?: RequestInit) => {
      const response = await ask(path, init)
      const { error } = (await response.json()) as { error: { code: string } }
      return [response.status, error.code, response.headers.get('allow')]
    }
    expect(await outcome('eth/v1/keystores')).toEqual([404, 'NOT_FOUND', null])
    expect(await outcome('blocks', { method: 'POST', body: '{}' })).toEqual([405, 'UNSUPPORTED_HTTP_METHOD', 'GET'])
    expect(await outcome('pool/attestations', { method: 'POST', body: '{}' })).toEqual([
      405,
      'UNSUPPORTED_HTTP_METHOD',
      'GET',
    ])
    expect(await outcome('headers/head', { headers: { 'x-api-key': 'no' } })).toEqual([401, 'INVALID_API_KEY', null])
  })

  it.each([
    { kind: 'refuse' },
    { kind: 'status', status: 503 },
    { kind: 'hang' },
    { kind: 'slow', delayMs: 3000 },
  ] as const)('reach the backup when the primary is at fault: $kind', async (fault) => {
    await ask('node/version')
    await primary.setFault(fault)
    const response = await ask('node/version')
    expect([response.status, response.headers.get('x-outrigger-provider')]).toEqual([200, 'backup'])
    await response.text()
    await primary.setFault({ kind: 'none' })
    await expect
      .poll(async () => (await ask('node/version')).headers.get('x-outrigger-provider'), { timeout: 20_000 })
      .toBe('primary')
  })

  it('nobody answers are told so', async () => {
    await Promise.all([primary, backup].map((proxy) => proxy.setFault({ kind: 'refuse' })))
    const response = await ask('genesis')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      error: { code: 'UPSTREAM_UNAVAILABLE', details: { upstream: 'beacon' } },
    })
  })

  it('that were posted are not sent twice', async () => {
    await expect.poll(async () => (await ask('node/version')).headers.get('x-outrigger-provider')).toBe('primary')
    await primary.setFault({ kind: 'hang' })
    const count = () => backup.stats.byMethod['POST /eth/v1/beacon/states/head/validators'] ?? 0
    const before = count()
    const response = await ask('states/head/validators', { method: 'POST', body: '{"ids":["3"]}' })
    expect([response.status, count() - before]).toEqual([503, 0])
  })
})

describe('bodies', () => {
  it('are streamed with their headers, held back for a slow reader, and dropped with their caller', async () => {
    const chunk = Buffer.alloc(64 * 1024, 7)
    let sent = 0
    let closed = false
    const seen: IncomingMessage['headers'][] = []
    const { url, server } = await listen((request, response) => {
      if (!request.url?.includes('debug')) return response.writeHead(200).end('{}')
      seen.push(request.headers)
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'eth-consensus-version': 'fulu',
        'x-secret': 'no',
      })
      response.on('close', () => {
        closed = true
      })
      const pump = () => {
        while (!closed && sent < 100_000_000) {
          sent += chunk.length
          if (!response.write(chunk)) return response.once('drain', pump)
        }
        response.end()
      }
      pump()
    })
    const own = await start([url])
    const control = new AbortController()
    const response = await fetch(`${own.base}/debug/beacon/states/head`, {
      headers: { 'x-api-key': own.key, accept: 'application/octet-stream' },
      signal: control.signal,
    })
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('eth-consensus-version')).toBe('fulu')
    expect(response.headers.has('x-secret')).toBe(false)
    expect(seen[0]).toMatchObject({ accept: 'application/octet-stream' })
    expect(seen[0]).not.toHaveProperty('x-api-key')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect((await reader.read()).value?.[0]).toBe(7)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sent).toBeLessThan(50_000_000)
    control.abort()
    await expect.poll(() => closed).toBe(true)
    await own.node.close()
    server.closeAllConnections()
    server.close()
  })
})

describe('events', () => {
  type Listener = { readonly events: string[]; close(): void }
  async function listenTo(topics: string): Promise<Listener> {
    const control = new AbortController()
    const response = await ask(`events?topics=${topics}`, { signal: control.signal })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const events: string[] = []
    const decoder = new TextDecoder()
    void (async () => {
      let rest = ''
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        rest += decoder.decode(chunk, { stream: true })
        const parts = rest.split('\n\n')
        rest = parts.pop() ?? ''
        events.push(...parts)
      }
    })().catch(() => {})
    return { events, close: () => control.abort() }
  }
  const slots = ({ events }: Listener) =>
    events
      .filter((event) => event.startsWith('event: head'))
      .map((event) => Number(JSON.parse(event.split('data: ')[1] ?? '').slot))

  it('come whole and in order, from one upstream stream, whoever listens', async () => {
    await expect.poll(async () => (await ask('node/version')).headers.get('x-outrigger-provider')).toBe('primary')
    const count = () =>
      [primary, backup].reduce((sum, { stats }) => sum + (stats.byMethod['GET /eth/v1/events'] ?? 0), 0)
    const before = count()
    const listeners = await Promise.all(Array.from({ length: 10 }, () => listenTo('head')))
    await expect.poll(() => listeners.every((one) => slots(one).length >= 3), { timeout: 20_000 }).toBe(true)
    for (const listener of listeners) {
      const [first = 0, second, third] = slots(listener)
      expect([second, third]).toEqual([first + 1, first + 2])
      listener.close()
    }
    expect(count() - before).toBe(1)
  })

  it('go on at another node when theirs goes, and say so in a comment', async () => {
    const listener = await listenTo('head')
    await expect.poll(() => slots(listener).length, { timeout: 20_000 }).toBeGreaterThan(0)
    await primary.setFault({ kind: 'refuse' })
    const had = slots(listener).length
    await expect.poll(() => slots(listener).length, { timeout: 20_000 }).toBeGreaterThan(had + 2)
    expect(listener.events).toContain(': continued at backup')
    for (const event of listener.events) expect(event).toMatch(/^(?:event: head\ndata: \{.*\}|: .*)$/)
    listener.close()
  })

  it('end when the node closes, which does not wait for them', async () => {
    const own = await start([primary.url])
    const response = await fetch(`${own.base}/eth/v1/events?topics=head`, { headers: { 'x-api-key': own.key } })
    const text = response.text()
    await own.node.close()
    await text
  })

  it('of a topic the nodes refuse are refused in their words', async () => {
    const response = await ask('events?topics=nothing')
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 400, message: 'This node knows the topic head only' },
    ])
  })
})

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server: Server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
