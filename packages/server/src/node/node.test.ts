import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { ApiAnswerError, type ApiClient, createApiClient } from '@outrigger/api'
import { type Arguments, contract, type Endpoint, type Scope, type ServedId, streams } from '@outrigger/api/contract'
import { addresses, createAnvil, type Devnet, startDevnet } from '@outrigger/devnet'
import { type BeaconServer, createBeaconServer } from '@outrigger/devnet/beacon'
import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { Compile } from 'typebox/compile'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createNode, type OutriggerNode } from '../createNode.ts'
import { toSampleRequest } from '../http/fixtures/sampleRequests.ts'
import type { Listening } from './listening.ts'
import { ListenError, NodeClosedError } from './nodeErrors.ts'

let devnet: Devnet
let beacon: BeaconServer
let markets: MarketServer
let node: OutriggerNode
let at: Listening
let key: string
let minedHash: Hex
const lines: string[] = []
const logTo = new Writable({
  write(chunk, _, done) {
    lines.push(String(chunk))
    done()
  },
})

beforeAll(async () => {
  devnet = await startDevnet({ silent: true })
  const { client } = devnet.chains.ethereum
  minedHash = await client.sendTransaction({ account: devnet.accounts.deployer, to: `0x${'0b'.repeat(20)}`, value: 1n })
  await client.waitForTransactionReceipt({ hash: minedHash })
  beacon = await createBeaconServer({ clock: { genesisTimeMs: Date.now() - 3_600_000, slotSeconds: 1 } })
  markets = await createMarketServer({ getPricesUsd: () => ({}) })
  node = await createNode(
    {
      chains: {
        ethereum: { endpoints: ['http://127.0.0.1:1/v2/PATHSECRET', devnet.chains.ethereum.rpcUrl] },
        optimism: { endpoints: ['http://user:USERSECRET@127.0.0.1:1/?key=QUERYSECRET'] },
      },
      beacon: { endpoints: [beacon.url] },
      market: { defillama: { enabled: true, apiUrl: markets.urls.defillama, yieldsUrl: markets.urls.defillama } },
      analytics: { coingecko: { enabled: true, url: markets.urls.coingecko } },
      log: 'debug',
    },
    { logTo },
  )
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
}, 120_000)

afterAll(async () => {
  await node?.close()
  await beacon?.close()
  await markets?.close()
  await devnet?.close()
})

const swap = {
  chain: 'ethereum',
  from_token: addresses.tokens.WETH.address,
  to_token: addresses.tokens.USDC.address,
  amount: '1000000000000000000',
}
/** Placeholder for the hash of the transaction that the test mines first. */
const mined = `0x${'5c'.repeat(32)}`

