import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { readLocalRecording } from '@outrigger/devnet/recorded'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMarketData, type MarketData, type MarketDataOptions } from './createMarketData.ts'
import { MarketSchemaError, MarketUnavailableError, UnknownMarketNameError } from './marketErrors.ts'

const hourMs = 3_600_000
let server: MarketServer
let market: MarketData
let nowMs: number

const open = (options: MarketDataOptions = {}) => {
  const url = server.urls.defillama
  return createMarketData({
    apiUrl: url,
    yieldsUrl: `${url}/`,
    timeoutMs: 2_000,
    clock: { now: () => nowMs },
    ...options,
  })
}

beforeEach(async () => {
  nowMs = Date.UTC(2026, 0, 5, 12)
  server = await createMarketServer({ getPricesUsd: () => ({}), getNowMs: () => nowMs })
  market = open()
})
afterEach(async () => {
  await market.close()
  await server.close()
})

const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)

describe('value locked', () => {
  it('of all chains differs from the sum of all protocols, which counts some values twice', async () => {
    const { totalTvlUsd, chains, protocols } = await market.getTvl()
    expect(totalTvlUsd).toBe(26_690e6)
    expect(chains).toMatchObject({ Ethereum: 21_700e6, Bitcoin: 0 })
    expect(names(protocols).slice(0, 2)).toEqual(['Lido', 'Aave V3'])
    expect(names(protocols)).not.toContain('Binance CEX')
    expect(names(protocols)).not.toContain('Dormant')
  })

  it.each([
    [{ protocol: 'aave_v3' }, 10_600e6, ['Aave V3'], { Ethereum: 9_000e6, Arbitrum: 900e6, Base: 700e6 }],
    [{ protocol: 'Aave' }, 10_900e6, ['Aave V3', 'Aave V2'], { Ethereum: 9_300e6, Arbitrum: 900e6, Base: 700e6 }],
    [{ protocol: 'aave', chain: 'base' }, 700e6, ['Aave V3'], { Base: 700e6 }],
    [{ protocol: 'lido', chain: 'base' }, 0, [], {}],
    [{ chain: 'optimism' }, 80e6, ['Uniswap V3'], { 'OP Mainnet': 80e6 }],
    [{ chain: 'OP Mainnet' }, 80e6, ['Uniswap V3'], { 'OP Mainnet': 80e6 }],
  ])('%o', async (filter, total, found, chains) => {
    const answer = await market.getTvl(filter)
    expect(answer).toMatchObject({ totalTvlUsd: total, chains, stale: false, source: 'primary' })
    expect(Object.keys(answer.chains)).toEqual(Object.keys(chains))
    expect(names(answer.protocols)).toEqual(found)
  })
})

describe('yields', () => {
  const ask = async (filter = {}) =>
    (await market.getYields(filter)).pools.map((pool) => `${pool.chain} ${pool.project}`)

  it('are ratios, and null if the source has none', async () => {
    const { pools } = await market.getYields({ chain: 'base' })
    expect(pools[0]).toMatchObject({ project: 'aave-v3', apy: 0.051, apyBase: 0.051, apyReward: null, isStable: true })
    expect(pools.at(-1)).toMatchObject({ project: 'aerodrome-slipstream', apy: null, tvlUsd: 30e6 })
  })

  it('match every filter, largest first', async () => {
    expect(await ask()).toHaveLength(10)
    expect(await ask({ project: 'aave_v3' })).toEqual(['Ethereum aave-v3', 'Ethereum aave-v3', 'Base aave-v3'])
    expect(await ask({ minApy: 0.2 })).toEqual(['Ethereum uniswap-v3', 'Arbitrum uniswap-v3'])
    expect(await ask({ minTvlUsd: 4e9 })).toEqual(['Ethereum lido', 'Ethereum aave-v3'])
    expect(await ask({ isStable: true, chain: 'ETHEREUM', minApy: 0.045 })).toEqual([
      'Ethereum aave-v3',
      'Ethereum compound-v3',
    ])
    expect(await ask({ isStable: false, chain: 'base' })).toEqual(['Base morpho-blue', 'Base aerodrome-slipstream'])
    // An unknown yield is not a yield of zero.
    expect(await ask({ chain: 'base', minApy: 0 })).toEqual(['Base aave-v3', 'Base morpho-blue'])
    expect(await ask({ chain: 'arbitrum', project: 'lido' })).toEqual([])
    expect(await market.getYields({ chain: 'base', limit: 1 })).toMatchObject({
      count: 3,
      pools: [{ project: 'aave-v3' }],
    })
  })
})

