import { contract, type Endpoint } from '@outrigger/api/contract'
import { type Devnet, startDevnet } from '@outrigger/devnet'
import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OutriggerNode, openNode } from '../createNode.ts'
import type { Listening } from '../node/listening.ts'
import { pathValues, toSampleRequest } from './fixtures/sampleRequests.ts'

// Half of them are names of something else within the node.
const undeclared = [
  ...['addresses', 'max_gas_price_gwei', 'include_mev', 'dex_protocols', 'tx_types', 'types', 'minValue', 'dexes'],
  ...['onlyMev', 'filter', 'protocols', 'tokens', 'minUsd', 'nonceState', 'key', 'caller', 'args', 'agree', 'prefer'],
  ...['fresh', 'signal', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'page'],
  ...Array.from({ length: 22 }, (_, index) => `x${index}_undeclared`),
]
const values = ['0x1', 'x', 'false', '', '-1', 'base']

let devnet: Devnet
let markets: MarketServer
let node: OutriggerNode
let at: Listening
let key: string
let address: string
let hash: string
let pendingHash: string
let keyId: string

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { client } = devnet.chains.ethereum
  address = devnet.accounts.borrowersOf.aaveV3[0]?.address ?? ''
  hash = await client.sendTransaction({ account: devnet.accounts.deployer, to: `0x${'0b'.repeat(20)}`, value: 3n })
  markets = await createMarketServer({ getPricesUsd: () => ({}) })
  const defillama = { enabled: true, apiUrl: markets.urls.defillama, yieldsUrl: markets.urls.defillama }
  const config = {
    chains: { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } },
    market: { defillama },
    analytics: { coingecko: { enabled: true, url: markets.urls.coingecko } },
  }
  node = await openNode(config, {}, { counting: { maxMs: 20_000 } })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  keyId = (await node.keys.create({ name: 'bot' })).key.id
  key = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
  // Transactions sent from here on stay pending, so nothing changes while answers are compared.
  await client.setAutomine(false)
  node.mempools.get('ethereum')
  for (const value of [1n, 2n])
    pendingHash = await client.sendTransaction({ account: devnet.accounts.deployer, to: `0x${'0b'.repeat(20)}`, value })
  await vi.waitFor(() => expect(node.mempools.get('ethereum').status().pendingCount).toBe(2), { timeout: 10_000 })
  const isReady = async () => expect((await ask('/v1/defi/ethereum/protocols/stats')).status).toBe(200)
  await vi.waitFor(isReady, { timeout: 60_000, interval: 500 })
  // From here on the metrics count requests for metrics.
  await ask('/v1/metrics')
}, 180_000)

afterAll(async () => {
  await node?.close()
  await markets?.close()
  await devnet?.close()
})

type Answer = { readonly status: number; readonly text: string }

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(at.url + path, { ...init, headers: { 'x-api-key': key, ...init.headers } })
  return { status: response.status, text: await response.text() }
}

// Values that depend on the time, and values that only report how long something took.
const moments =
  /"(?:timestamp|age_ms|age_seconds|latency_ms|response_time_ms|cached|cache_ttl|request_id|access_token|cleared|success_rate|net_apy|borrow_apy|created_at|start_date|end_date|active_chains|active|last_used_at|revoked_at|secret|account|previous_until)":(?:"[^"]*"|\[[^\]]*\]|[-\d.e]+|true|false)|"coverage":\{[^\]]*\]\}|"id":"(?:alert_)?\w+"/g
// Usage of the key, which every request increases.
const usage = /"(?:total_cu_used|total_requests)":\d+|"by_(?:chain|method)":\{[^}]*\}/g
const steady = ({ status, text }: Answer) => `${status} ${text.replace(moments, '').replace(usage, '')}`

const endpoints = Object.entries(contract) as [string, Endpoint][]

function createAsker([id, endpoint]: [string, Endpoint]) {
  return async (query = '', body: { readonly [name: string]: unknown } = {}) => {
    const own = { address, hash: id === 'mempoolTransaction' ? pendingHash : hash, key_id: keyId }
    const { path, init } = toSampleRequest(id, endpoint, { query, body, ...own })
    const answer = await ask(path, init)
    // Every request changes the node's own counts.
    if (endpoint.area !== 'metrics') return answer
    const text = answer.text.replace(/"(?:healthy|degraded|unavailable)"|true|false|-?\d[\d.e+-]*/g, '0')
    return { ...answer, text }
  }
}

const pathNames = Object.keys(pathValues)
const stateOf = { served: 200, gone: 410 } as const