describe('the contract over the wire', () => {
  // Bundles need relays, and a pending transaction needs a chain that waits. They have separate tests.
  const calls: { readonly [id in Exclude<ServedId, `mev${string}` | 'mempoolTransaction'>]: Arguments<id> } = {
    health: {},
    authToken: { grant_type: 'client_credentials' },
    gasCurrent: { chain: 'ethereum' },
    gasCompare: { chains: 'ethereum' },
    gasInclusion: { chain: 'ethereum', within_seconds: 90 },
    gasBacktest: { chain: 'ethereum' },
    gasHistory: { chain: 'ethereum', days: 1 },
    gasOptimize: { chain: 'ethereum' },
    gasEstimate: { chain_id: 'ethereum' },
    gasEstimateChain: { chain: 'ethereum' },
    blockchainGas: { chain: 'ethereum' },
    blockchainGasHistory: { chain: 'ethereum', hours: 1 },
    blockchainBalance: { chain: 'ethereum', address: '0x00000000000000000000000000000000000000AA' },
    blockchainTransaction: { chain: 'ethereum', hash: mined },
    blockchainBlock: { chain: 'ethereum', number: 'latest' },
    blockchainLatestBlock: { chain: 'ethereum' },
    blockchainBlockBy: { chain: 'ethereum', block: '1' },
    blockchainBlockTransactions: { chain: 'ethereum', number: '1' },
    blockchainAddressTransactions: {
      chain: 'ethereum',
      address: '0x00000000000000000000000000000000000000AA',
      limit: 5,
    },
    blockchainCall: { chain: 'ethereum', to: addresses.tokens.USDC.address, data: '0x313ce567' },
    blockchainLogs: { chain: 'ethereum', fromBlock: '1' },
    blockchainInfo: { chain: 'ethereum' },
    blockchainNetworkStats: { chain: 'ethereum' },
    blockchainTraceTransaction: { chain: 'ethereum', hash: mined },
    blockchainDebugTrace: { chain: 'ethereum', hash: mined, options: { tracer: 'callTracer' } },
    blockchainTraceBlock: { chain: 'ethereum', number: '1' },
    accountProviders: {},
    accountKeys: {},
    accountKeyCreate: { name: 'made' },
    accountKey: { key_id: '' },
    accountKeyUpdate: { key_id: '', tier: 'base' },
    accountKeyRotate: { key_id: '' },
    accountKeyRevoke: { key_id: '' },
    metrics: { hours: 1 },
    metricsTypes: {},
    deprecatedHealthMetrics: {},
    deprecatedHealthDashboard: { detail: 'summary' },
    deprecatedAnalyticsMetrics: { hours: 2 },
    deprecatedAnalyticsStats: {},
    deprecatedMonitoring: {},
    deprecatedUsageMetrics: {},
    deprecatedUsageStats: {},
    oracleGas: { chain: 'ethereum' },
    oracleLrtRates: {},
    oracleBeaconStatus: {},
    priceCurrent: { chain: 'ethereum', symbol: 'WETH' },
    priceCompare: { chain: 'ethereum', symbol: 'WETH', exchanges: 'uniswap_v3,sushiswap' },
    priceHistory: { chain: 'ethereum', symbol: 'WETH', days: 7, interval: '1h' },
    tvl: { protocol: 'aave_v3', chain: 'ethereum' },
    yields: { chain: 'base', min_apy: 1, min_tvl: 1e6, stablecoin: true },
    dexVolumes: { chain: 'arbitrum', dex: 'uniswap', period: '7d' },
    marketSummary: {},
    swapQuote: { ...swap, slippage: 1 },
    aggregatorQuote: swap,
    aggregatorSwap: { ...swap, from_address: `0x${'aa'.repeat(20)}`, disable_estimate: true },
    aggregatorTokens: {},
    analyticsUsage: { start_date: '2026-01-01' },
    analyticsOverview: {},
    analyticsTimeseries: { chain: 'ethereum', metric: 'gas_usage', interval: '1m' },
    analyticsChainData: { chain: 'ethereum', metric: 'new_wallets', aggregation: 'daily' },
    analyticsCompare: { chains: ['ethereum', 'bitcoin'], metric: 'active_addresses', aggregation: 'weekly' },
    analyticsMetricsAvailable: { chain: 'ethereum' },
    analyticsTrendingTokens: { chain: 'ethereum', limit: 3 },
    analyticsDefiMetrics: {},
    analyticsMarketOverview: {},
    analyticsChainsMetrics: {},
    analyticsLiquidityMetrics: { protocol: 'uniswap_v3', chain: 'ethereum' },
    analyticsUserActivity: { address: '0x00000000000000000000000000000000000000aa' },
    analyticsProtocolStats: { protocol: 'aave_v3' },
    oracleHealth: {},
    oracleCacheClear: {},
    gatewayStatus: {},
    gatewayChain: { chain: 'ethereum' },
    gatewayHealth: {},
    mempoolStatus: { chain: 'ethereum' },
    mempoolStats: { chain: 'ethereum' },
    mempoolPending: { chain: 'ethereum' },
    mempoolSwaps: { chain: 'ethereum', dex: 'uniswap_v2' },
    mempoolLiquidations: { chain: 'ethereum' },
    mempoolLifecycle: { chain: 'ethereum' },
    defiPositionHealth: { chain: 'ethereum', address: '0x00000000000000000000000000000000000000AA' },
    defiOpportunities: { chain: 'ethereum', limit: 1, min_profit_usd: 0.5 },
    defiEndedOpportunities: { chain: 'ethereum' },
    defiStressTest: { chain: 'ethereum' },
    defiProtocolsStats: { chain: 'ethereum' },
    defiProtocols: { chain: 'ethereum' },
    alertsCreate: { name: 'gas', alert_type: 'gas', threshold: 1e9 },
    alertsList: { limit: 2 },
    alertsTypes: {},
    alertsSummary: {},
    alertsSecret: {},
    alertsSecretRotate: {},
    alertsGet: { alert_id: '' },
    alertsUpdate: { alert_id: '', threshold: 2e9 },
    alertsAcknowledge: { alert_id: '', notes: 'seen' },
    alertsResolve: { alert_id: '' },
    alertsTest: { alert_id: '' },
    alertsReplay: { alert_id: '' },
    alertsDelete: { alert_id: '' },
  }

  it.each(Object.entries(calls))('%s answers what it promises', async (id, args) => {
    const api = createApiClient({ baseUrl: at.url, apiKey: key, timeoutMs: 60_000 }) as {
      readonly [id: string]: (args: object) => Promise<unknown>
    }
    const hash = 'hash' in args ? { hash: minedHash } : {}
    const alert = 'alert_id' in args ? { alert_id: await createAlert() } : {}
    const one = 'key_id' in args ? { key_id: (await node.keys.create({ name: 'one' })).key.id } : {}
    const answer = await api[id]?.({ ...args, ...hash, ...alert, ...one })
    expect(Compile(contract[id as ServedId].response).Errors(answer)).toEqual([])
  })

  const createAlert = async () => (await node.alerts.create({ name: 'disk', type: 'system', threshold: 101 })).id

  const guarded = (Object.entries(contract) as [string, Endpoint][]).filter(([, { scopes }]) => scopes !== 'public')

  it.each(guarded)('%s asks for a key, then for its scope, then says what it is', async (id, endpoint) => {
    const { scopes, errors } = endpoint
    const { path, init } = toSampleRequest(id, endpoint)
    const send = (secret?: string) =>
      fetch(at.url + path, { ...init, headers: { ...init.headers, ...(secret && { 'x-api-key': secret }) } })
    const without = await send()
    expect(without.status).toBe(401)
    expect(read(errors, await without.json())).toEqual({
      code: 'INVALID_API_KEY',
      message: expect.stringContaining('No API key was sent'),
    })
    const unknown = await send('or_unknown')
    expect(read(errors, await unknown.json())).toEqual({ code: 'INVALID_API_KEY', message: 'Invalid API key' })
    if (Array.isArray(scopes)) {
      const needed: readonly string[] = scopes
      const wrong = (['stream:websocket', 'read:analytics'] as const).filter(
        (scope) => !needed.includes(scope),
      ) as Scope[]
      const { secret } = await node.keys.create({ name: 'wrong', scopes: wrong })
      const refused = await send(secret)
      expect(refused.status).toBe(403)
      expect(read(errors, await refused.json())).toEqual({
        code: 'INSUFFICIENT_PERMISSIONS',
        message: 'Insufficient permissions',
      })
    }
    if (endpoint.state === 'served' && !endpoint.preview) return
    const answer = await send(key)
    expect(answer.status).toBe(endpoint.state === 'gone' ? 410 : 501)
    expect(read(errors, await answer.json()).code).toBe(endpoint.state === 'gone' ? 'GONE' : 'NOT_AVAILABLE')
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    const successor = `</api${endpoint.deprecation?.successor}>; rel="successor-version"`
    expect(answer.headers.get('link')).toBe(endpoint.deprecation ? successor : null)
    expect(answer.headers.has('sunset')).toBe(endpoint.deprecation !== undefined)
  })

  it('names the replacements of what is gone, and the tier that traces need', async () => {
    const { secret } = await node.keys.create({ name: 'free', scopes: ['read:blockchain'] })
    const [gone, trace] = await Promise.all(
      ['status', 'trace/block/1'].map((path) =>
        get(`/v1/blockchain/base/${path}`, { headers: { authorization: `Bearer ${secret}` } }),
      ),
    )
    expect(gone?.body).toMatchObject({
      error: 'GONE',
      details: { replacements: ['/v1/blockchain/base/blocks/latest', '/v1/blockchain/base/info'] },
    })
    expect(trace?.status).toBe(403)
    expect(trace?.body).toMatchObject({
      success: false,
      error: 'METHOD_NOT_ALLOWED',
      details: { required_tier: 'starter' },
    })
  })
})

