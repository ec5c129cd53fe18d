import { ApiAnswerError, type ApiClient, createApiClient, createClient, type Outrigger } from '@outrigger/api'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { type Address, formatEther, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode, openNode } from '../../createNode.ts'

let devnet: Devnet
let markets: MarketServer
let node: OutriggerNode
let url: string
let secret: string
let api: ApiClient
const receiver = `0x${'5a'.repeat(20)}` as const

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  const { client } = devnet.chains.ethereum
  for (const value of ['1', '2', '3.5'])
    await client.sendTransaction({ account: devnet.accounts.deployer, to: receiver, value: parseEther(value) })
  markets = await createMarketServer({ getPricesUsd: () => ({ ETH: 3000 }) })
  const config = {
    chains: { ethereum: { endpoints: [devnet.chains.ethereum.rpcUrl] } },
    analytics: {
      coingecko: { enabled: true, url: markets.urls.coingecko },
      fearAndGreed: { enabled: true, url: markets.urls.alternativeme },
    },
  }
  node = await openNode(config, {}, { counting: { maxBlocks: 5_000, maxMs: 20_000 } })
  ;({ url } = await node.listen({ port: 0, gatewayPort: 0 }))
  secret = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
  api = createApiClient({ baseUrl: url, apiKey: secret, timeoutMs: 60_000 })
}, 180_000)
afterAll(async () => {
  await node?.close()
  await markets?.close()
  await devnet?.close()
})

const WETH = addresses.tokens.WETH.address
const USDC = addresses.tokens.USDC.address
const somebody = `0x${'6a'.repeat(20)}` as const

async function code(call: Promise<unknown>): Promise<unknown> {
  const error = await call.catch((thrown: unknown) => thrown)
  return error instanceof ApiAnswerError ? `${error.status} ${error.code}` : error
}

const get = (path: string) =>
  fetch(url + path, { headers: { 'x-api-key': secret } }).then(async (answer) => ({
    status: answer.status,
    // biome-ignore lint/suspicious/noExplicitAny: the wire is what these tests judge
    body: (await answer.json()) as any,
  }))