describe('what is not declared reaches nothing', () => {
  it.each(endpoints)(
    '%s: a path parameter is not overridden by a query parameter of its name',
    async (id, endpoint) => {
      const call = createAsker([id, endpoint])
      const declared = Object.keys({
        ...endpoint.query?.properties,
        ...(endpoint.body as { properties?: object })?.properties,
      })
      const names = pathNames.filter((name) => !declared.includes(name))
      const others = {
        ...Object.fromEntries(names.map((name) => [name, 'base'])),
        ...(names.includes('address') && { address: `0x${'0b'.repeat(20)}` }),
      }
      const plain = steady(await call())
      // Without an ethereum beacon provider and restaking tokens on the devnet, these report an error.
      if (!['oracleBeaconStatus', 'oracleLrtRates'].includes(id) && !endpoint.path.includes('{alert_id}'))
        expect(plain).toMatch(new RegExp(`^${endpoint.preview ? 501 : stateOf[endpoint.state]} `))
      expect(steady(await call(new URLSearchParams(others).toString()))).toBe(plain)
      for (const name of names) expect(steady(await call(`${name}=base&${name}=0`))).toBe(plain)
    },
  )

  it.each(endpoints)(
    '%s: 50 undeclared names change no answer, or are refused as filters misspelt',
    async (id, endpoint) => {
      const call = createAsker([id, endpoint])
      let plain = steady(await call())
      const refused: string[] = []
      for (const [index, name] of undeclared.entries()) {
        const value = values[index % values.length] ?? ''
        const answer = await call(`${name}=${value}`)
        if (answer.status === 400 && plain.slice(0, 3) !== '400') {
          expect(answer.text).toMatch(/INVALID_PARAMETER|invalid_parameter/)
          expect(answer.text).toContain(`query.${name}`)
          refused.push(name)
        } else {
          // The node may have changed since, for example the state of a provider.
          if (steady(answer) !== plain) plain = steady(await call())
          expect(steady(answer), name).toBe(plain)
        }
      }
      expect(undeclared.length).toBeGreaterThanOrEqual(50)
      // Only filters have names that could be misspelled in a meaningful way.
      if (endpoint.query === undefined) expect(refused).toEqual([])
      expect(refused.length).toBeLessThan(10)
    },
  )

  it.each(endpoints.filter(([, { method }]) => method !== 'GET'))(
    '%s: an undeclared field of a body is refused',
    async (id, endpoint) => {
      const call = createAsker([id, endpoint])
      for (const name of ['colour', 'chain_name', 'constructor', 'allowedIps']) {
        const { status, text } = await call('', { [name]: 'base' })
        // RFC 6749 requires that unknown fields are ignored.
        if (id === 'authToken') expect(status).toBe(200)
        else {
          expect(status, text).toBe(400)
          expect(text).toMatch(/INVALID_PARAMETER|invalid_parameter/)
          expect(text).toContain(`body.${name} is unknown`)
        }
      }
    },
  )

  it('a misspelt field of a body is refused with the one that was meant, at any depth', async () => {
    const transactions = [{ signed_tx: '0x00', canRevert: true }]
    for (const [path, body, details] of [
      ['account/keys', { name: 'a', allowedIps: ['::1'] }, ['body.allowedIps', 'allowed_ips']],
      ['account/keys', { name: 'a', limits: { monthlyCu: 1 } }, ['body.limits.monthlyCu', 'monthly_cu']],
      ['alerts', { name: 'a', alert_type: 'system', treshold: 1 }, ['body.treshold', 'threshold']],
      ['mev/ethereum/bundle/simulate', { transactions }, ['body.transactions.0.canRevert', 'can_revert']],
    ] as const) {
      const headers = { 'content-type': 'application/json' }
      const { status, text } = await ask(`/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(status, text).toBe(400)
      expect(text).toContain(`${details[0]} is unknown: did you mean \`${details[1]}\`?`)
    }
  })

  it('a filter misspelt is refused with the one that was meant', async () => {
    for (const [path, name, meant] of [
      ['/v1/mempool/ethereum/pending', 'min_value', 'min_value_eth'],
      ['/v1/mempool/ethereum/pending', 'minValueEth', 'min_value_eth'],
      ['/v1/mempool/ethereum/pending', 'tx_types', 'tx_type'],
      ['/v1/mempool/ethereum/pending', 'limits', 'limit'],
      ['/v1/mempool/ethereum/pending', 'colour', undefined],
      ['/v1/mempool/ethereum/swaps', 'dx', 'dex'],
      ['/v1/defi/ethereum/liquidations/opportunities', 'min-profit-usd', 'min_profit_usd'],
      ['/v1/defi/ethereum/liquidations/opportunities', 'protcol', 'protocol'],
    ] as const) {
      const { status, text } = await ask(`${path}?${name}=1`)
      if (meant === undefined) expect(status, name).toBe(200)
      else {
        expect(status, name).toBe(400)
        expect(JSON.parse(text).error.details).toEqual([
          { path: `query.${name}`, message: `is unknown: did you mean \`${meant}\`?` },
        ])
      }
    }
    // Names from another path are not ignored either.
    expect((await ask('/v1/mempool/ethereum/swaps?mev_only=true')).status).toBe(400)
    const { status } = await ask('/v1/oracle/cache/clear?chains=ethereum', { method: 'POST' })
    expect(status).toBe(400)
  })

  it('an unknown dex, tx_type or protocol is INVALID_PARAMETER with the list of valid ones', async () => {
    for (const [path, field, valid] of [
      ['/v1/mempool/ethereum/swaps?dex=uniswap_v9', 'query.dex', 'uniswap_v3'],
      ['/v1/mempool/ethereum/pending?tx_type=swaps', 'query.tx_type', 'swap'],
      ['/v1/defi/ethereum/liquidations/opportunities?protocol=aave', 'query.protocol', 'aave_v3'],
      [`/v1/defi/ethereum/positions/${address}/health?protocol=aave`, 'query.protocol', 'aave_v3'],
      // Known, but on another chain.
      ['/v1/defi/base/liquidations/opportunities?protocol=morpho', 'query.protocol', 'aave_v3'],
    ] as const) {
      const { status, text } = await ask(path)
      const { code, details } = JSON.parse(text).error
      expect([status, code, details[0].path], path).toEqual([400, 'INVALID_PARAMETER', field])
      expect(details[0].message).toContain(valid)
    }
  })

  it('chains go by their names or by their chain ids', async () => {
    for (const path of ['/v1/oracle/gas/X', '/v1/mempool/X/pending', '/v1/defi/X/protocols', '/v1/gateway/chains/X'])
      expect(steady(await ask(path.replace('X', '1')))).toBe(steady(await ask(path.replace('X', 'ethereum'))))
    expect((await ask('/v1/gas/1')).status).toBe(200)
    expect((await ask('/v1/gas/0')).text).toContain('INVALID_CHAIN')
  })
})

