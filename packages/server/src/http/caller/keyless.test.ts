import { connect } from 'node:net'
import { createAnvil } from '@outrigger/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createNode, type OutriggerNode } from '../../createNode.ts'
import { InvalidConfigError } from '../../node/config.ts'
import type { Listening } from '../../node/listening.ts'

let anvil: Awaited<ReturnType<typeof createAnvil>>
let node: OutriggerNode
let at: Listening

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  node = await createNode({ access: 'loopback', chains: { ethereum: { endpoints: [anvil.rpcUrl] } } })
  at = await node.listen({ port: 0, gatewayPort: 0 })
})
afterAll(async () => {
  await node?.close()
  await anvil?.close()
})

/** Returns the status of a request with exactly these headers. `fetch` would change some of them. */
function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<number> {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    'content-length': String(body.length),
    connection: 'close',
    ...headers,
  })
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(head + body))
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject).on('close', () => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])))
  })
}
const chainId = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
const rest = (headers?: Record<string, string>) => send(at.port, 'GET', '/api/v1/gateway/health', headers)
const rpc = (headers?: Record<string, string>) => send(at.gatewayPort, 'POST', '/ethereum/rpc', headers, chainId)
const socket = (url: string, headers: Record<string, string> = {}) =>
  new Promise<number | 'open'>((resolve) => {
    const ws = new WebSocket(url, { headers })
    ws.on('error', () => {}).on('close', resolve)
    // A refusal arrives in the close frame immediately afterwards.
    ws.on('open', () => setTimeout(() => resolve('open'), 300))
  })
const sockets = () => [`${at.wsUrl}/api/v1/mempool/ethereum/stream`, `${at.gatewayWsUrl}/ethereum/ws`]

describe('access: "loopback"', () => {
  it('lets programs of this machine in without a key', async () => {
    for (const host of ['127.0.0.1:1', 'localhost:8787', 'localhost', '[::1]:8787', '127.1.2.3:9']) {
      expect(await rest({ host }), host).toBe(200)
      expect(await rpc({ host }), host).toBe(200)
    }
    for (const url of sockets()) expect(await socket(url)).toBe('open')
    expect(
      await send(
        at.port,
        'POST',
        '/api/v1/auth/token',
        { 'content-type': 'application/json' },
        '{"grant_type":"client_credentials"}',
      ),
    ).toBe(200)
  })

  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['without an origin (sandboxed, or from a file)', { origin: 'null' }],
    ['that embeds what it asks', { 'sec-fetch-site': 'cross-site' }],
    ['of the same site and another origin', { 'sec-fetch-site': 'same-site' }],
    ['whose name was rebound to this machine', { host: 'evil.example:8787', origin: 'http://evil.example:8787' }],
    ['whose name was rebound, when it reads', { host: 'evil.example', 'sec-fetch-site': 'same-origin' }],
    ['whose name begins like this machine', { host: '127.0.0.1.evil.example' }],
  ])('but no page %s', async (_, headers) => {
    // The REST listener checks host names.
    expect(await rest(headers)).toBe('host' in headers ? 403 : 401)
    expect(await rpc(headers)).toBe(401)
    for (const url of sockets()) expect(await socket(url, headers)).toBe(1008)
  })

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'])(
    'and nobody behind a proxy that sends %s',
    async (name) => {
      expect(await rest({ [name]: '127.0.0.1' })).toBe(401)
      expect(await rpc({ [name]: '127.0.0.1' })).toBe(401)
    },
  )

  it('takes the pages of the node itself, and a typed address', async () => {
    const host = `127.0.0.1:${at.port}`
    expect(await rest({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await rest({ host, 'sec-fetch-site': 'none' })).toBe(200)
  })

  it('judges a key that is sent', async () => {
    expect(await rest({ 'x-api-key': 'or_wrong' })).toBe(401)
    expect(await rpc({ 'x-api-key': 'or_wrong' })).toBe(401)
  })

  it('is off by default, and refused beside a proxy', async () => {
    await using plain = await createNode({})
    const { port, gatewayPort } = await plain.listen({ port: 0, gatewayPort: 0 })
    expect(await send(port, 'GET', '/api/v1/gateway/health')).toBe(401)
    expect(await send(gatewayPort, 'POST', '/ethereum/rpc', {}, chainId)).toBe(401)
    for (const proxy of [{ trustedProxies: 1 }, { trustedProxies: ['10.0.0.0/8'] }])
      await expect(createNode({ access: 'loopback', ...proxy })).rejects.toThrow(InvalidConfigError)
  })
})