describe('series', () => {
  it('are what the blocks of the chain add up to', async () => {
    const { client } = devnet.chains.ethereum
    const head = await client.getBlock({ includeTransactions: true })
    const sums = { transactions: 0, gas: 0n }
    // The contracts of a devnet may have been deployed on an earlier day.
    const valueOfDay = new Map<string, bigint>()
    for (let number = 0n; number <= head.number; number += 1n) {
      const block = await client.getBlock({ blockNumber: number, includeTransactions: true })
      const day = new Date(Number(block.timestamp) * 1000).toISOString().slice(0, 10)
      const value = block.transactions.reduce((sum, { value }) => sum + value, 0n)
      valueOfDay.set(day, (valueOfDay.get(day) ?? 0n) + value)
      sums.transactions += block.transactions.length
      sums.gas += block.gasUsed
    }
    const daily = { chain: 'ethereum', aggregation: 'daily' as const, start_date: '2020-01-01' }
    const { data, metadata } = await api.analyticsChainData({ ...daily, metric: 'gas_usage' })
    expect(data.reduce((sum, { value }) => sum + value, 0)).toBe(Number(sums.gas))
    expect(metadata).toMatchObject({
      unit: 'gas',
      coverage: {
        from_block: 0,
        to_block: Number(head.number),
        blocks: Number(head.number) + 1,
        complete: true,
        gaps: [],
      },
    })
    const overview = await api.analyticsOverview()
    expect(overview).toMatchObject({ total_transactions: sums.transactions, active_users: 1, unavailable: {} })
    expect(overview.chains).toMatchObject({ ethereum: { to_block: Number(head.number) } })
    const days = [...valueOfDay].map(([day, value]) => ({
      timestamp: `${day}T00:00:00.000Z`,
      amount: value.toString(),
      value: Number(formatEther(value)),
    }))
    const volume = await api.analyticsTimeseries({ start_date: days[0]?.timestamp.slice(0, 10) ?? '', interval: '1d' })
    expect(volume.data_points).toMatchObject(days)
    // Uses a day because it cannot end before the request. A minute could.
    expect(volume.data_points.at(-1)).toMatchObject({ partial: true })
    expect(volume).toMatchObject({ chain: 'ethereum', metric: 'transaction_volume', interval: '1d' })
    expect(volume.metadata.data_points_count).toBe(volume.data_points.length)
  })

  it('begin where they are asked to, in intervals of UTC, and leave out what nobody counted', async () => {
    const [monthly, weekly] = await Promise.all(
      (['monthly', 'weekly'] as const).map((aggregation) =>
        api.analyticsChainData({ chain: '1', metric: 'active_addresses', aggregation }),
      ),
    )
    expect(monthly?.data.at(-1)?.timestamp).toBe(`${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`)
    expect(new Date(weekly?.data.at(-1)?.timestamp ?? 0).getUTCDay()).toBe(1)
    expect(monthly?.metadata.standard_error).toBeCloseTo(0.01625)
    const past = await api.analyticsTimeseries({ start_date: '2019-01-01', end_date: '2019-01-02' })
    expect(past).toMatchObject({
      data_points: [],
      metadata: {
        start_date: '2019-01-01T00:00:00.000Z',
        end_date: '2019-01-03T00:00:00.000Z',
        data_points_count: 0,
        coverage: { blocks: 0, from_block: null },
      },
    })
  })

  it('are refused where the question is wrong', async () => {
    const data = (query: string, chain = 'ethereum') => get(`/v1/analytics/${chain}/data?${query}`)
    for (const [answer, status, error] of [
      [data('metric=fees'), 400, 'UNSUPPORTED_METRIC'],
      [data('metric=gas_usage', 'bitcoin'), 400, 'UNSUPPORTED_METRIC'],
      [data('metric=new_wallets', 'polygon'), 400, 'UNSUPPORTED_METRIC'],
      [data('metric=new_wallets', 'bitcoin'), 503, 'UPSTREAM_UNAVAILABLE'],
      [data('metric=active_addresses', 'starknet'), 503, 'UPSTREAM_UNAVAILABLE'],
      [data('metric=gas_usage', 'starknet'), 400, 'UNSUPPORTED_METRIC'],
      [data('metric=gas_usage', 'atlantis'), 400, 'INVALID_CHAIN'],
      [data('metric=gas_usage', 'base'), 503, 'UPSTREAM_UNAVAILABLE'],
      [data(''), 400, 'INVALID_PARAMETER'],
      [data('metric=gas_usage&aggregation=monthly'), 400, 'INVALID_PARAMETER'],
      [data('metric=gas_usage&aggregation=yearly'), 400, 'INVALID_PARAMETER'],
      [data('metric=active_addresses&aggregation=hourly'), 400, 'INVALID_PARAMETER'],
      [data('metric=gas_usage&start_date=2026-02-30'), 400, 'INVALID_PARAMETER'],
      [data('metric=gas_usage&start_date=tomorrow'), 400, 'INVALID_PARAMETER'],
      [data('metric=gas_usage&start_date=2026-02-02&end_date=2026-01-01'), 400, 'INVALID_PARAMETER'],
      [get('/v1/analytics/timeseries?interval=2h'), 400, 'INVALID_PARAMETER'],
      [get('/v1/analytics/timeseries?interval=1m&start_date=2020-01-01'), 400, 'INVALID_PARAMETER'],
      [get('/v1/analytics/timeseries?chain=atlantis'), 400, 'INVALID_CHAIN'],
      [get('/v1/analytics/timeseries?metric=x'), 400, 'UNSUPPORTED_METRIC'],
      [get('/v1/analytics/compare?metric=gas_usage'), 400, 'INVALID_PARAMETER'],
      [get('/v1/analytics/compare?chains=,&metric=gas_usage'), 400, 'INVALID_PARAMETER'],
      [get('/v1/analytics/compare?chains=atlantis&metric=gas_usage'), 400, 'INVALID_CHAIN'],
      [get('/v1/analytics/compare?chains=ethereum&metric=x'), 400, 'UNSUPPORTED_METRIC'],
      [get('/v1/analytics/metrics/available?chain=atlantis'), 400, 'INVALID_CHAIN'],
    ] as const) {
      const { status: found, body } = await answer
      expect([found, body.error?.code, body.error?.message]).toEqual([status, error, expect.any(String)])
    }
  })

  it('of several chains have an error where one lacks the metric', async () => {
    const { body } = await get('/v1/analytics/compare?chains=ethereum&chains=bitcoin&chains=base&metric=gas_usage')
    expect(body).toMatchObject({ metric: 'gas_usage', aggregation: 'daily' })
    expect(body.comparison.ethereum.at(-1).value).toBeGreaterThan(0)
    expect(body.comparison.bitcoin.error).toBe('UNSUPPORTED_METRIC')
    expect(body.comparison.base.error).toBe('UPSTREAM_UNAVAILABLE')
  })

  it('are there as the table of the specification has them', async () => {
    const of = async (chain: string) => (await api.analyticsMetricsAvailable({ chain })).metrics.map(({ id }) => id)
    const all = ['transaction_volume', 'active_addresses', 'gas_usage', 'new_wallets']
    expect((await api.analyticsMetricsAvailable()).metrics.map(({ id }) => id)).toEqual(all)
    expect(await of('ethereum')).toEqual(all)
    expect(await of('bitcoin')).toEqual(['transaction_volume', 'active_addresses', 'new_wallets'])
    for (const chain of ['polygon', 'arbitrum', 'optimism', 'base']) expect(await of(chain)).toEqual(all.slice(0, 3))
    expect(await of('starknet')).toEqual(all.slice(0, 2))
  })
})

