import { request } from 'node:http'
import type { Scope } from '@outrigger/api/contract'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'
import { openMcp } from '../mcp/fixtures/openMcp.ts'

const seed = Number(process.env['OUTRIGGER_SEED'] ?? 1)
const page = 'https://page.example'
const signerKey = `0x${'5e'.repeat(32)}` as const

let devnet: Devnet
let node: OutriggerNode
let port: number
let url: string
let key: string

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 3_600_000, silent: true })
  const { rpcUrl } = devnet.chains.ethereum
  const endpoints = [`${rpcUrl}/?key=PROVIDERSECRET`, 'http://user:USERSECRET@127.0.0.1:1/PATHSECRET']
  node = await createNode({
    chains: { ethereum: { endpoints } },
    cors: [page],
    mev: { relays: [{ name: 'titan', url: 'http://127.0.0.1:9/RELAYSECRET' }], signerKey },
  })
  const at = await node.listen({ port: 0, gatewayPort: 0 })
  ;[port, url] = [at.port, at.url]
  key = await createKey('admin:account')
}, 120_000)
afterAll(async () => {
  await node?.close()
  await devnet?.close()
})

const createKey = async (...scopes: readonly Scope[]) =>
  (await node.keys.create({ name: 'one', scopes: [...scopes], tier: 'unlimited' })).secret

const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const accept = 'application/json, text/event-stream'

/** Sends any headers, also those that `fetch` sets itself. */
function post(body: string, headers: Readonly<Record<string, string>> = {}, method = 'POST') {
  const all = { accept, 'content-type': 'application/json', 'x-api-key': key, ...headers }
  return new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: '/mcp', method, headers: all }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
const statusOf = async (headers: Readonly<Record<string, string>>, method?: string) =>
  (await post(method === undefined ? listTools : '', headers, method)).status

describe('who may use it', () => {
  it('needs a valid key', async () => {
    expect(await statusOf({})).toBe(200)
    expect(await statusOf({ 'x-api-key': 'og_wrong' })).toBe(401)
    await using keyed = await createNode({ access: 'keys', chains: {} })
    const at = await keyed.listen({ port: 0, gatewayPort: 0 })
    const answer = await fetch(at.url.replace('/api', '/mcp'), {
      method: 'POST',
      body: listTools,
      headers: { accept, 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(401)
  })

  it('rejects pages of other origins by default, although they may read the REST API', async () => {
    await using open = await createNode({ access: 'loopback', chains: {} })
    const at = await open.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await open.keys.create({ name: 'one', scopes: ['admin:account'], tier: 'unlimited' })
    const send = (headers: Readonly<Record<string, string>>) =>
      fetch(at.url.replace('/api', '/mcp'), {
        method: 'POST',
        body: listTools,
        headers: { accept, 'content-type': 'application/json', ...headers },
      })
    const origin = 'https://evil.example'
    expect((await send({})).status).toBe(200)
    expect((await send({ origin })).status).toBe(403)
    expect((await send({ origin, 'x-api-key': secret })).status).toBe(403)
  })

  it('rejects pages of other origins even with a key, and accepts listed ones', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `http://127.0.0.1:${port + 1}`,
      `https://page.example.evil.example`,
    ])
      expect([origin, await statusOf({ origin })]).toEqual([origin, 403])
    expect(await statusOf({ origin: page })).toBe(200)
    expect(await statusOf({ origin: `http://127.0.0.1:${port}` })).toBe(200)
    // DNS rebinding: the page's own name leads to this machine.
    const rebound = { host: 'evil.example', origin: 'http://evil.example', 'x-api-key': 'og_wrong' }
    expect(await statusOf(rebound)).toBe(403)

    const preflight = await post('', { origin: page, 'access-control-request-method': 'POST' }, 'OPTIONS')
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-headers']).toContain('MCP-Protocol-Version')
    expect(preflight.headers['access-control-allow-origin']).toBe(page)
    expect(await statusOf({ origin: 'https://evil.example' }, 'OPTIONS')).toBe(403)
  })

  it('gives each tool the scopes, costs and limits of its endpoints', async () => {
    const reader = await createKey('read:blockchain')
    await using mcp = await openMcp(url, reader)
    const alert = { name: 'mine', type: 'gas', threshold: 1 }
    const refused = await mcp.call('create_alert', alert)
    expect(refused.isError).toBe(true)
    expect(refused.content[0]?.text).toMatch(/INSUFFICIENT_PERMISSIONS.*write:alerts/)
    expect((await mcp.call('list_alerts')).structuredContent?.data).toEqual({ alerts: [] })
    // Without the operator's key, the public part of the status.
    const status = await mcp.call('get_provider_status')
    expect(status.structuredContent?.notes?.[0]).toContain('admin:account')
    await using writer = await openMcp(url, await createKey('write:alerts'))
    expect((await writer.call('create_alert', alert)).isError).toBeUndefined()
    expect((await writer.call('get_price', { chain: 'ethereum', token: 'WETH' })).content[0]?.text).toContain(
      'read:blockchain',
    )

    const limits = { monthlyCu: 21 }
    const { secret } = await node.keys.create({ name: 'small', scopes: ['read:blockchain'], tier: 'free', limits })
    await using small = await openMcp(url, secret)
    const block = { chain: 'ethereum', what: 'block' }
    expect((await small.call('get_chain_data', block)).isError).toBeUndefined()
    const second = await small.call('get_chain_data', block)
    expect(second.content[0]?.text).toMatch(/RATE_LIMIT_EXCEEDED/)
  })
})

