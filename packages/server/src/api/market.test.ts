import { createClient } from '@outrigger/api'
import { contract, type Response, type ServedId } from '@outrigger/api/contract'
import { type Devnet, startDevnet } from '@outrigger/devnet'
import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeLimits, type OutriggerNode, openNode } from '../createNode.ts'
import type { NodeConfig } from '../node/config.ts'

let markets: MarketServer
let node: OutriggerNode
let url: string
let key: string
let nowMs = Date.now()

const open = async (market: NonNullable<NodeConfig['market']>, config: NodeConfig = {}, limits: NodeLimits = {}) => {
  const made = await openNode({ ...config, market }, { clock: { now: () => nowMs } }, limits)
  const { url } = await made.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await made.keys.create({ name: 'all', scopes: ['read:blockchain'], tier: 'unlimited' })
  return { node: made, url, key: secret, [Symbol.asyncDispose]: made.close }
}
const toDefiLlama = (address: string) => ({ defillama: { enabled: true, apiUrl: address, yieldsUrl: address } })

beforeAll(async () => {
  markets = await createMarketServer({ getPricesUsd: () => ({}) })
  ;({ node, url, key } = await open(toDefiLlama(markets.urls.defillama)))
}, 60_000)
afterAll(async () => {
  await node?.close()
  await markets?.close()
})

async function ask(path: string, at = { url, key }) {
  const response = await fetch(`${at.url}/v1/${path}`, { headers: { 'x-api-key': at.key } })
  // biome-ignore lint/suspicious/noExplicitAny: any answer may come, and it is validated against its schema
  return { status: response.status, body: (await response.json()) as any }
}