describe('the oracle over the wire', () => {
  it('says where a price came from, in gwei', async () => {
    const { body } = await get('/v1/oracle/gas/ethereum')
    const block = await devnet.chains.ethereum.client.getBlock({ blockNumber: BigInt(body.block_number) })
    expect(body).toMatchObject({
      chain: 'ethereum',
      source: 'backup',
      failover_active: true,
      stale: false,
      ttl_seconds: 3,
      base_fee_gwei: Number(block.baseFeePerGas) / 1e9,
    })
    for (const tier of ['slow', 'standard', 'fast', 'instant'])
      expect(body[tier].max_fee_gwei).toBeCloseTo(body[tier].base_fee_gwei + body[tier].priority_fee_gwei, 9)
  })

  it('keeps a shared answer in step with the chain', async () => {
    const before = (await get('/v1/oracle/gas/ethereum')).body.block_number
    await expect
      .poll(async () => (await get('/v1/oracle/gas/ethereum')).body.block_number, { timeout: 10_000 })
      .toBeGreaterThan(before)
  })

  it('filters restaking rates and refuses tokens it does not know', async () => {
    expect(Object.keys((await get('/v1/oracle/lrt/rates?tokens=ezETH,%20weETH')).body.rates).sort()).toEqual([
      'ezETH',
      'weETH',
    ])
    const { status, body } = await get('/v1/oracle/lrt/rates?tokens=doge')
    expect([status, body.error]).toEqual([400, 'invalid_parameter'])
    expect(body.message).toContain('doge')
  })

  it('tells an unknown chain, one without a provider and one without an answer apart', async () => {
    const unknown = await get('/v1/oracle/gas/atlantis')
    expect([unknown.status, unknown.body.error, Object.keys(unknown.body)]).toEqual([
      400,
      'invalid_chain',
      ['error', 'message'],
    ])
    const unconfigured = await get('/v1/oracle/gas/base')
    expect([unconfigured.status, unconfigured.body.error]).toEqual([503, 'service_unavailable'])
    expect(unconfigured.body.message).toContain('--rpc base=<url>')
    const dead = await get('/v1/oracle/gas/optimism')
    expect([dead.status, dead.body.error]).toEqual([503, 'service_unavailable'])
  })

  it('clears one cache or all', async () => {
    await get('/v1/oracle/gas/ethereum')
    const clear = (query: string) => get(`/v1/oracle/cache/clear${query}`, { method: 'POST' })
    expect((await clear('?chain=ethereum')).body.cleared).toEqual(['ethereum'])
    expect((await clear('?chain=base')).body.cleared).toEqual([])
    expect((await clear('?chain=atlantis')).body.error).toBe('invalid_chain')
    await get('/v1/oracle/gas/ethereum')
    await get('/v1/oracle/lrt/rates')
    expect((await clear('')).body.cleared).toEqual(expect.arrayContaining(['ethereum', 'lrt']))
  })

  it('reports every provider', async () => {
    const { body } = await get('/v1/oracle/health')
    expect(body.overall_status).toBe('degraded')
    expect(body.providers.ethereum.primary.status).toBe('unavailable')
    expect(body.providers.ethereum.backup).toMatchObject({ status: 'healthy', success_rate: 1 })
    expect(body.providers.beacon.primary.status).toBe('healthy')
  })
})

