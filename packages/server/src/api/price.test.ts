import { createClient } from '@outrigger/api'
import { contract, type Response, type ServedId } from '@outrigger/api/contract'
import { sleep } from '@outrigger/core'
import { createAnvil, type Devnet, startDevnet } from '@outrigger/devnet'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { createFeedPrices, createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createNode, type OutriggerNode, openNode } from '../createNode.ts'

let devnet: Devnet
let proxy: FaultProxy
let markets: MarketServer
let node: OutriggerNode
let url: string
let key: string
let nowMs = Date.now()
const names = ['binance', 'coinbase', 'kraken'] as const
const services = ['defillama', 'coingecko', ...names] as const

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0, silent: true })
  proxy = await createFaultProxy({ target: devnet.chains.ethereum.rpcUrl })
  markets = await createMarketServer({ getPricesUsd: createFeedPrices(devnet.chains.ethereum.client) })
  const prices = {
    defillama: { enabled: true, url: markets.urls.defillama },
    coingecko: { enabled: true, url: markets.urls.coingecko, apiKey: 'SECRETKEY' },
    exchanges: names.map((name) => `${name}=${markets.urls[name]}`),
  }
  node = await openNode(
    { chains: { ethereum: { endpoints: [proxy.url] } }, prices },
    { clock: { now: () => nowMs } },
    { prices: { ttlMs: 5_000, timeoutMs: 3_000 } },
  )
  url = (await node.listen({ port: 0, gatewayPort: 0 })).url
  key = (await node.keys.create({ name: 'all', scopes: ['read:blockchain'], tier: 'unlimited' })).secret
  // Loading ccxt blocks this process for a moment and delays the first answers.
  await vi.waitFor(
    async () => {
      nowMs += 20_000
      node.prices.clear()
      expect((await node.prices.get('ethereum', 'WETH')).missing).toEqual([])
    },
    { timeout: 60_000, interval: 100 },
  )
}, 120_000)
afterAll(async () => {
  await node?.close()
  await markets?.close()
  await proxy?.close()
  await devnet?.close()
})

async function ask(path: string) {
  const response = await fetch(`${url}/v1/price/${path}`, { headers: { 'x-api-key': key } })
  // biome-ignore lint/suspicious/noExplicitAny: any answer may come, and it is validated against its schema
  return { status: response.status, body: (await response.json()) as any }
}

async function askFor<id extends ServedId>(id: id, path: string): Promise<Response<id>> {
  const { status, body } = await ask(path)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(Compile(contract[id].response).Errors(body)).toEqual([])
  return body as Response<id>
}