async function askFor<id extends ServedId>(id: id, query = ''): Promise<Response<id>> {
  const { status, body } = await ask(`${contract[id].path.slice('/v1/'.length)}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(Compile(contract[id].response).Errors(body)).toEqual([])
  return body as Response<id>
}

const metrics = 'integrations/tvlsource/metrics'

describe('figures of the market over the wire', () => {
  it('value locked, by protocol and chain', async () => {
    const { data, metadata } = await askFor('tvl', '?protocol=aave_v3&chain=1')
    expect(data).toMatchObject({ total_tvl_usd: 9e9, chains: { Ethereum: 9e9 }, stale: false })
    expect(data.protocols).toEqual([
      { name: 'Aave V3', slug: 'aave-v3', category: 'Lending', tvl_usd: 9e9, chains: ['Ethereum', 'Arbitrum', 'Base'] },
    ])
    expect(metadata.chain).toBe('ethereum')
    const all = await askFor('tvl', '?limit=3')
    expect(all.data.protocols).toHaveLength(3)
    expect(all.data.total_tvl_usd).toBe(26_690e6)
  })

  it('yields, in percent, with every filter', async () => {
    const { data } = await askFor(
      'yields',
      '?chain=ethereum&project=compound_v3&min_apy=4.7&min_tvl=1000000&stablecoin=true',
    )
    expect(data).toMatchObject({
      count: 1,
      pools: [{ apy: 4.7, apy_base: 4.1, apy_reward: 0.6, stable: true, tvl_usd: 4e8 }],
    })
    expect((await askFor('yields', '?stablecoin=false&min_apy=30')).data.count).toBe(1)
    const unknown = (await askFor('yields', '?project=aerodrome-slipstream')).data.pools
    expect(unknown).toEqual([expect.objectContaining({ apy: null, apy_base: null, stable: false })])
  })

  it('volumes, by chain, DEX and period', async () => {
    const { data } = await askFor('dexVolumes', '?chain=arbitrum&dex=uniswap&period=30d')
    expect(data).toMatchObject({ period: '30d', total_usd: 9e9, total_24h_usd: 3e8, dexes: [{ name: 'Uniswap V3' }] })
    expect(data.change_24h_percent).toBeCloseTo(4, 9)
  })

  it('the summary', async () => {
    const { data } = await askFor('marketSummary')
    expect(data).toMatchObject({ tvl: { total_usd: 26_690e6 }, volume: { total_24h_usd: 2_905e6 } })
    expect(data.tvl.change_24h_percent).toBeCloseTo(2, 9)
    expect(data.top_protocols[0]).toEqual({ name: 'Lido', tvl_usd: 25e9 })
  })

  it('say whether they were held, and for how long', async () => {
    await askFor('yields')
    nowMs += 100_000
    const { metadata, data } = await askFor('yields')
    expect(metadata).toMatchObject({ cached: true, cache_ttl: 200 })
    expect(data).toMatchObject({ stale: false, age_seconds: 100, ttl_seconds: 300 })
    nowMs += 300_000
    const asked = markets.requests.defillama
    const again = await askFor('yields')
    expect(markets.requests.defillama).toBe(asked + 1)
    expect(again).toMatchObject({ metadata: { cached: false, cache_ttl: 300 }, data: { stale: false, age_seconds: 0 } })
  })

  it('in process and over the wire are the same', async () => {
    await using client = createClient({ url, apiKey: key })
    expect(await client.market.getTvl({ protocol: 'uniswap' })).toEqual(
      await node.market.getTvl({ protocol: 'uniswap' }),
    )
    const [there, here] = await Promise.all(
      [client, node].map((one) => one.market.getYields({ chain: 'base', minApy: 0.03, isStable: false })),
    )
    expect(there?.pools).toMatchObject([
      {
        ...here?.pools[0],
        apy: expect.closeTo(0.045, 12),
        apyBase: expect.closeTo(0.033, 12),
        apyReward: expect.closeTo(0.012, 12),
      },
    ])
    const [volumes, local] = await Promise.all(
      [client, node].map((one) => one.market.getVolumes({ period: '7d', limit: 2 })),
    )
    expect(volumes).toEqual({ ...local, change24h: expect.closeTo(local?.change24h ?? 0, 12) })
    expect((await client.market.getSummary()).topChains).toEqual((await node.market.getSummary()).topChains)
  })

  it.each([
    [`${metrics}/tvl?chain=atlantis`, 404, 'chain_not_found'],
    [`${metrics}/tvl?protocol=aaave`, 400, 'INVALID_PARAMETER'],
    [`${metrics}/yields?project=nobody`, 400, 'INVALID_PARAMETER'],
    [`${metrics}/yields?min_apy=lots`, 400, 'INVALID_PARAMETER'],
    [`${metrics}/yields?min_tvl=-1`, 400, 'INVALID_PARAMETER'],
    [`${metrics}/yields?stable=true`, 400, 'INVALID_PARAMETER'],
    [`${metrics}/yields?colour=green`, 200, undefined],
    [`${metrics}/volumes?period=1h`, 400, 'INVALID_PARAMETER'],
    [`${metrics}/volumes?dex=uniswapp`, 400, 'INVALID_PARAMETER'],
  ])('%s: %i %s', async (path, status, error) => {
    const answer = await ask(path)
    expect([answer.status, answer.body.error]).toEqual([status, error])
  })
})

const faults = {
  dead: { isDead: true },
  hung: { hangs: true },
  'cut short': { isCut: true, edit: (body: string) => `${body} ` },
  drifted: {
    edit: (body: string) =>
      body.replaceAll('"total24h"', '"volume"').replaceAll('"tvl"', '"value"').replaceAll('"project"', '"app"'),
  },
} as const

describe.each(Object.entries(faults))('a source that is %s', (_, fault) => {
  it('is told by 503 before it was ever read, and by stale figures after', async () => {
    await using fresh = await createMarketServer({ getPricesUsd: () => ({}) })
    await using made = await open(toDefiLlama(fresh.urls.defillama), {}, { market: { timeoutMs: 500 } })
    for (const path of ['tvl', 'yields', 'volumes', 'summary']) {
      fresh.setFault('defillama', fault)
      const { status, body } = await ask(`${metrics}/${path}`, made)
      expect([status, body.error, body.details]).toEqual([503, 'UPSTREAM_UNAVAILABLE', { upstream: 'defillama' }])
      fresh.setFault('defillama', {})
      // Running reads finish first, and then the source's backoff ends.
      await expect
        .poll(async () => {
          nowMs += 400_000
          return (await ask(`${metrics}/${path}`, made)).body.data?.stale
        })
        .toBe(false)
      const good = await ask(`${metrics}/${path}`, made)
      fresh.setFault('defillama', fault)
      nowMs += 3_600_000
      const old = await ask(`${metrics}/${path}`, made)
      const { age_seconds, stale, ...figures } = old.body.data
      expect(figures).toEqual({ ...good.body.data, age_seconds: undefined, stale: undefined })
      expect([stale, age_seconds >= 3_600]).toEqual([true, true])
      expect(old.body.metadata).toMatchObject({ cached: true, cache_ttl: 0 })
    }
    const { body } = await ask('metrics?type=monitoring&detail=full', made)
    expect(JSON.stringify(body)).toContain('"market_data":{"status":"degraded"')
  })
})

describe('verified', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  }, 90_000)
  afterAll(() => devnet?.close())

  it('the contracts of a lender stand beside what the source says of it', async () => {
    const chains = { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } }
    await using made = await open({ ...toDefiLlama(markets.urls.defillama) }, { chains })
    for (const [protocol, sourceUsd] of Object.entries({
      aave_v3: 9e9,
      'Compound-V3': 1.5e9,
      morpho: 2.5e9,
      spark: 3e9,
    })) {
      const { status, body } = await ask(`${metrics}/tvl?protocol=${protocol}&chain=ethereum&verify=true`, made)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(Compile(contract.tvl.response).Errors(body)).toEqual([])
      const { verification } = body.data
      expect(verification).toMatchObject({ chain: 'ethereum', source_tvl_usd: sourceUsd, complete: true })
      expect(verification.tvl_usd).toBeGreaterThan(1e5)
      expect(verification.difference_usd).toBe(verification.tvl_usd - sourceUsd)
      expect(verification.difference_percent).toBeCloseTo((verification.tvl_usd / sourceUsd - 1) * 100, 9)
      const sum = verification.tokens.reduce(
        (total: number, one: { locked: string; decimals: number; price_usd: number }) =>
          total + (Number(one.locked) / 10 ** one.decimals) * one.price_usd,
        0,
      )
      expect(verification.tvl_usd).toBeCloseTo(sum, 3)
    }
    for (const [query, expected] of Object.entries({
      'verify=true': 400,
      'verify=true&protocol=lido&chain=ethereum': 400,
      'verify=true&protocol=aave_v3&chain=base': 503,
      'verify=false&protocol=lido': 200,
    }))
      expect((await ask(`${metrics}/tvl?${query}`, made)).status, query).toBe(expected)
  }, 60_000)

  it('the pools of a DEX stand beside what the source says of it', async () => {
    const chains = { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } }
    await using made = await open({ ...toDefiLlama(markets.urls.defillama) }, { chains })
    const path = `${metrics}/volumes?dex=Uniswap-V3&chain=ethereum`
    const { body: before } = await ask(`${path}&verify=true`, made)
    const { status, body } = await ask(`${path}&verify=true`, made)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(Compile(contract.dexVolumes.response).Errors(body)).toEqual([])
    const { verification, total_24h_usd } = body.data
    expect(verification).toMatchObject({ dex: 'uniswap_v3', chain: 'ethereum', source_volume_24h_usd: total_24h_usd })
    expect(verification.pools).toBeGreaterThan(1)
    expect(verification.tvl_usd).toBeGreaterThan(1e5)
    expect(verification.difference_usd).toBe(verification.volume_24h_usd - total_24h_usd)
    expect(verification.to_block).toBeGreaterThanOrEqual(before.data.verification.to_block)
    expect((await ask(path, made)).body.data.verification).toBeUndefined()
    for (const [query, expected] of Object.entries({
      'verify=true': 400,
      'verify=true&dex=uniswap_v3': 400,
      'verify=true&dex=pancakeswap&chain=ethereum': 400,
      'verify=true&dex=uniswap_v3&chain=base': 503,
    }))
      expect((await ask(`${metrics}/volumes?${query}`, made)).status, query).toBe(expected)
  }, 60_000)
})

it('nobody is asked where the configuration does not say so', async () => {
  await using made = await open({})
  const { status, body } = await ask(`${metrics}/summary`, made)
  expect([status, body.details, body.message]).toEqual([
    503,
    { upstream: 'defillama' },
    expect.stringContaining('market.defillama.enabled'),
  ])
})

it('the state of the sources is a part of the node', async () => {
  await askFor('marketSummary')
  const { body } = await ask('metrics?type=monitoring&detail=full')
  expect(JSON.stringify(body)).toMatch(/"market_data":\{"status":"healthy","sources":5,"healthy_sources":5\}/)
  const text = await (await fetch(`${url.replace('/api', '')}/metrics`)).text()
  expect(text).toContain('outrigger_market_source_status{dataset="pools",status="healthy"} 1')
  expect(text).toMatch(/outrigger_market_source_read_timestamp_seconds\{dataset="chains"\} \d+/)
})