describe('figures of markets', () => {
  it('are of the swaps of the chain, to the cent', async () => {
    const chain = devnet.chains.ethereum.client
    await chain.setBalance({ address: somebody, value: parseEther('10') })
    const before = await api.analyticsLiquidityMetrics({ protocol: 'uniswap_v3', chain: 'ethereum' })
    expect(before.total_liquidity).toBeGreaterThan(1e6)
    const { data } = await api.aggregatorSwap({
      chain: 'ethereum',
      from_token: `0x${'ee'.repeat(20)}`,
      to_token: USDC,
      amount: parseEther('1').toString(),
      from_address: somebody,
    })
    await chain.impersonateAccount({ address: somebody })
    const { to, data: input, value } = data.tx
    const sent = { account: somebody, to: to as Address, data: input as Hex, value: BigInt(value) }
    await chain.waitForTransactionReceipt({ hash: await chain.sendTransaction(sent) })
    await expect
      .poll(async () => (await api.analyticsTrendingTokens({ limit: 2 })).tokens.map(({ address }) => address).sort(), {
        timeout: 25_000,
        interval: 500,
      })
      .toEqual([WETH, USDC].map((one) => one.toLowerCase()).sort())
    const { tokens, coverage } = await api.analyticsTrendingTokens({ limit: 1 })
    expect(tokens).toHaveLength(1)
    expect(coverage).toMatchObject({ from_block: 0, complete: true })
    const paid = Number(data.to_amount) / 1e6
    expect(Math.abs((tokens[0]?.volume ?? 0) / paid - 1)).toBeLessThan(0.01)
    // There is no trade a day ago to compare with.
    expect(tokens[0]?.change_24h).toBeNull()
  }, 60_000)

  it('of lenders are their contracts’ and their callers’', async () => {
    const stats = await api.analyticsProtocolStats({ protocol: 'aave_v3' })
    expect(stats).toMatchObject({ protocol: 'aave_v3', volume_24h: null, chains: ['ethereum'] })
    expect(stats.tvl).toBeGreaterThan(1e6)
    expect(stats.unique_users).toBeGreaterThan(0)
    expect(stats.total_transactions).toBeGreaterThanOrEqual(stats.unique_users as number)
    const dex = await api.analyticsProtocolStats({ protocol: 'uniswap_v3' })
    expect(dex).toMatchObject({ unavailable: {}, unique_users: expect.any(Number), pools: expect.any(Number) })
    expect(await code(api.analyticsProtocolStats({ protocol: 'nobody' }))).toBe('400 INVALID_PARAMETER')
    const defi = await api.analyticsDefiMetrics()
    expect(defi.protocols.reduce((sum, { dominance }) => sum + dominance, 0)).toBeCloseTo(100)
    expect(defi.unavailable['volume_24h']).toMatch(/market.defillama.enabled/)
  })

  it('of the whole market are told by those who have them, and are null while they do not answer', async () => {
    expect(await api.analyticsMarketOverview()).toMatchObject({
      total_market_cap: expect.any(Number),
      eth_dominance: 100,
      fear_greed_index: 47,
      trending_categories: ['Liquid Staking', 'Lending'],
      unavailable: {},
    })
    await using other = await createNode({ analytics: { coingecko: { enabled: true, url: 'http://127.0.0.1:1' } } })
    await using named = await createNode({
      analytics: {
        coingecko: { enabled: true, url: 'http://127.0.0.1:1' },
        fearAndGreed: { enabled: true, url: markets.urls.alternativeme },
      },
    })
    const half = await ask(named, '/v1/analytics/market/overview')
    expect(half).toMatchObject({ status: 200, body: { total_market_cap: null, fear_greed_index: 47 } })
    expect(half.body.unavailable.total_market_cap).toMatch(/CoinGecko's figures of the market are unavailable/)
    const none = await ask(other, '/v1/analytics/market/overview')
    expect(none).toMatchObject({ status: 503, body: { error: { code: 'UPSTREAM_UNAVAILABLE' } } })
  })

  it('are refused where the question is wrong', async () => {
    for (const [path, status, error] of [
      ['/v1/analytics/trending/tokens?limit=0', 400, 'INVALID_PARAMETER'],
      ['/v1/analytics/trending/tokens?chain=solana', 400, 'INVALID_CHAIN'],
      ['/v1/analytics/trending/tokens?chain=base', 503, 'UPSTREAM_UNAVAILABLE'],
      ['/v1/analytics/liquidity/metrics?protocol=nobody', 400, 'INVALID_PARAMETER'],
      ['/v1/analytics/liquidity/metrics?chain=atlantis', 400, 'INVALID_CHAIN'],
      ['/v1/analytics/user/activity', 400, 'INVALID_PARAMETER'],
      ['/v1/analytics/user/activity?address=0x12', 400, 'INVALID_ADDRESS'],
    ] as const) {
      const answer = await get(path)
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, status, error])
    }
  })
})

