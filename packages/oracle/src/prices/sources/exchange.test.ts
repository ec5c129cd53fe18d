import { createMarketServer, type MarketServer } from '@outrigger/devnet/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPriceOracle } from '../priceOracle.ts'
import { resolveToken } from '../resolveToken.ts'
import { createExchangeSource } from './exchange.ts'

const exchanges = ['binance', 'coinbase', 'kraken'] as const
const prices = { ETH: 3000, BTC: 60_000, WBTC: 60_000, LINK: 15, USDC: 1, DAI: 1 }
const signal = new AbortController().signal
const weth = resolveToken('ethereum', 'WETH')
const day = 86_400_000
let markets: MarketServer

beforeAll(async () => {
  markets = await createMarketServer({ getPricesUsd: () => prices })
})
afterAll(() => markets.close())

const open = (exchange: (typeof exchanges)[number]) =>
  createExchangeSource({ exchange, url: markets.urls[exchange], toUsd: async () => 1 })

describe.each(exchanges)('%s through ccxt', (exchange) => {
  it('reads price, depth, fee and figures', async () => {
    const source = open(exchange)
    const [sample] = await source.read(weth, signal)
    expect(sample?.priceUsd).toBeCloseTo(3000, 6)
    expect(sample).toMatchObject({ bidUsd: expect.closeTo(2999.7, 2), askUsd: expect.closeTo(3000.3, 2) })
    // Twenty levels 0.1 % apart, with 100,000 dollars each.
    expect(sample?.liquidityUsd).toBeCloseTo(2_000_000, -3)
    expect(sample?.takerFee).toBeGreaterThan(0)
    // ccxt's ticker of Coinbase has no volume.
    if (exchange !== 'coinbase') expect(sample?.volume24hUsd).toBeCloseTo(60_000_000, -6)
    expect(sample?.detail).toBe(exchange === 'binance' ? 'ETH/USDT' : 'ETH/USD')
  })

  it('reads the history with volume', async () => {
    const source = open(exchange)
    const toMs = Date.now()
    for (const [interval, days] of [
      ['1h', 20],
      ['1d', 365],
    ] as const) {
      const fromMs = Math.ceil((toMs - days * day) / day) * day
      const bars = (await source.readHistory?.(weth, { interval, fromMs, toMs }, signal)) ?? []
      const step = interval === '1h' ? 3_600_000 : day
      expect(bars.length).toBe(Math.floor((toMs - fromMs) / step) + 1)
      expect(bars.at(-1)?.close).toBeCloseTo(3000, 6)
      expect(bars.every(({ volumeUsd }) => volumeUsd !== null && volumeUsd >= 0)).toBe(true)
    }
  })

  it('has no price of unlisted tokens, or of tokens it does not trade', async () => {
    const source = open(exchange)
    expect(await source.read(resolveToken('ethereum', `0x${'77'.repeat(20)}`), signal)).toEqual([])
    expect(await source.read(resolveToken('ethereum', 'weETH'), signal)).toEqual([])
  })
})

describe('exchanges', () => {
  it('are compared: a wrong price is an arbitrage, but not part of the median', async () => {
    await using oracle = createPriceOracle({ sources: exchanges.map(open) })
    const fair = await oracle.compare('ethereum', 'ETH', exchanges)
    expect(fair.offers.map(({ exchange }) => exchange).sort()).toEqual([...exchanges].sort())
    expect(fair.arbitrage).toBeNull()
    // The lowest taker fee makes this exchange the cheapest.
    expect(fair.best?.exchange).toBe('binance')

    markets.setFault('kraken', { factor: 1.1 })
    const { arbitrage, spreadUsd } = await oracle.compare('ethereum', 'ETH')
    expect(spreadUsd).toBeCloseTo(300, 6)
    expect(arbitrage).toMatchObject({ buyOn: 'binance', sellOn: 'kraken' })
    const price = await oracle.get('ethereum', 'ETH')
    expect(price.priceUsd).toBeCloseTo(3000, 6)
    expect(price.sources.find(({ rejection }) => rejection === 'outlier')?.name).toBe('kraken')
    markets.setFault('kraken', {})
  })

  it('that hang are named, and unknown ones are rejected', async () => {
    markets.setFault('coinbase', { hangs: true })
    await using oracle = createPriceOracle({ sources: exchanges.map(open), timeoutMs: 1_500 })
    const { offers, missing } = await oracle.compare('ethereum', 'ETH', ['kraken', 'coinbase'])
    expect(offers.map(({ exchange }) => exchange)).toEqual(['kraken'])
    expect(missing).toEqual([{ name: 'coinbase', reason: 'no answer within 1500 ms' }])
    await expect(oracle.compare('ethereum', 'ETH', ['krakn'])).rejects.toThrow(/Did you mean "kraken"/)
    markets.setFault('coinbase', {})
  })

  it('have a higher deviation if the price of their quote coin is unknown', async () => {
    const source = createExchangeSource({ exchange: 'binance', url: markets.urls.binance })
    const [sample] = await source.read(weth, signal)
    expect(sample).toMatchObject({ deviation: 0.01, detail: 'ETH/USDT, USDT counted as one dollar' })
    const nobody = createExchangeSource({ exchange: 'krakn' })
    await expect(nobody.read(weth, signal)).rejects.toThrow('ccxt has no exchange "krakn". Did you mean "kraken"?')
  })
})
