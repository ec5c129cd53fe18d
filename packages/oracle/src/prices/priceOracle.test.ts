import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteStore } from '@outrigger/core/store/sqlite'
import { createAnvil, type Devnet, startDevnet } from '@outrigger/devnet'
import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { createPublicClient, http, type PublicClient } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getPrice } from './getPrice.ts'
import { AmbiguousTokenError, PriceDisagreementError, PriceUnavailableError, UnknownTokenError } from './priceErrors.ts'
import { createPriceOracle } from './priceOracle.ts'
import type { PriceSource } from './priceSource.ts'
import { createChainlinkSource } from './sources/chainlink.ts'
import { createCoinGeckoSource } from './sources/coinGecko.ts'
import { createDefiLlamaSource } from './sources/defiLlama.ts'
import { createRedemptionReader } from './sources/redemption.ts'

let devnet: Devnet
let markets: MarketServer
let client: PublicClient

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0 })
  client = createPublicClient({ chain: mainnet, transport: http(devnet.chains.ethereum.rpcUrl) })
  markets = await createMarketServer({ getPricesUsd: () => ({ ETH: 3000, LINK: 15, weETH: 3150 }) })
}, 120_000)
afterAll(async () => {
  await markets.close()
  await devnet.close()
})
beforeEach(() => {
  for (const name of ['defillama', 'coingecko'] as const) markets.setFault(name, {})
})

const llama = () => createDefiLlamaSource({ url: markets.urls.defillama })
const gecko = () => createCoinGeckoSource({ url: markets.urls.coingecko, apiKey: 'SECRET' })
const chainlink = () => createChainlinkSource({ pools: [client] })
const fixed = (name: string, priceUsd: number): PriceSource => ({
  name,
  kind: 'aggregator',
  read: async () => [{ priceUsd, timestampMs: Date.now(), maxAgeMs: 60_000 }],
})
const day = 86_400_000