it('an address has what it sent and received, and paid', async () => {
  // These have the format of no chain family, configured or not.
  for (const address of ['__proto__', 'constructor', 'satoshi', 'a.b', `${'1'.repeat(26)}'`])
    await expect(api.analyticsUserActivity({ address })).rejects.toThrow(
      expect.objectContaining({ code: 'INVALID_ADDRESS' }),
    )
  const activity = await api.analyticsUserActivity({ address: receiver })
  expect(activity).toMatchObject({
    address: receiver,
    total_transactions: 3,
    chains_used: ['ethereum'],
    gas_spent_usd: 0,
    chains: { ethereum: { sent: 0, received: 3, complete: true, price_basis: 'day' } },
    unavailable: {},
  })
  const { price_usd } = await api.priceCurrent({ chain: 'ethereum', symbol: 'ETH' })
  expect(activity.total_volume_usd).toBeCloseTo(6.5 * price_usd, 0)
  const swapped = await api.analyticsUserActivity({ address: somebody })
  expect(swapped.chains['ethereum']).toMatchObject({ sent: 1 })
  expect(swapped.gas_spent_usd).toBeGreaterThan(0)
})

it('are the same in process and over the wire', async () => {
  const ask = async ({ analytics }: Pick<Outrigger, 'analytics'>) => {
    const period = { fromMs: Date.now() - 86_400_000, toMs: Math.floor(Date.now() / 86_400_000 + 1) * 86_400_000 }
    const answers = {
      series: await analytics.getSeries('ethereum', { metric: 'transaction_volume', interval: '1d', ...period }),
      weeks: await analytics.getSeries('ethereum', { metric: 'active_addresses', interval: '1w' }),
      compared: await analytics.compare(['ethereum', 'bitcoin'], { metric: 'gas_usage', aggregation: 'daily' }),
      metrics: await analytics.getMetrics({ chain: 'bitcoin' }),
      overview: await analytics.getOverview(),
      trending: await analytics.getTrendingTokens('ethereum', { limit: 2 }),
      liquidity: await analytics.getLiquidity('ethereum', { protocol: 'uniswap_v2' }),
      defi: await analytics.getDefi(),
      market: await analytics.getMarketOverview(),
      chains: await analytics.getChains(),
      activity: await analytics.getUserActivity(receiver),
      stats: await analytics.getProtocolStats('aave_v3'),
    }
    // The two are queried at different times. Prices and blocks of this chain do not change.
    const isMoment = (name: string) => /^(?:timestampMs|fromMs|toMs|share|activeUsers)$/.test(name)
    return JSON.parse(
      JSON.stringify(answers, (name, value) =>
        isMoment(name) ? undefined : typeof value === 'bigint' ? `${value}n` : value,
      ),
    )
  }
  const [inProcess, wire] = [await ask(node), await ask(createClient({ url, apiKey: secret, timeoutMs: 30_000 }))]
  expect(inProcess.series.points.at(-1)).toMatchObject({ amount: expect.stringMatching(/^\d+n$/), isPartial: true })
  expect(inProcess.compared.chains.bitcoin.error).toBe('UNSUPPORTED_METRIC')
  expect(wire).toEqual(inProcess)
  const error = await node.analytics.getSeries('bitcoin', { metric: 'gas_usage' }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'UNSUPPORTED_METRIC' })
}, 60_000)

it('chains have their pace', async () => {
  const { chains } = await api.analyticsChainsMetrics()
  expect(chains).toMatchObject([{ name: 'ethereum', latest_block: expect.any(Number) }])
  expect(chains[0]?.unavailable['active_validators']).toMatch(/beacon/)
})

async function ask(asked: OutriggerNode, path: string) {
  const at = await asked.listen({ port: 0, gatewayPort: 0 })
  const own = (await asked.keys.create({ name: 'own', scopes: ['read:analytics'] })).secret
  const answer = await fetch(at.url + path, { headers: { 'x-api-key': own } })
  // biome-ignore lint/suspicious/noExplicitAny: the wire is what these tests judge
  return { status: answer.status, body: (await answer.json()) as any }
}