describe('prices over the wire', () => {
  it('are the median of feeds, pools, exchanges and services', async () => {
    const wanted = ['chainlink', 'uniswap_v3', 'sushiswap', ...services]
    let price = await askFor('priceCurrent', 'ethereum/WETH')
    const listUsed = () => price.sources.filter((one) => one.used).map((one) => one.name)
    // A later answer includes a source that is slow at first.
    for (let tries = 0; tries < 20 && !wanted.every((name) => listUsed().includes(name)); tries += 1) {
      await sleep(500)
      price = await askFor('priceCurrent', 'ethereum/WETH')
    }
    expect(Math.abs(price.price_usd / 3000 - 1)).toBeLessThan(0.001)
    expect(price.missing).toEqual([])
    expect(listUsed()).toEqual(expect.arrayContaining(wanted))
    expect(price).toMatchObject({ stale: false, market_cap: 3_000_000_000, missing: [], redemption: null })
    expect(price.volume_24h).toBeGreaterThan(0)
  })

  it('of restaking tokens stand beside what they redeem for', async () => {
    const { redemption, price_usd } = await askFor('priceCurrent', 'ethereum/weETH')
    expect(price_usd).toBeCloseTo(3219, 6)
    expect(redemption).toMatchObject({ rate: 1.075, protocol: 'etherfi' })
    expect(redemption?.premium_percent).toBeCloseTo((1.073 / 1.075 - 1) * 100, 2)
  })

  it('of exchanges and DEXes stand side by side', async () => {
    const found = await askFor('priceCompare', 'ethereum/WETH/compare?exchanges=kraken,%20uniswap_v3,binance,kraken')
    expect(found.comparison.map((one) => one.exchange).sort()).toEqual(['binance', 'kraken', 'uniswap_v3'])
    expect(found).toMatchObject({ arbitrage_opportunity: false, arbitrage: null, missing: [] })
    markets.setFault('kraken', { factor: 1.1 })
    const gap = await askFor('priceCompare', 'ethereum/WETH/compare?exchanges=kraken,binance')
    expect(gap).toMatchObject({ arbitrage_opportunity: true, arbitrage: { buy_on: 'binance', sell_on: 'kraken' } })
    expect(gap.best_price?.exchange).toBe('binance')
    markets.setFault('kraken', {})
  })

  it.each([
    ['?days=7&interval=1h', 168, '1h'],
    ['?days=365', 365, '1d'],
    ['?days=365&interval=1w', 53, '1w'],
    ['', 30, '1d'],
  ])('have a past: %s', async (query, least, interval) => {
    const past = await askFor('priceHistory', `ethereum/LINK/history${query}`)
    expect(past.interval).toBe(interval)
    expect(past.history.length).toBeGreaterThanOrEqual(least - 1)
    expect(past.history.at(-1)?.close).toBeCloseTo(15, 1)
    expect(past.volatility).toBeGreaterThan(0)
    expect(past.coverage.present).toBe(past.coverage.expected)
    const begins = past.history.map((one) => one.timestamp)
    expect(begins).toEqual([...begins].sort())
  })

  it('in process and over the wire are the same', async () => {
    const client = createClient({ url, apiKey: key })
    const [here, there] = [await node.prices.get('ethereum', 'DAI'), await client.prices.get('ethereum', 'DAI')]
    expect(there.priceUsd).toBe(here.priceUsd)
    expect(there.sources).toEqual(here.sources.map((one) => expect.objectContaining({ name: one.name })))
    expect((await client.prices.compare('ethereum', 'DAI', ['kraken'])).offers).toHaveLength(1)
    expect((await client.prices.history('ethereum', 'DAI', { days: 2 })).bars.length).toBeGreaterThan(1)
  })

  it.each([
    ['nowhere/WETH', 400, 'INVALID_CHAIN', /not supported/],
    ['ethereum/NOSUCH', 400, 'INVALID_PARAMETER', /No token "NOSUCH"/],
    ['ethereum/UNI-V2', 400, 'INVALID_PARAMETER', /0xa478c2975ab1ea89e8196811f51a7b7ade33eb11/],
    ['ethereum/WETH/compare', 400, 'INVALID_PARAMETER', /exchanges/],
    ['ethereum/WETH/compare?exchanges=,', 400, 'INVALID_PARAMETER', /must name at least one exchange/],
    ['ethereum/WETH/compare?exchanges=krakn', 400, 'INVALID_PARAMETER', /Did you mean "kraken"/],
    ['ethereum/WETH/history?days=0', 400, 'INVALID_PARAMETER', /days/],
    ['ethereum/WETH/history?days=366', 400, 'INVALID_PARAMETER', /days/],
    ['ethereum/WETH/history?interval=2d', 400, 'INVALID_PARAMETER', /interval/],
    ['polygon/AAVE', 503, 'UPSTREAM_UNAVAILABLE', /--rpc polygon=<url>/],
  ])('%s is %d %s', async (path, status, code, message) => {
    const { status: got, body } = await ask(path)
    expect([got, body.error.code]).toEqual([status, code])
    expect(body.error.message).toMatch(message)
  })

  it('survive a liar, one that hangs, and at last everybody', async () => {
    markets.setFault('kraken', { factor: 1.1 })
    markets.setFault('coingecko', { hangs: true })
    node.prices.clear()
    const price = await askFor('priceCurrent', 'ethereum/WETH')
    expect(Math.abs(price.price_usd / 3000 - 1)).toBeLessThan(0.001)
    expect(price.sources.find((one) => one.name === 'kraken')).toMatchObject({
      used: false,
      rejection: 'outlier',
      detail: expect.stringContaining('+10.0'),
    })
    expect(price.missing).toEqual([{ name: 'coingecko', reason: 'no answer within 3000 ms' }])

    for (const name of services) markets.setFault(name, { status: 503 })
    await proxy.setFault({ kind: 'refuse' })
    nowMs += 20_000
    const stale = await askFor('priceCurrent', 'ethereum/WETH')
    expect(stale).toMatchObject({ stale: true, price_usd: price.price_usd })
    expect(stale.age_seconds).toBeGreaterThanOrEqual(20)

    node.prices.clear()
    const dead = await ask('ethereum/WETH')
    expect([dead.status, dead.body.error.code]).toEqual([503, 'UPSTREAM_UNAVAILABLE'])
    const missing = dead.body.error.details.missing.map((one: { name: string }) => one.name)
    expect(missing).toEqual(expect.arrayContaining(['chainlink', 'dex', ...services]))
    expect(JSON.stringify(dead.body)).not.toContain('SECRETKEY')
  }, 30_000)
})

it('two plain endpoints without contracts have no price, and say what is missing', async () => {
  await using first = await createAnvil({ chainId: 1 })
  await using second = await createAnvil({ chainId: 1 })
  await using plain = await createNode({ chains: { ethereum: { endpoints: [first.rpcUrl, second.rpcUrl] } } })
  await expect(plain.prices.get('ethereum', 'WETH')).rejects.toThrow(/chainlink: there is no Multicall3.*; dex: /)
})
