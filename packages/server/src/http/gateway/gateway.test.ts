import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Scope, Tier } from '@outrigger/api/contract'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { createPublicClient, createWalletClient, http, keccak256, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode, openNode } from '../../createNode.ts'
import type { Listening } from '../../node/listening.ts'

let anvil: Anvil
let proxy: FaultProxy
let node: OutriggerNode
let at: Listening
let key: string

const mintFor = async (owner: OutriggerNode, tier: Tier, scopes: Scope[] = ['read:blockchain']) =>
  (await owner.keys.create({ name: tier, tier, scopes })).secret
const mint = (tier: Tier, scopes?: Scope[]) => mintFor(node, tier, scopes)

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  proxy = await createFaultProxy({ target: anvil.rpcUrl })
  const chains = {
    ethereum: { endpoints: [{ url: proxy.url, name: 'own' }] },
    optimism: { endpoints: ['http://127.0.0.1:1/v2/PATHSECRET'], timeoutMs: 500 },
  }
  node = await openNode({ chains }, {}, { gateway: { limits: { bodyBytes: 20_000, batchItems: 20 } } })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = await mint('unlimited')
})
afterAll(async () => {
  await node?.close()
  await proxy?.close()
  await anvil?.close()
})

// biome-ignore lint/suspicious/noExplicitAny: wire answers are read freely in tests
type Answer = { readonly status: number; readonly headers: Headers; readonly raw: string; readonly body: any }

async function send(
  url: string,
  body: string | null,
  init: RequestInit & { secret?: string | null } = {},
): Promise<Answer> {
  const { secret = key, headers, ...more } = init
  const response = await fetch(url, {
    method: 'POST',
    body,
    ...more,
    headers: { ...(secret === null ? {} : { 'x-api-key': secret }), ...(headers as object) },
  })
  const raw = await response.text()
  return { status: response.status, headers: response.headers, raw, body: raw === '' ? undefined : JSON.parse(raw) }
}
const rpc = (body: unknown, init?: Parameters<typeof send>[2]) =>
  send(`${at.gatewayUrl}/ethereum/rpc`, typeof body === 'string' ? body : JSON.stringify(body), init)
const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })

describe('a call', () => {
  it('is answered as the node would, with where the answer came from', async () => {
    const { status, headers, body } = await rpc(call('eth_chainId'), { headers: { 'x-request-id': 'mine' } })
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: '0x1' }])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toBe('mine')
    expect(headers.get('x-outrigger-provider')).toBe('own')
    expect(headers.get('x-outrigger-attempts')).toMatch(/^[01]$/)
    expect(headers.get('x-outrigger-cache')).toMatch(/^(?:hit|miss)$/)
    expect(headers.get('x-outrigger-age')).toMatch(/^\d+$/)
  })

  it('comes from the cache the second time, where that cannot be wrong', async () => {
    const block = call('eth_getBlockByNumber', ['0x0', false])
    const { hash } = (await rpc(block)).body.result
    const byHash = call('eth_getBlockByHash', [hash, true])
    const [first, second] = [await rpc(byHash), await rpc({ ...byHash, id: 'other' })]
    expect(first.body.result).toEqual(second.body.result)
    expect(second.body.id).toBe('other')
    expect([first, second].map(({ headers }) => headers.get('x-outrigger-cache'))).toEqual(['miss', 'hit'])
    expect(second.headers.get('x-outrigger-attempts')).toBe('0')
  })

  it('keeps its id to the letter', async () => {
    for (const id of ['1.0', '12345678901234567890', '"x\\u0041"', 'null', '-0', '1e2'])
      expect((await rpc(`{"jsonrpc":"2.0","method":"eth_chainId","id":${id}}`)).raw).toBe(
        `{"jsonrpc":"2.0","id":${id === '"x\\u0041"' ? '"xA"' : id},"result":"0x1"}`,
      )
  })

  it('without an id is carried out and not answered', async () => {
    const account = `0x${'77'.repeat(20)}`
    const answer = await rpc({ jsonrpc: '2.0', method: 'eth_getBalance', params: [account, 'latest'] })
    expect([answer.status, answer.raw]).toEqual([204, ''])
    expect((await rpc([{ jsonrpc: '2.0', method: 'eth_chainId' }])).status).toBe(204)
  })

  it('the chain refuses gets the words of the chain', async () => {
    const direct = await (
      await fetch(anvil.rpcUrl, {
        method: 'POST',
        body: JSON.stringify(call('eth_getBalance', ['0x1'])),
        headers: { 'content-type': 'application/json' },
      })
    ).json()
    expect((await rpc(call('eth_getBalance', ['0x1']))).body).toEqual(direct)
  })

  it('nobody answers is told so with 503, and no secret', async () => {
    const { status, body, raw } = await send(
      `${at.gatewayUrl}/optimism/rpc`,
      JSON.stringify(call('eth_call', [{}], 'x')),
    )
    expect(status).toBe(503)
    expect(body).toMatchObject({
      id: 'x',
      error: { code: -32603, data: { code: 'UPSTREAM_UNAVAILABLE', upstream: 'optimism' } },
    })
    expect(body.error.message).toContain('chains.optimism.endpoints')
    expect(raw).not.toContain('PATHSECRET')
  })

  it('that is malformed is told so', async () => {
    const codes = await Promise.all(
      ['{', '[]', '{}', '{"jsonrpc":"2.0","id":1,"method":"m","params":3}'].map(async (body) => {
        const answer = await rpc(body)
        return [answer.status, answer.body.error.code]
      }),
    )
    expect(codes).toEqual([
      [200, -32700],
      [200, -32600],
      [200, -32600],
      [200, -32602],
    ])
  })
})