describe('volumes', () => {
  it('cover all chains and their change', async () => {
    const volumes = await market.getVolumes()
    expect(volumes.total24hUsd).toBe(2_905e6)
    const before = 1220 / 1.04 + 150 / 0.92 + 235 / 1.12 + 800 / 0.98 + 500 / 1.01
    expect(volumes.change24h).toBeCloseTo(2905 / before - 1, 12)
    expect(names(volumes.dexes)[0]).toBe('Uniswap V3')
  })

  it.each([
    [{ chain: 'arbitrum' }, 315e6, ['Uniswap V3', 'Curve DEX']],
    [{ chain: 'optimism', period: '7d' }, 140e6, ['Uniswap V3']],
    [{ dex: 'uniswap' }, 1_370e6, ['Uniswap V3', 'Uniswap V2']],
    [{ dex: 'uniswap_v2', chain: 'ethereum', period: '30d' }, 4_500e6, ['Uniswap V2']],
    [{ dex: 'uniswap_v2', chain: 'solana' }, 0, []],
    [{ chain: 'bitcoin' }, 0, []],
  ] as const)('%o', async (filter, totalUsd, found) => {
    const volumes = await market.getVolumes(filter)
    expect(volumes.totalUsd).toBe(totalUsd)
    expect(names(volumes.dexes)).toEqual(found)
  })
})

it('the summary has the largest figures and the changes of a day', async () => {
  const summary = await market.getSummary()
  expect(summary.tvlUsd).toBe(26_690e6)
  expect(summary.tvlChange24h).toBeCloseTo(0.02, 12)
  expect(summary.volume24hUsd).toBe(2_905e6)
  expect(names(summary.topChains).slice(0, 3)).toEqual(['Ethereum', 'Base', 'Solana'])
  expect(summary.topProtocols[0]).toEqual({ name: 'Lido', tvlUsd: 25_000e6 })
  expect(summary.topProtocols).toHaveLength(10)
})

it.each([
  [() => market.getTvl({ protocol: 'aave_v4' }), 'protocol', /no protocol "aave_v4".*lido/],
  [() => market.getTvl({ chain: 'bse' }), 'chain', /no chain "bse".*Did you mean "Base"/],
  [() => market.getYields({ chain: 'atlantis' }), 'chain', /"atlantis"/],
  [() => market.getYields({ project: 'lid' }), 'project', /Did you mean "lido"/],
  [() => market.getVolumes({ dex: 'uniswop' }), 'dex', /"uniswop"/],
  [() => market.getVolumes({ chain: 'x'.repeat(200) }), 'chain', /"x{64}…"/],
])('an unknown name is refused: %#', async (ask, filter, message) => {
  const error = await ask().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnknownMarketNameError)
  expect(error).toMatchObject({ filter, message: expect.stringMatching(message) })
})

describe('answers', () => {
  it('are cached while fresh, then requested by ETag and not sent again', async () => {
    await market.getYields()
    const asked = server.requests.defillama
    await Promise.all([market.getYields(), market.getYields()])
    expect(server.requests.defillama).toBe(asked)
    nowMs += hourMs
    const { stale, timestampMs, pools } = await market.getYields()
    expect({ stale, timestampMs, count: pools.length }).toEqual({ stale: false, timestampMs: nowMs, count: 10 })
    expect([server.requests.defillama, server.unchanged.defillama]).toEqual([asked + 1, 1])
  })

  it('are shared by concurrent readers', async () => {
    await Promise.all(Array.from({ length: 20 }, () => market.getYields()))
    expect(server.requests.defillama).toBe(1)
  })

  it('over 10 MB are rejected while only rows are in memory', async () => {
    const edit = (body: string) => {
      const { data } = JSON.parse(body) as { data: readonly { readonly pool: string }[] }
      const rows = Array.from({ length: 1_800 }, (_, index) =>
        data.map((row) => ({ ...row, pool: `${row.pool}${index}` })),
      )
      return JSON.stringify({ status: 'success', data: rows.flat() })
    }
    server.setFault('defillama', { edit })
    await using patient = open({ timeoutMs: 60_000 })
    expect((await patient.getYields()).pools).toHaveLength(18_000)
    await using small = open({ maxBytes: 10_000_000, timeoutMs: 60_000 })
    await expect(small.getYields()).rejects.toThrow(/more than 10000000 bytes/)
  })
})

const rename = (from: string, to: string) => (body: string) => body.replaceAll(`"${from}"`, `"${to}"`)

const faults = {
  dead: [{ isDead: true }, /cannot be reached/],
  refusing: [{ status: 429 }, /HTTP status 429/],
  hung: [{ hangs: true }, /no answer within 300 ms/],
  'cut short': [{ isCut: true, edit: (body: string) => `${body} ` }, /cut short/],
  'no JSON': [{ edit: () => '<html>' }, /not JSON/],
  'a bare NaN': [{ edit: (body: string) => body.replace(/"tvlUsd":\d+/, '"tvlUsd":NaN') }, /not JSON/],
  'without rows': [{ edit: () => '{"status":"success","data":[]}' }, /data has no rows/],
  'an error with status 200': [{ edit: () => '{"status":"error"}' }, /data has no rows/],
  'rows by name': [{ edit: () => '{"data":{"a":{"b":1}}}' }, /data is not a list/],
  'rows that are none': [{ edit: () => '{"data":[7]}' }, /data\[0\] is number, but should be an object/],
  'a field renamed': [{ edit: rename('project', 'protocol') }, /data\[0\]\.project is missing/],
  'a figure renamed': [{ edit: rename('tvlUsd', 'tvl') }, /data\[\]\.tvlUsd is not a number in any row/],
  'a figure as text': [
    { edit: (body: string) => body.replace('"apy":4.5', '"apy":"4.5"') },
    /data\[2\]\.apy is string/,
  ],
} as const