describe('requests', () => {
  it('carry their id through', async () => {
    const ids = await Promise.all(
      ['mine-1', 'not sane', ''].map(async (id) =>
        (await get('/v1/health', { headers: { 'x-request-id': id } })).headers.get('x-request-id'),
      ),
    )
    expect(ids[0]).toBe('mine-1')
    expect(ids[1]).toMatch(/^[\w-]{8}-\w+$/)
    expect(new Set(ids).size).toBe(3)
  })

  it('are refused in words when they make no sense', async () => {
    const token = (body: string, type = 'application/json') =>
      get('/v1/auth/token', { method: 'POST', body, headers: { 'x-api-key': key, 'content-type': type } })
    const outcomes = await Promise.all([
      token('{"grant_type":'),
      token('{}'),
      token('{"grant_type":"password"}'),
      token('', 'application/json'),
      token(JSON.stringify({ grant_type: 'x'.repeat(300_000) })),
      token('<a/>', 'text/xml'),
      get('/v1/nowhere'),
      get('/v1/oracle/health', { method: 'DELETE' }),
      get('/v1/oracle/gas/%zz'),
    ])
    expect(outcomes.map(({ status, body }) => `${status} ${body.error.code ?? body.error}`)).toEqual([
      '400 INVALID_PARAMETER',
      '400 INVALID_PARAMETER',
      '400 INVALID_PARAMETER',
      '400 INVALID_PARAMETER',
      '413 PAYLOAD_TOO_LARGE',
      '415 UNSUPPORTED_MEDIA_TYPE',
      '404 NOT_FOUND',
      '405 UNSUPPORTED_HTTP_METHOD',
      // In the error shape of its area.
      '400 invalid_parameter',
    ])
    expect(outcomes[1]?.body.error.details).toEqual([{ path: 'body.grant_type', message: 'is required' }])
    expect(outcomes[2]?.body.error.details).toEqual([
      { path: 'body.grant_type', message: 'must be client_credentials' },
    ])
    expect(outcomes[7]?.headers.get('allow')).toBe('GET, HEAD')
    expect((await token('grant_type=client_credentials', 'application/x-www-form-urlencoded')).body.token_type).toBe(
      'Bearer',
    )
  })

  it('that are no HTTP at all are refused in the same shape', async () => {
    expect(await exchange(at.port, 'NONSENSE\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 .*x-request-id: \S+.*"code":"INVALID_PARAMETER"/s,
    )
  })

  it('too large for a head are refused as such, by both listeners', async () => {
    for (const port of [at.port, at.gatewayPort]) {
      const answer = await exchange(port, `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(50_000)}\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1.1 431 .*x-request-id: \S+.*"code":"HEADERS_TOO_LARGE"/s)
      expect(await exchange(port, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*x-request-id: \S+.*"error":/s)
    }
  })

  it('with a value too long are refused in the shape of the area', async () => {
    const { status, body } = await get(`/v1/oracle/gas/${'a'.repeat(5000)}`)
    expect([status, body.error]).toEqual([400, 'invalid_chain'])
    expect(body.message.length).toBeLessThan(250)
  })

  it('of text/plain, of no type at all and with JSON as a form are refused alike', async () => {
    const body = new TextEncoder().encode('{"grant_type":"client_credentials"}')
    for (const type of ['text/plain', 'text/plain; charset=utf-8', undefined, 'application/x-www-form-urlencoded']) {
      const headers = { 'x-api-key': key, ...(type && { 'content-type': type }) }
      const { status, body: answer } = await get('/v1/auth/token', { method: 'POST', body, headers })
      expect([status, answer.error.code], String(type)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
      expect(answer.error.message).toContain('Content-Type: application/json')
    }
  })

  it('that clear the cache need no key with an Origin, as JSON or of the same origin', async () => {
    const clear = (headers: Record<string, string>) => get('/v1/oracle/cache/clear', { method: 'POST', headers })
    const host = new URL(at.url).host
    const json = { 'content-type': 'application/json' }
    for (const headers of [{ origin: `http://${host}` }, { origin: 'https://app.example', ...json }, json, {}])
      expect((await clear(headers)).status, JSON.stringify(headers)).toBe(200)
    // A browser sends a preflight first. It may not send JSON there for a page of an unlisted origin.
    const preflight = async (path: string) =>
      (await fetch(`${at.url}${path}`, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })).headers
    expect((await preflight('/v1/oracle/cache/clear')).get('access-control-allow-headers')).not.toMatch(/content-type/i)
    expect((await preflight('/v1/auth/token')).get('access-control-allow-headers')).toMatch(/content-type/i)
  })

  it('of foreign pages change nothing without a key', async () => {
    const clear = (headers: Record<string, string>) =>
      get('/v1/oracle/cache/clear', { method: 'POST', headers: { origin: 'https://evil.example', ...headers } })
    await get('/v1/oracle/gas/ethereum')
    const refused = await clear({})
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'insufficient_permissions', message: expect.stringContaining('X-API-Key') },
    ])
    expect((await clear({ 'x-api-key': 'or_nonsense' })).status).toBe(403)
    expect((await clear({ 'x-api-key': key })).body.cleared).toContain('ethereum')
  })

  it('of pages are answered to pages', async () => {
    const { headers } = await get('/v1/oracle/health', { headers: { origin: 'https://app.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const preflight = await fetch(`${at.url}/v1/auth/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
    const head = await fetch(`${at.url}/v1/oracle/gas/ethereum`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
  })

  it('to the operator stand outside the contract', async () => {
    const root = at.url.replace('/api', '')
    const text = await (await fetch(`${root}/metrics`)).text()
    expect(text).toContain('outrigger_http_request_duration_seconds_count{route="oracleGas",status="200"}')
    expect(text).toMatch(/outrigger_upstream_calls_total\{chain="ethereum",endpoint="backup",outcome="ok"\} [1-9]/)
    expect(text).toContain('outrigger_endpoint_status{chain="ethereum",endpoint="primary",status="unavailable"} 1')
    expect(text).not.toMatch(/SECRET|http:|\/v1/)
    expect((await fetch(`${root}/livez`)).status).toBe(200)
    expect((await fetch(`${root}/healthz`)).status).toBe(200)
    expect(await (await fetch(root)).json()).toMatchObject({ name: 'Outrigger', gateway: at.gatewayUrl })
    await using plain = await createNode({ dashboard: false })
    const plainRoot = (await plain.listen({ port: 0, gatewayPort: 0 })).url.replace('/api', '')
    const page = await fetch(plainRoot, { headers: { accept: 'text/html,*/*' } })
    expect([page.headers.get('content-type'), await page.text()]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('The node is up'),
    ])
    const ready = await fetch(`${root}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, reasons: [expect.stringContaining('optimism')] },
    ])
    expect(await (await fetch(`${root}/openapi.json`)).json()).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: '/api' }],
    })
  })

  it('to the wrong port are told the right one, and plain ones of a socket path that it is one', async () => {
    const at404 = async (url: string) => {
      const { error } = (await (await fetch(url)).json()) as { error: { code: string; message: string } }
      return `${error.code} ${error.message}`
    }
    expect(await at404(`${at.gatewayUrl}/api/v1/health`)).toMatch(
      `NOT_FOUND There is no /api/v1/health here: this is the gateway's port. The REST interface listens at ${at.url}.`,
    )
    expect(await at404(at.gatewayUrl)).toContain(at.url)
    expect(await at404(`${at.url.replace('/api', '')}/ethereum/rpc`)).toContain(
      `The gateway listens at ${at.gatewayUrl}.`,
    )
    for (const url of [`${at.url}/v1/mempool/ethereum/stream`, `${at.gatewayUrl}/ethereum/ws`]) {
      const response = await fetch(url, { headers: { 'x-api-key': key } })
      expect(await response.json()).toMatchObject({
        error: {
          code: 'INVALID_PARAMETER',
          details: [{ path: 'headers.upgrade', message: expect.stringContaining('ws://') }],
        },
      })
    }
  })

  it('of pages are answered to pages by the gateway too', async () => {
    const origin = 'https://app.example'
    const url = `${at.gatewayUrl}/ethereum/rpc`
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin } })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/X-API-Key.*Content-Type/)
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    const ask = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', body, headers: { origin, ...headers } })
    const answer = await ask({ 'x-api-key': key })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Outrigger-Provider')
    const refused = await ask({})
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
    await using closed = await createNode({ cors: false })
    const { gatewayUrl } = await closed.listen({ port: 0, gatewayPort: 0 })
    const none = await fetch(`${gatewayUrl}/ethereum/rpc`, { method: 'POST', body, headers: { origin } })
    expect(none.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('for health say what the providers make of it', async () => {
    expect((await get('/v1/health')).body.status).toBe('degraded')
    await using dead = await createNode({ chains: { base: { endpoints: ['http://127.0.0.1:1'] } } })
    const { url } = await dead.listen({ port: 0, gatewayPort: 0 })
    const status = async () => ((await (await fetch(`${url}/v1/health`)).json()) as { status: string }).status
    await expect.poll(status, { timeout: 10_000 }).toBe('unavailable')
  })

  it('are limited per address without a key and by tier with one, but not on loopback', async () => {
    await using proxied = await createNode({ trustedProxies: 1, tiers: { free: { oracleRequestsPerMinute: 2 } } })
    const { url } = await proxied.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await proxied.keys.create({ name: 'pro', tier: 'starter' })
    const ask = (headers: Record<string, string> = {}) => fetch(`${url}/v1/oracle/health`, { headers })
    const remote = { 'x-forwarded-for': '203.0.113.9' }
    const statuses = []
    for (let i = 0; i < 3; i += 1) statuses.push((await ask(remote)).status)
    expect(statuses).toEqual([200, 200, 429])
    const refused = await ask(remote)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20)
    expect(await refused.json()).toEqual({
      error: 'rate_limit_exceeded',
      message: expect.stringContaining('2 requests'),
    })
    expect((await ask({ ...remote, 'x-api-key': secret })).status).toBe(200)
    expect((await ask({ 'x-forwarded-for': '203.0.113.10' })).status).toBe(200)
    for (const invented of ['127.0.0.1', '203.0.113.77'])
      expect((await ask({ 'x-forwarded-for': `${invented}, 203.0.113.9` })).status).toBe(429)
    for (let i = 0; i < 4; i += 1) expect((await ask()).status).toBe(200)
  })
})