describe('a batch', () => {
  it('is answered in order, each item for itself', async () => {
    const { body, headers } = await rpc([
      call('eth_chainId', [], 1),
      call('eth_getBalance', ['0x1'], 2),
      { jsonrpc: '2.0', method: 'eth_chainId' },
      7,
      call('anvil_mine', [], 3),
      call('eth_nothing', [], 4),
      call('net_version', [], '5'),
    ])
    expect(body.map(({ id }: { id: unknown }) => id)).toEqual([1, 2, null, 3, 4, '5'])
    expect(body.map(({ error }: { error?: { code: number } }) => error?.code)).toEqual([
      undefined,
      -32602,
      -32600,
      -32601,
      -32601,
      undefined,
    ])
    expect(headers.get('x-outrigger-provider')).toBe('own')
    expect(Number(headers.get('x-outrigger-attempts'))).toBeGreaterThanOrEqual(1)
  })

  it('costs the sum of its calls, without those that are refused', async () => {
    const balance = call('eth_getBalance', [`0x${'11'.repeat(20)}`, 'latest'])
    const { headers } = await rpc([call('eth_chainId'), balance, call('anvil_mine')])
    expect(headers.get('x-outrigger-compute-units')).toBe(String(5 + 15))
    expect((await rpc(call('anvil_mine'))).headers.get('x-outrigger-compute-units')).toBeNull()
  })

  it('has a largest size, and each of its calls is told', async () => {
    const calls = [
      ...Array.from({ length: 20 }, (_, id) => call('eth_chainId', [], id)),
      call('eth_chainId', [], 'last'),
    ]
    const { status, body } = await rpc(calls)
    expect(status).toBe(200)
    expect(body.map(({ id }: { id: unknown }) => id)).toEqual([...Array(20).keys(), 'last'])
    for (const { error } of body)
      expect(error).toEqual({ code: -32600, message: expect.stringContaining('at most 20 are allowed') })
  })
})

