import { expect, it } from 'vitest'
import { computePriceAt } from './market.ts'
import { marketTokens } from './tokens.ts'

const dayMs = 86_400_000

it('each token changes differently every day, and stablecoins hardly change', () => {
  for (let day = 0; day < 30; day += 1) {
    const atMs = Date.UTC(2026, 0, 1) + day * dayMs + 12_345_678
    const changes = marketTokens.map(({ symbol }) => {
      const change = 1 / computePriceAt({ symbol, priceUsd: 1, atMs }, atMs - dayMs) - 1
      expect(Math.abs(change)).toBeLessThan(['USDC', 'USDT', 'DAI'].includes(symbol) ? 0.001 : 0.06)
      return change.toFixed(5)
    })
    expect(new Set(changes).size).toBe(marketTokens.length)
  }
})

it('a quote is the price at its own time', () => {
  expect(computePriceAt({ symbol: 'LINK', priceUsd: 15, atMs: 1e12 }, 1e12)).toBe(15)
})