describe('sockets', () => {
  const paths = Object.values(streams).map(({ path }) => path.replace('{chain}', 'ethereum'))

  it.each(paths)('%s is accepted, then closed for want of a credential', async (path) => {
    expect(await open(at.wsUrl + path)).toEqual({ messages: [], code: 1008, reason: 'authentication required' })
    expect((await open(`${at.wsUrl}${path}?token=x`, 'wrong')).code).toBe(1008)
  })

  it('with a credential are told what is missing', async () => {
    const { access_token: token } = await createApiClient({ baseUrl: at.url, apiKey: key }).authToken({
      grant_type: 'client_credentials',
    })
    const attempts = await Promise.all([
      open(`${at.wsUrl}/ws/v1/base`, key),
      open(`${at.wsUrl}/ws/v1/base?token=${token}`),
    ])
    for (const { code, messages } of attempts) {
      expect(code).toBe(1013)
      expect(messages).toEqual([expect.objectContaining({ type: 'error', error: 'UPSTREAM_UNAVAILABLE' })])
    }
    const { secret } = await node.keys.create({ name: 'reader', scopes: ['read:blockchain'] })
    expect((await open(`${at.wsUrl}/ws/v1/base`, secret)).reason).toContain('stream:websocket')
    expect((await open(`${at.wsUrl}/api/v1/ws/connect`, key)).reason).toBe('authentication required')
    await expect(open(`${at.wsUrl}/ws/nowhere`, key)).rejects.toThrow('404')
    await expect(open(`${at.wsUrl}//`, key)).rejects.toThrow('404')
  })

  it('see the caller behind a proxy as requests do', async () => {
    await using proxied = await createNode({ trustedProxies: 1 })
    const { gatewayUrl, wsUrl } = await proxied.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await proxied.keys.create({
      name: 'bound',
      scopes: ['admin:account'],
      allowedIps: ['203.0.113.9'],
    })
    for (const [forwarded, status, code] of [
      ['127.0.0.1, 203.0.113.9', 503, 1013],
      ['203.0.113.9, 127.0.0.1', 401, 1008],
    ] as const) {
      const headers = { 'x-api-key': secret, 'x-forwarded-for': forwarded }
      expect((await fetch(`${gatewayUrl}/base/rpc`, { method: 'POST', headers })).status).toBe(status)
      expect((await open(`${wsUrl}/ws/v1/base`, secret, { 'x-forwarded-for': forwarded })).code).toBe(code)
    }
  })

  it('that leave their end open are closed, at the latest with the node', async () => {
    const closing = await createNode({})
    const { port, gatewayPort } = await closing.listen({ port: 0, gatewayPort: 0 })
    const upgrade = (path: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`
    const halfOpen = (to: number, text: string) => {
      const socket = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text))
      return new Promise((resolve) => socket.on('error', () => {}).once('data', resolve))
    }
    const handshake = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    await Promise.all([
      halfOpen(port, upgrade('/nope')),
      halfOpen(gatewayPort, upgrade('/nope')),
      halfOpen(port, upgrade('/ws/v1/base', handshake)),
    ])
    await closing.close()
  })
})

describe('the client', () => {
  it('throws what the service answered', async () => {
    const api: ApiClient = createApiClient({ baseUrl: at.url })
    const error = await api.oracleGas({ chain: 'atlantis' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiAnswerError)
    expect(error).toMatchObject({ status: 400, code: 'invalid_chain', retryable: false, requestId: expect.any(String) })
    await expect(api.authToken({ grant_type: 'client_credentials' })).rejects.toMatchObject({
      status: 401,
      code: 'INVALID_API_KEY',
    })
    await expect(createApiClient({ baseUrl: 'http://127.0.0.1:1/api' }).health()).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
    })
  })
})

describe('a node', () => {
  it('lets a request under way finish before it closes, and closes once', async () => {
    const silent = createServer(() => {})
    const closing = await createNode({ chains: { base: { endpoints: [await listen(silent)] } } })
    const { url } = await closing.listen({ port: 0, gatewayPort: 0 })
    const answer = fetch(`${url}/v1/oracle/gas/base`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await Promise.all([closing.close(), closing.close()])
    expect((await answer).status).toBe(503)
    await expect(fetch(`${url}/v1/health`)).rejects.toThrow()
    silent.closeAllConnections()
    silent.close()
  })

  it('serves forks under another chain id, and ends with its signal', async () => {
    await using anvil = await createAnvil({ chainId: 31_337 })
    const control = new AbortController()
    const fork = await createNode(
      { chains: { base: { endpoints: [anvil.rpcUrl], chainId: 31_337 } } },
      { signal: control.signal },
    )
    expect((await fork.gas.get('base')).chain).toBe('base')
    expect(fork.readiness()).toEqual({ ready: true, reasons: [] })
    const { url } = await fork.listen({ port: 0, gatewayPort: 0 })
    control.abort()
    await expect
      .poll(() =>
        fetch(`${url}/v1/health`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
  })

  it('opens no port once it closes', async () => {
    const closing = await createNode({})
    const opening = closing.listen({ port: 0, gatewayPort: 0 }).catch((error: unknown) => error)
    await closing.close()
    expect(await opening).toBeInstanceOf(NodeClosedError)
    await expect(closing.listen({ port: 0, gatewayPort: 0 })).rejects.toThrow(NodeClosedError)
  })

  it('closes all of it, also when a part fails', async () => {
    const said: string[] = []
    const closing = await createNode(
      { log: 'error' },
      { logTo: new Writable({ write: (chunk, _, done) => done(void said.push(String(chunk))) }) },
    )
    const { secret } = await closing.keys.create({ name: 'used' })
    await closing.keys.verify(secret, '127.0.0.1')
    const { url } = await closing.listen({ port: 0, gatewayPort: 0 })
    const { collection } = closing.store
    Object.assign(closing.gas, { close: () => Promise.reject(new RangeError('stuck')) })
    await closing.close()
    expect(said.join('')).toContain('stuck')
    expect(await collection('keys').list()).toEqual([])
    await expect(fetch(`${url}/v1/health`)).rejects.toThrow()
  })

  it('says which address is taken', async () => {
    await using second = await createNode({})
    await expect(second.listen({ port: at.port })).rejects.toThrow(ListenError)
    await expect(second.listen({ port: at.port })).rejects.toThrow(`127.0.0.1:${at.port}: something else listens there`)
  })

  it('writes no secret into any line of its log', async () => {
    await fetch(`${at.url}/v1/nowhere?key=${key}`, { headers: { 'x-api-key': key } })
    await node.close()
    const text = lines.join('')
    expect(lines.length).toBeGreaterThan(3)
    expect(text).not.toMatch(/PATHSECRET|USERSECRET|QUERYSECRET/)
    expect(text).not.toContain(key)
    expect(text).not.toMatch(/eyJ[\w-]+\.eyJ/)
  })
})

// biome-ignore lint/suspicious/noExplicitAny: the wire is what these tests judge
type Answer = { readonly status: number; readonly headers: Headers; readonly body: any }

async function get(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(at.url + path, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Returns code and message of an error after checking its shape. */
function read(shape: Endpoint['errors'], body: unknown): { code: string; message: string } {
  if (shape === 'flat') {
    expect(body).toEqual({ error: expect.any(String), message: expect.any(String) })
  } else if (shape === 'envelope') {
    expect(body).toMatchObject({
      success: false,
      error: expect.any(String),
      message: expect.any(String),
      request_id: expect.any(String),
    })
  } else {
    const { error } = body as { error: { code: string; message: string } }
    expect(Object.keys(error)).toEqual(['code', 'message', 'details'])
    return { code: error.code, message: error.message }
  }
  const { error, message } = body as { error: string; message: string }
  return { code: error, message }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('error', () => {}).once('data', (data) => resolve(String(data)))
  })
}

function open(
  url: string,
  secret?: string,
  more: Record<string, string> = {},
): Promise<{ messages: unknown[]; code: number; reason: string }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: { ...more, ...(secret && { 'x-api-key': secret }) } })
    const messages: unknown[] = []
    socket.on('message', (data) => messages.push(JSON.parse(String(data))))
    socket.on('error', reject)
    socket.on('close', (code, reason) => resolve({ messages, code, reason: String(reason) }))
  })
}