describe('a key in the path', () => {
  const inPath = (rest: string) =>
    send(`${at.gatewayUrl}/${rest}`, JSON.stringify(call('eth_chainId')), { secret: null })

  it('does for clients that accept only a URL', async () => {
    const { status, body } = await inPath(`ethereum/rpc/${await mint('free')}`)
    expect([status, body.result]).toEqual([200, '0x1'])
    const byUrl = createPublicClient({ transport: http(`${at.gatewayUrl}/1/rpc/${key}`) })
    expect(await byUrl.getChainId()).toBe(1)
  })

  it('is checked, and in no answer', async () => {
    const wrong = 'or_nobody_0123456789'
    const answers = [`ethereum/rpc/${wrong}`, `nowhere/rpc/${key}`, `optimism/rpc/${key}`].map(inPath)
    const [refused, ...others] = await Promise.all(answers)
    expect(refused?.status).toBe(401)
    for (const { raw, status } of [refused, ...others] as Answer[]) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(raw).not.toMatch(/or_/)
    }
    const atRest = await send(new URL(`/ethereum/rpc/${key}`, at.url).href, '{}', { secret: null })
    expect(atRest.body.error.message).toContain('/ethereum/rpc here')
  })

  it('may be left out: the path may end with a slash', async () => {
    expect((await send(`${at.gatewayUrl}/ethereum/rpc/`, JSON.stringify(call('eth_chainId')))).body.result).toBe('0x1')
  })
})

describe('who may call what', () => {
  it('is decided before anything is read', async () => {
    const codes = async (init: Parameters<typeof send>[2]) => {
      const { status, body } = await rpc(call('eth_chainId'), init)
      return `${status} ${body.error?.code}`
    }
    expect(await codes({ secret: null })).toBe('401 INVALID_API_KEY')
    expect(await codes({ secret: `${key.slice(0, -2)}xx` })).toBe('401 INVALID_API_KEY')
    expect(await codes({ secret: await mint('free', ['read:analytics']) })).toBe('403 INSUFFICIENT_PERMISSIONS')
    expect(await codes({ secret: null, headers: { authorization: `Bearer ${key}` } })).toBe('200 undefined')
  })

  it('follows a revocation within a second or so', async () => {
    const { key: revoked, secret } = await node.keys.create({ name: 'short', tier: 'unlimited' })
    expect((await rpc(call('eth_chainId'), { secret })).status).toBe(200)
    await node.keys.revoke(revoked.id)
    await expect
      .poll(async () => (await rpc(call('eth_chainId'), { secret })).status, { timeout: 1500, interval: 50 })
      .toBe(401)
  })

  it('refuses dangerous methods without asking the node', async () => {
    const before = proxy.stats.byMethod
    for (const method of ['anvil_setBalance', 'evm_mine', 'personal_sign', 'eth_sendTransaction', 'debug_setHead']) {
      const { status, body } = await rpc(call(method))
      expect([status, body.error.code]).toEqual([200, -32601])
      expect(body.error.message).toContain(method)
      expect(proxy.stats.byMethod[method]).toBe(before[method])
    }
  })

  it('opens and closes methods by configuration', async () => {
    const gateway = { allowMethods: ['*', 'anvil_*'], denyMethods: ['eth_gasPrice'] }
    await using open = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } }, gateway })
    const { gatewayUrl } = await open.listen({ port: 0, gatewayPort: 0 })
    const secret = await mintFor(open, 'unlimited')
    const ask = async (method: string) =>
      (await send(`${gatewayUrl}/ethereum/rpc`, JSON.stringify(call(method)), { secret })).body.error?.code
    expect([await ask('anvil_nodeInfo'), await ask('eth_gasPrice'), await ask('evm_mine')]).toEqual([
      undefined,
      -32601,
      -32601,
    ])
  })

  it('asks a tier for traces', async () => {
    const secret = await mint('free')
    const alone = await rpc(call('debug_traceTransaction', [`0x${'00'.repeat(32)}`]), { secret })
    expect([alone.status, alone.body.error.code, alone.body.error.details]).toEqual([
      403,
      'METHOD_NOT_ALLOWED',
      { required_tier: 'starter' },
    ])
    const { body } = await rpc([call('trace_block', ['latest']), call('eth_chainId')], { secret })
    expect(body[0].error).toMatchObject({ code: -32601, data: { required_tier: 'starter' } })
    expect(body[1].result).toBe('0x1')
  })

  it('counts every call of a batch against the tier', async () => {
    const secret = await mint('free')
    expect((await rpc(Array(8).fill(call('eth_chainId')), { secret })).status).toBe(200)
    // Calls run until the limit is reached. Each of the others gets an error.
    const partial = await rpc(
      Array.from({ length: 20 }, (_, id) => call('eth_chainId', [], id)),
      { secret },
    )
    expect(partial.status).toBe(200)
    expect(partial.body.map(({ id }: { id: unknown }) => id)).toEqual([...Array(20).keys()])
    expect(partial.body[0].result).toBe('0x1')
    expect(partial.body[19].error).toMatchObject({ code: -32005, data: { code: 'THROUGHPUT_EXCEEDED', limit: 10 } })
    // One of several concurrent requests finds the bucket empty.
    const burst = await Promise.all(
      Array.from({ length: 5 }, () => rpc(Array(8).fill(call('eth_chainId')), { secret })),
    )
    const refused = burst.find(({ status }) => status === 429)
    expect(refused?.body.error).toMatchObject({
      code: 'THROUGHPUT_EXCEEDED',
      details: { limit: 10, unit: 'calls', tier: 'free' },
    })
    expect(refused?.headers.get('retry-after')).toBe('1')
    await expect.poll(async () => (await rpc(call('eth_chainId'), { secret })).status).toBe(200)
  })
})