describe('looks at what it is asked before anything else', () => {
  it.each([
    ['/v1/gas/atlantis', 400, 'INVALID_CHAIN'],
    ['/v1/gas/bitcoin', 400, 'INVALID_CHAIN'],
    ['/v1/blockchain/atlantis/info', 404, 'chain_not_found'],
    ['/v1/blockchain/atlantis/status', 404, 'chain_not_found'],
    ['/v1/blockchain/ethereum/balance/0x12', 400, 'INVALID_ADDRESS'],
    ['/v1/blockchain/bitcoin/balance/bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh', 503, 'UPSTREAM_UNAVAILABLE'],
    ['/v1/gas/ethereum/history?days=366', 400, 'INVALID_PARAMETER'],
    ['/v1/blockchain/ethereum/blocks/0x12zz', 400, 'INVALID_PARAMETER'],
    ['/v1/blockchain/ethereum/transaction/0x12', 400, 'INVALID_PARAMETER'],
    ['/v1/gas/compare', 400, 'INVALID_PARAMETER'],
    ['/v1/gas/compare?chains=,', 400, 'INVALID_PARAMETER'],
    ['/v1/alerts?limit=201', 400, 'INVALID_PARAMETER'],
    ['/v1/analytics/ethereum/data', 400, 'INVALID_PARAMETER'],
    ['/v1/integrations/tvlsource/swap/quote?chain=1', 400, 'INVALID_PARAMETER'],
  ] as const)('%s: %i %s', async (path, status, code) => {
    const answer = await ask(path)
    const { error } = JSON.parse(answer.text)
    expect([answer.status, error.code ?? error]).toEqual([status, code])
  })

  it('410 names the replacements on the chain that was asked for', async () => {
    const { status, text } = await ask('/v1/blockchain/8453/status')
    expect([status, JSON.parse(text).details]).toEqual([
      410,
      { replacements: ['/v1/blockchain/base/blocks/latest', '/v1/blockchain/base/info'] },
    ])
  })
})