async function mkdtempDisposable() {
  const path = await mkdtemp(join(tmpdir(), 'outrigger-prices-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/** Runs with feeds that were updated two hours ago. */
async function withStaleFeeds(run: () => Promise<void>): Promise<void> {
  const { client: chain } = devnet.chains.ethereum
  const id = await chain.snapshot()
  await chain.increaseTime({ seconds: 7_200 })
  await chain.mine({ blocks: 1 })
  await run()
  await chain.revert({ id })
}

describe('getPrice', () => {
  it('reads feeds of the chain by symbol and by address', async () => {
    for (const name of ['WETH', 'eth', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2']) {
      const price = await getPrice(client, name)
      expect(price).toMatchObject({ chain: 'ethereum', priceUsd: 3000, stale: false, change24h: null })
      expect(price.sources).toMatchObject([{ name: 'chainlink', kind: 'feed', detail: 'ETH / USD' }])
    }
    expect(await getPrice(client, 'USDC')).toMatchObject({ symbol: 'USDC', priceUsd: 1 })
    expect((await getPrice(client, 'WBTC')).sources).toMatchObject([{ priceUsd: 60_000, detail: 'BTC / USD' }])
  })

  it('uses the figures of sources that have them', async () => {
    const price = await getPrice(client, 'LINK', { sources: [chainlink(), llama(), gecko()] })
    expect(price).toMatchObject({ priceUsd: 15, spread: 0, volume24hUsd: 300_000, marketCapUsd: 15_000_000 })
    expect(price.change24h).toBeCloseTo(0, 1)
    expect(price.missing).toEqual([])
  })

  it('rejects unlisted and ambiguous symbols', async () => {
    await expect(getPrice(client, 'WETHH')).rejects.toThrow(UnknownTokenError)
    await expect(getPrice(client, 'WETHH')).rejects.toThrow(/Did you mean "WETH"/)
    await expect(getPrice(client, 'UNI-V2')).rejects.toThrow(AmbiguousTokenError)
    await expect(getPrice(client, 'UNI-V2')).rejects.toThrow(/0xa478c2975ab1ea89e8196811f51a7b7ade33eb11/)
  })

  it('queries feeds for listed tokens only', async () => {
    const stranger = `0x${'77'.repeat(20)}`
    await expect(getPrice(client, stranger)).rejects.toThrow(/chainlink: it does not know the token/)
  })

  it('excludes a wrong source, a hanging source and a stale feed, and names them', async () => {
    markets.setFault('coingecko', { hangs: true })
    const sources = [chainlink(), llama(), fixed('honest', 3001), fixed('liar', 3300), gecko()]
    await withStaleFeeds(async () => {
      const price = await getPrice(client, 'WETH', { sources, timeoutMs: 300 })
      expect(Math.abs(price.priceUsd / 3000 - 1)).toBeLessThan(0.001)
      expect(price.sources.flatMap(({ name, rejection }) => (rejection ? [[name, rejection]] : []))).toEqual([
        ['chainlink', 'stale'],
        ['liar', 'outlier'],
      ])
      expect(price.missing).toEqual([{ name: 'coingecko', reason: 'no answer within 300 ms' }])
    })
  })

  it('finds the wrong one of two sources with a stale feed', async () => {
    await withStaleFeeds(async () => {
      const price = await getPrice(client, 'WETH', { sources: [chainlink(), llama(), fixed('liar', 3300)] })
      expect(price.priceUsd).toBe(3000)
    })
    await expect(getPrice(client, 'WETH', { sources: [llama(), fixed('liar', 3300)] })).rejects.toThrow(
      PriceDisagreementError,
    )
  })

  it('reports why each source has no price', async () => {
    markets.setFault('defillama', { status: 503 })
    markets.setFault('coingecko', { ageMs: day })
    const failing: PriceSource = {
      ...fixed('failing', 1),
      read: async () => {
        throw new TypeError('cannot GET https://example.org/v2/KEY?a=b')
      },
    }
    const failure = await getPrice(client, 'WETH', { sources: [llama(), gecko(), failing] }).catch((error) => error)
    expect(failure).toBeInstanceOf(PriceUnavailableError)
    expect(failure.missing).toEqual([
      { name: 'defillama', reason: 'it answers HTTP status 503' },
      { name: 'failing', reason: 'cannot GET https://example.org/…' },
      { name: 'coingecko', reason: expect.stringMatching(/^864\d\d s old, but at most 600 s are allowed$/) },
    ])
    expect(failure.message).not.toContain('SECRET')
  })

  it('reports a chain without feeds', async () => {
    await using anvil = await createAnvil({ chainId: 1 })
    const empty = createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) })
    await expect(getPrice(empty, 'WETH')).rejects.toThrow(/no Multicall3 at 0xcA11.* does not serve this network/)
  })

  it('reads the price history', async () => {
    const range = { interval: '1d', fromMs: Date.now() - 10 * day, toMs: Date.now() } as const
    const signal = new AbortController().signal
    const token = { chain: 'ethereum', symbol: 'LINK', decimals: 18, isNative: false, isListed: true } as const
    const link = { ...token, address: '0x514910771af9ca656af840dff83e8264ecf986ca' } as const
    for (const source of [llama(), gecko()]) {
      const bars = (await source.readHistory?.(link, range, signal)) ?? []
      expect(bars.length).toBeGreaterThanOrEqual(10)
      for (const { open, high, low, close } of bars) {
        expect(Math.min(open, close)).toBeGreaterThanOrEqual(low)
        expect(Math.max(open, close)).toBeLessThanOrEqual(high)
      }
    }
  })
})

describe('a price oracle', () => {
  it('names the token that was requested, although the native currency shares the price of its wrapped token', async () => {
    await using oracle = createPriceOracle({ sources: [chainlink()] })
    for (const [name, symbol] of [
      ['ETH', 'ETH'],
      ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'WETH'],
      ['eth', 'ETH'],
    ] as const)
      expect(await oracle.get('ethereum', name)).toMatchObject({ symbol, priceUsd: 3000 })
  })

  it('serves the last price as stale while every source fails, and a fresh one after they recover', async () => {
    let nowMs = Date.now()
    await using oracle = createPriceOracle({ sources: [llama()], timeoutMs: 500, clock: { now: () => nowMs } })
    const first = await oracle.get('ethereum', 'WETH')
    expect(await oracle.get('ethereum', 'eth')).toEqual({ ...first, symbol: 'ETH' })

    markets.setFault('defillama', { status: 500 })
    nowMs += 61_000
    expect(await oracle.get('ethereum', 'WETH')).toMatchObject({ priceUsd: 3000, stale: true, source: 'cache' })

    markets.setFault('defillama', {})
    await expect
      .poll(
        () => {
          nowMs += 2_000
          return oracle.get('ethereum', 'WETH')
        },
        { timeout: 20_000 },
      )
      .toMatchObject({ stale: false })
    expect([oracle.clear(), oracle.clear()]).toEqual([true, false])
  })

  it('does not wait for a source that failed repeatedly', async () => {
    markets.setFault('coingecko', { hangs: true })
    await using oracle = createPriceOracle({ sources: [llama(), gecko()], timeoutMs: 100 })
    for (let i = 0; i < 4; i++) {
      const price = await oracle.get('ethereum', 'WETH')
      expect(price.missing).toHaveLength(1)
      oracle.clear()
    }
    const asked = markets.requests.coingecko
    expect((await oracle.get('ethereum', 'WETH')).missing[0]?.reason).toMatch(/paused after 3 failures in a row/)
    expect(markets.requests.coingecko).toBe(asked)
  })

  it('refreshes watched tokens, and rejects unknown ones', async () => {
    const asked = markets.requests.defillama
    const watch = [{ chain: 'ethereum', symbol: 'LINK' }] as const
    await using oracle = createPriceOracle({ sources: [llama()], watch, ttlMs: 100 })
    await expect.poll(() => markets.requests.defillama).toBeGreaterThan(asked + 3)
    expect(await oracle.get('ethereum', 'LINK')).toMatchObject({ priceUsd: 15, stale: false })
    // @ts-expect-error no chain has this name
    await expect(oracle.get('nowhere', 'LINK')).rejects.toThrow(/Unknown chain/)
  })

  it('computes changes from its own sightings, also before a restart, otherwise from the sources’ history', async () => {
    await using folder = await mkdtempDisposable()
    let nowMs = Date.UTC(2026, 0, 1, 12, 30)
    const clock = { now: () => nowMs }
    let priceUsd = 2000
    const moving: PriceSource = {
      ...fixed('moving', 0),
      read: async () => [{ priceUsd, timestampMs: nowMs, maxAgeMs: 60_000 }],
    }
    const see = async (sources: readonly PriceSource[] = [moving]) => {
      await using store = await createSqliteStore({ path: join(folder.path, 'prices.db') })
      await using oracle = createPriceOracle({ sources, store, clock })
      const { change24h, change7d } = await oracle.get('ethereum', 'WETH')
      const { bars } = await oracle.history('ethereum', 'WETH', { days: 8, interval: '1h' })
      return { change24h, change7d, bars: bars.length }
    }
    expect(await see()).toEqual({ change24h: null, change7d: null, bars: 1 })
    nowMs += 6 * day
    priceUsd = 2500
    expect(await see()).toEqual({ change24h: null, change7d: null, bars: 2 })
    nowMs += day
    priceUsd = 3000
    expect(await see()).toEqual({ change24h: 3000 / 2500 - 1, change7d: 0.5, bars: 3 })
    // This node has no sighting of a week ago, so the price comes from the source with a history.
    nowMs += 3 * day
    const told: PriceSource = {
      ...moving,
      readHistory: async (_, { fromMs }) => [
        { startMs: fromMs, open: 1, high: 4000, low: 1, close: 4000, volumeUsd: null },
      ],
    }
    expect(await see([told])).toMatchObject({ change24h: -0.25, change7d: -0.25 })
  })

  describe('the price of a staked token without a market', () => {
    const etherOnly: PriceSource = {
      ...fixed('market', 0),
      read: async ({ isNative }) => (isNative ? [{ priceUsd: 3000, timestampMs: Date.now(), maxAgeMs: 60_000 }] : []),
    }
    const withMarket = (...sample: Awaited<ReturnType<PriceSource['read']>>): PriceSource => ({
      ...etherOnly,
      name: 'other',
      read: async (token) => (token.symbol === 'weETH' ? sample : []),
    })
    const createOracle = (...sources: readonly PriceSource[]) =>
      createPriceOracle({ sources, redemption: createRedemptionReader({ pool: client }) })

    it('is the redemption rate of its contract, with basis redemption', async () => {
      await using oracle = createOracle(etherOnly)
      const price = await oracle.get('ethereum', 'weETH')
      expect(price).toMatchObject({ basis: 'redemption', stale: false, spread: 0, liquidityUsd: null })
      expect(price.priceUsd).toBeCloseTo(3000 * 1.075, 9)
      expect(price.sources).toMatchObject([{ name: 'redemption', kind: 'redemption', rejection: null }])
      expect(price.sources[0]?.detail).toMatch(/^1\.075 ETH by the contract of etherfi; no market/)
      expect(price.redemption).toEqual({ rate: 1.075, protocol: 'etherfi', priceUsd: price.priceUsd, premium: null })
      expect(price.missing).toEqual([{ name: 'market', reason: 'it does not know the token' }])
      expect(await oracle.get('ethereum', 'WETH')).toMatchObject({ basis: 'market', redemption: null })
      // Only market prices are stored in its history.
      await expect(oracle.history('ethereum', 'weETH')).rejects.toThrow(PriceUnavailableError)
      await expect(oracle.get('ethereum', 'LINK')).rejects.toThrow(PriceUnavailableError)
    })

    it('ignores a market that is too thin, and uses a deep one instead', async () => {
      const timestampMs = Date.now()
      const sample = { priceUsd: 2900, timestampMs, maxAgeMs: 60_000, liquidityUsd: 50 }
      await using oracle = createOracle(etherOnly, withMarket(sample))
      const price = await oracle.get('ethereum', 'weETH')
      expect(price.basis).toBe('redemption')
      expect(price.sources.map(({ name, rejection }) => [name, rejection])).toEqual([
        ['other', 'thin'],
        ['redemption', null],
      ])
      await using deep = createOracle(etherOnly, withMarket({ ...sample, liquidityUsd: 50_000 }))
      const traded = await deep.get('ethereum', 'weETH')
      expect(traded).toMatchObject({ basis: 'market', priceUsd: 2900 })
      expect(traded.sources).toHaveLength(1)
      expect(traded.redemption?.premium).toBeCloseTo(2900 / 3225 - 1, 9)
    })

    it('is available if the token’s feed is missing on the chain, and does not pause the source', async () => {
      await using oracle = createOracle(chainlink(), etherOnly)
      for (let times = 0; times < 4; times += 1) {
        const price = await oracle.get('ethereum', 'rsETH')
        expect(price).toMatchObject({ basis: 'redemption', redemption: { protocol: 'kelp', premium: null } })
        expect(price.missing[0]).toEqual({ name: 'chainlink', reason: 'no feed of rsETH answers on ethereum' })
        oracle.clear()
      }
      const { sources } = await oracle.get('ethereum', 'WETH')
      expect(sources.map(({ name }) => name)).toContain('chainlink')
    })

    it('is unavailable if a market may have a price, because a source fails or is stale', async () => {
      const failing: PriceSource = { ...withMarket(), read: () => Promise.reject(new TypeError('closed')) }
      const stale = withMarket({ priceUsd: 2900, timestampMs: Date.now() - day, maxAgeMs: 60_000 })
      for (const source of [failing, stale]) {
        await using oracle = createOracle(etherOnly, source)
        await expect(oracle.get('ethereum', 'weETH')).rejects.toThrow(PriceUnavailableError)
      }
    })

    it('is unavailable without a price of ether', async () => {
      await using oracle = createOracle(withMarket())
      await expect(oracle.get('ethereum', 'weETH')).rejects.toThrow(/other: it does not know the token/)
    })
  })
})