describe('compute units', () => {
  const used = (headers: Headers) => Number(headers.get('x-ratelimit-cu-used'))

  it('are in the headers of every answer, as are those left in this second', async () => {
    const secret = await mint('starter')
    const first = await rpc(call('eth_chainId'), { secret })
    expect(Object.fromEntries([...first.headers].filter(([name]) => name.includes('ratelimit')))).toEqual({
      'x-ratelimit-cu-limit': '500000000',
      'x-ratelimit-cu-remaining': '499999995',
      'x-ratelimit-cu-used': '5',
      'x-ratelimit-cu-reset': expect.stringMatching(/^\d{10}$/),
      'x-ratelimit-trace-cu-limit': '10000000',
      'x-ratelimit-trace-cu-remaining': '10000000',
      'ratelimit-policy': '"rps";q=100;w=1,"cu";q=2000;w=1;qu="compute-units"',
      ratelimit: expect.stringMatching(/^"rps";r=\d+;t=[01],"cu";r=\d+;t=[01]$/),
    })
    const reset = Number(first.headers.get('x-ratelimit-cu-reset'))
    expect(new Date(reset * 1000).toISOString()).toMatch(/^\d{4}-\d{2}-01T00:00:00.000Z$/)
    const second = await rpc([call('eth_call', [{ to: `0x${'11'.repeat(20)}` }, 'latest']), call('eth_chainId')], {
      secret,
    })
    expect(used(second.headers)).toBe(36)
    const unknown = await rpc(call('eth_chainId'), { secret: 'or_nobody' })
    expect([unknown.status, unknown.headers.get('x-ratelimit-cu-limit')]).toEqual([401, '150000000'])
  })

  it('of logs follow the range, to the real head', async () => {
    const secret = await mint('starter')
    const ask = async (filter: object) => used((await rpc(call('eth_getLogs', [filter]), { secret })).headers)
    expect(await ask({ fromBlock: '0x0', toBlock: 'latest' })).toBe(80)
    expect(await ask({})).toBe(160)
  })

  it("stop a burst of 50 block traces at the first second's worth; what failed costs nothing", async () => {
    const secret = await mint('starter')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => rpc(call('trace_block', ['latest']), { secret })),
    )
    const served = answers.filter(({ status }) => status === 200)
    expect(served).toHaveLength(1)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.error).toMatchObject({
      code: 'THROUGHPUT_EXCEEDED',
      details: { limit: 2000, unit: 'compute units', tier: 'starter' },
    })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const { headers } = await rpc(call('anvil_mine'), { secret })
    expect(headers.get('x-ratelimit-trace-cu-remaining')).toBe(String(10_000_000 - 2500))
    expect(used(headers)).toBe(0)
  })
})