describe.each(Object.entries(faults))('a source that is %s', (_, [fault, reason]) => {
  it('causes an error with the reason, and a pause', async () => {
    await using impatient = open({ timeoutMs: 300 })
    server.setFault('defillama', fault)
    const error = await impatient.getYields().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MarketUnavailableError)
    expect((error as Error).message).toMatch(reason)
    if (/data/.test(String(reason))) expect((error as Error).cause).toBeInstanceOf(MarketSchemaError)
    const asked = server.requests.defillama
    await expect(impatient.getYields()).rejects.toThrow(reason)
    expect(server.requests.defillama).toBe(asked)
    expect(impatient.report().find(({ name }) => name === 'pools')).toMatchObject({ status: 'unavailable' })
  })

  it('leaves earlier figures, marked as stale with their time, until it recovers', async () => {
    await using impatient = open({ timeoutMs: 300 })
    const before = await impatient.getYields()
    const readMs = nowMs
    server.setFault('defillama', fault)
    nowMs += hourMs
    const during = await impatient.getYields()
    expect(during).toEqual({ ...before, stale: true, source: 'cache', timestampMs: readMs })
    await expect
      .poll(() => impatient.report()[3])
      .toMatchObject({ status: 'degraded', failures: 1, lastReadMs: readMs })
    expect(impatient.report()[3]?.reason).toMatch(reason)
    server.setFault('defillama', {})
    nowMs += 60_000
    await expect.poll(async () => (await impatient.getYields()).stale).toBe(false)
    expect(impatient.report()[3]).toMatchObject({ status: 'healthy', failures: 0, reason: null })
  })
})

it('figures that are not numbers are unknown, never zero', async () => {
  server.setFault('defillama', {
    edit: (body) => body.replace('"tvlUsd":4000000000', '"tvlUsd":"NaN"').replace('"tvlUsd":1200000000', '"tvlUsd":-5'),
  })
  const { pools } = await market.getYields({ project: 'aave-v3', chain: 'ethereum' })
  expect(pools.map(({ tvlUsd }) => tvlUsd)).toEqual([null, null])
  expect((await market.getYields({ minTvlUsd: 0, project: 'aave-v3' })).pools).toHaveLength(1)
})

it('reads answers of the documented form', async (test) => {
  type Schema = {
    readonly example?: unknown
    readonly items?: Schema
    readonly properties?: Record<string, Schema>
    readonly additionalProperties?: Schema
  }
  const { paths } = JSON.parse(readLocalRecording(test, 'api-shapes/defillama-openapi-free.json.gz')) as {
    readonly paths: Record<
      string,
      {
        readonly get: {
          readonly responses: {
            readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
          }
        }
      }
    >
  }
  const toExample = ({ example, items, properties }: Schema): unknown => {
    if (example !== undefined) return example
    if (items) return [toExample(items)]
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, schema]) => [name, toExample(schema)]))
  }
  const examples = Object.fromEntries(
    ['/protocols', '/v2/chains', '/v2/historicalChainTvl', '/pools', '/overview/dexs'].map((path) => [
      path,
      JSON.stringify(toExample(paths[path]?.get.responses[200].content['application/json'].schema ?? {})),
    ]),
  )
  const bodies = ['/protocols', '/v2/chains', '/v2/historicalChainTvl', '/overview/dexs'] as const
  server.setFault('defillama', { edit: (body) => examples[bodies.find((path) => isOf(path, body)) ?? '/pools'] ?? '' })
  expect(await market.getTvl()).toMatchObject({
    totalTvlUsd: 65998652431.40251,
    protocols: [{ name: 'Aave', tvlUsd: 5.2e9 }],
  })
  expect((await market.getYields()).pools).toEqual([
    expect.objectContaining({
      project: 'lido',
      symbol: 'STETH',
      tvlUsd: 32493036117,
      apy: expect.closeTo(0.0284, 12),
      apyReward: null,
    }),
  ])
  expect(await market.getSummary()).toMatchObject({ tvlChange24h: null, volume24hUsd: 1.5e9 })
})

const isOf = (path: string, body: string): boolean =>
  body.includes(
    {
      '/protocols': '"chainTvls"',
      '/v2/chains': '"cmcId"',
      '/v2/historicalChainTvl': '"date"',
      '/overview/dexs': '"total24h"',
    }[path] ?? '?',
  )