it('answers each message on its own, without sessions and streams', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await post('', {}, method)
    expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, 'POST'])
  }
  const answer = await post(listTools)
  expect(answer.headers['mcp-session-id']).toBeUndefined()
  expect(JSON.parse(answer.text)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } })
  expect((await post(`[${listTools},${listTools}]`)).text).toContain('is a batch')
  expect((await post('{"jsonrpc"')).status).toBe(400)
  expect((await post(' '.repeat(600_000))).status).toBe(413)
  expect(await statusOf({ accept: 'application/json' })).toBe(406)
  expect((await post(listTools, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
})

it('serves the guides as resources', async () => {
  await using mcp = await openMcp(url, key)
  const { resources } = await mcp.client.listResources()
  expect(resources.map(({ uri }) => uri)).toContain('outrigger://guide/start')
  const { contents } = await mcp.client.readResource({ uri: 'outrigger://guide/start' })
  expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringMatching(/^# /) }])
  await expect(mcp.client.readResource({ uri: 'outrigger://guide/../../package' })).rejects.toThrow('does not exist')
  await expect(mcp.call('get_fee', { chain: 'ethereum' })).rejects.toThrow('did you mean `get_fees`?')
})

it('answers 1000 malformed calls with clear errors and without secrets', async () => {
  await using mcp = await openMcp(url, key)
  const texts: string[] = []
  const names = mcp.tools.map(({ name }) => name)
  const fieldsOf = (name: string) =>
    Object.keys((mcp.tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}) as object)
  const known = [
    'ethereum',
    'base',
    'nowhere',
    addresses.tokens.WETH.address,
    `0x${'5c'.repeat(32)}`,
    '0x',
    'WETH',
    '-1',
    '1e400',
  ]
  const odd = [
    '',
    ' ',
    '\u0000',
    '«',
    '../../etc/passwd',
    '%2e%2e',
    'http://127.0.0.1:1/x',
    '__proto__',
    'x'.repeat(20_000),
    '💥',
  ]
  const value = fc.oneof(
    fc.constantFrom(...known, ...odd),
    fc.string(),
    fc.jsonValue({ maxDepth: 3 }),
    fc.double(),
    fc.constantFrom(null, true, [], {}, -1, 0, 1e308),
  )
  const args = (name: string) => {
    const field = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('chain', ...fieldsOf(name)) },
      { weight: 1, arbitrary: fc.string() },
    )
    return fc.array(fc.tuple(field, value), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs))
  }
  const call = fc
    .constantFrom(...names, 'get_secret', '', '__proto__')
    .chain((name) => fc.tuple(fc.constant(name), args(name)))
  let refused = 0
  for (const [name, given] of fc.sample(call, { numRuns: 1_000, seed })) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
    const { status, text } = await post(body)
    texts.push(text)
    const about = `${body.slice(0, 300)} -> ${status} ${text.slice(0, 500)}`
    if (status === 413) continue
    expect(status, about).toBe(200)
    const { result, error } = JSON.parse(text) as Called
    if (error !== undefined || result?.isError) refused += 1
    if (error !== undefined) expect(error.code, about).toBe(-32602)
    else if (result?.isError)
      expect(result.content[0]?.text, about).toMatch(/^[a-z_]+ failed with (?!INTERNAL)[A-Z_]+: «.+» .+\.$/)
    else expect(result?.structuredContent, about).toBeDefined()
  }
  expect(refused).toBeGreaterThan(800)
  const status = await mcp.call('get_provider_status')
  texts.push(JSON.stringify(status))
  expect(status.isError).toBeUndefined()
  for (const secret of ['PROVIDERSECRET', 'USERSECRET', 'PATHSECRET', 'RELAYSECRET', signerKey.slice(2), key])
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
}, 180_000)
type Called = {
  readonly error?: { readonly code: number }
  readonly result?: {
    readonly isError?: true
    readonly content: readonly { readonly text: string }[]
    readonly structuredContent?: object
  }
}