describe('what is not served', () => {
  it('says what it is', async () => {
    const outcome = async (path: string, init: Parameters<typeof send>[2] = {}) => {
      const { status, body, headers } = await send(at.gatewayUrl + path, init.method === 'GET' ? null : '{}', init)
      return [status, body.error.code, headers.get('allow')]
    }
    expect(await outcome('/atlantis/rpc')).toEqual([400, 'INVALID_CHAIN', null])
    expect(await outcome('/bitcoin/rpc')).toEqual([400, 'INVALID_CHAIN', null])
    expect(await outcome('/base/rpc')).toEqual([503, 'UPSTREAM_UNAVAILABLE', null])
    expect(await outcome('/ethereum/rpc', { method: 'GET' })).toEqual([405, 'UNSUPPORTED_HTTP_METHOD', 'POST'])
    expect(await outcome('/ethereum/ws', { method: 'GET' })).toEqual([400, 'INVALID_PARAMETER', null])
    expect(await outcome('/nowhere')).toEqual([404, 'NOT_FOUND', null])
    expect(await outcome('/ethereum/beacon/headers/head', { method: 'GET' })).toEqual([
      503,
      'UPSTREAM_UNAVAILABLE',
      null,
    ])
    expect((await send(`${at.gatewayUrl}/base/rpc`, '{}')).body.error.message).toContain('chains.base.endpoints')
    const big = await rpc(call('eth_call', ['x'.repeat(30_000)]))
    expect([big.status, big.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})

describe('transactions', () => {
  const account = mnemonicToAccount('test test test test test test test test test test test junk')
  const sign = async (nonce: number) => {
    const wallet = createWalletClient({ account, chain: mainnet, transport: http(anvil.rpcUrl) })
    return wallet.signTransaction({
      to: account.address,
      value: parseEther('0.1'),
      nonce,
      gas: 21_000n,
      maxFeePerGas: parseEther('0.0000001'),
      maxPriorityFeePerGas: 1n,
    })
  }

  it('that arrive twice at once are sent once, and both callers learn the hash', async () => {
    const raw = await sign(0)
    await proxy.setFault({ kind: 'slow', delayMs: 200 })
    const before = proxy.stats.byMethod['eth_sendRawTransaction'] ?? 0
    const answers = await Promise.all([1, 2].map((id) => rpc(call('eth_sendRawTransaction', [raw], id))))
    await proxy.setFault({ kind: 'none' })
    expect(answers.map(({ body }) => body.result)).toEqual([keccak256(raw), keccak256(raw)])
    expect((proxy.stats.byMethod['eth_sendRawTransaction'] ?? 0) - before).toBe(1)
  })

  it('whose fate is unknown are reported so, with their hash', async () => {
    const raw = await sign(7)
    // Accepts the transaction without an answer, and then reports it as unknown.
    const mute = createServer((request, response) => {
      text(request).then((body) => {
        if (body === '') return response.writeHead(404).end()
        const { id, method } = JSON.parse(body)
        if (method === 'eth_sendRawTransaction') return
        const result = method === 'eth_chainId' ? '0x1' : method === 'eth_blockNumber' ? '0x1' : null
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      })
    })
    await using unsure = await createNode({ chains: { ethereum: { endpoints: [await listen(mute)], timeoutMs: 400 } } })
    const { gatewayUrl } = await unsure.listen({ port: 0, gatewayPort: 0 })
    const secret = await mintFor(unsure, 'free')
    const { status, body } = await send(
      `${gatewayUrl}/ethereum/rpc`,
      JSON.stringify(call('eth_sendRawTransaction', [raw])),
      {
        secret,
      },
    )
    expect(status).toBe(200)
    expect(body.error).toMatchObject({
      code: -32010,
      data: { code: 'UNCERTAIN_WRITE', transaction_hash: keccak256(raw) },
    })
    mute.closeAllConnections()
    mute.close()
  })
})

describe('the meter', () => {
  it('counts by key and day, and by class for the operator, naming no key', async () => {
    const { key: owner, secret } = await node.keys.create({ name: 'metered', tier: 'unlimited' })
    await rpc(
      [
        call('eth_call', [{ to: `0x${'11'.repeat(20)}` }, 'latest']),
        call('anvil_mine'),
        call('eth_getBalance', ['0x1']),
      ],
      {
        secret,
      },
    )
    await expect
      .poll(async () => (await node.store.collection('ledger_days').list({ prefix: owner.id }))[0]?.value, {
        timeout: 5000,
      })
      .toEqual({ ethereum: { eth_call: [1, 26], eth_getBalance: [1, 15], other: [1, 0] } })
    const months = await node.store.collection('ledger_months').list()
    expect(months.find(({ key }) => key.endsWith(owner.id))?.value).toMatchObject({ traceCu: 0 })
    const metrics = await (await fetch(`${at.url.replace('/api', '')}/metrics`)).text()
    expect(metrics).toMatch(
      /outrigger_gateway_calls_total\{chain="ethereum",class="call",outcome="ok",cache="miss"\} [1-9]/,
    )
    expect(metrics).toMatch(
      /outrigger_gateway_calls_total\{chain="ethereum",class="other",outcome="refused",cache="miss"\}/,
    )
    expect(metrics).toMatch(/outrigger_gateway_request_duration_seconds_count\{route="rpc",status="200"\} [1-9]/)
    expect(metrics).toContain('outrigger_gateway_sockets{chain="ethereum"} 0')
    expect(metrics).not.toContain(owner.id)
  })
})

describe('its status', () => {
  const rest = (path: string) => send(at.url + path, null, { method: 'GET' })

  it('names the gateway, and never a provider', async () => {
    const { body, raw } = await rest('/v1/gateway/status')
    expect(body.status).toBe('degraded')
    expect(body.endpoints.ethereum).toMatchObject({
      rpc: { url: `${at.gatewayUrl}/ethereum/rpc`, status: 'healthy', block_height: expect.any(Number) },
      ws: { url: `${at.gatewayWsUrl}/ethereum/ws`, connections: 0 },
    })
    expect(body.endpoints.optimism.rpc.status).toBe('unavailable')
    expect(raw).not.toMatch(new RegExp(`SECRET|${new URL(proxy.url).port}`))
    expect((await rest('/v1/gateway/chains/ethereum')).body).toMatchObject({
      chain: 'ethereum',
      rpc: { status: 'healthy' },
    })
    expect((await rest('/v1/gateway/health')).body).toEqual({
      status: 'degraded',
      chains: { ethereum: 'healthy', optimism: 'unavailable' },
    })
  })

  it('tells an unknown chain from one without a provider', async () => {
    const [unknown, unconfigured] = await Promise.all(
      ['atlantis', 'base'].map((name) => rest(`/v1/gateway/chains/${name}`)),
    )
    expect([unknown?.status, unknown?.body.error.code]).toEqual([400, 'INVALID_CHAIN'])
    expect([unconfigured?.status, unconfigured?.body.error.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
  })
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('providers that come and go', () => {
  it('are not needed for the chain id, genesis and final blocks already read; one alone that says "nothing" is marked', async () => {
    const proxies = await Promise.all([1, 2].map(() => createFaultProxy({ target: anvil.rpcUrl })))
    const own = await createNode({ chains: { ethereum: { endpoints: proxies.map(({ url }) => url) } } })
    try {
      const listening = await own.listen({ port: 0, gatewayPort: 0 })
      const secret = await mintFor(own, 'unlimited')
      const ask = (method: string, ...params: unknown[]) =>
        send(`${listening.gatewayUrl}/ethereum/rpc`, JSON.stringify(call(method, params)), { secret })
      const read = () =>
        Promise.all([ask('eth_chainId'), ask('net_version'), ask('eth_getBlockByNumber', '0x0', false)])
      const before = (await read()).map(({ body }) => body)
      await proxies[1]?.setFault({ kind: 'refuse' })
      const logs = await ask('eth_getLogs', { fromBlock: '0x0', toBlock: '0x0' })
      expect(logs.body).toEqual({ jsonrpc: '2.0', id: 1, result: [], unconfirmed: true })
      expect(logs.headers.get('x-outrigger-unconfirmed')).toBe('true')
      await proxies[0]?.setFault({ kind: 'refuse' })
      expect((await read()).map(({ body }) => body)).toEqual(before)
      expect((await ask('eth_blockNumber')).status).toBe(503)
    } finally {
      await own.close()
      await Promise.all(proxies.map((each) => each.close()))
    }
  })
})
