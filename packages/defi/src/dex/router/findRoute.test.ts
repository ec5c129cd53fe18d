import { createUniform } from '@outrigger/devnet/random'
import { describe, expect, it } from 'vitest'
import { findRoute } from './findRoute.ts'
import { computeBest, listPaths } from './fixtures/bruteForce.ts'
import { createMarket, toAddress } from './fixtures/market.ts'
import { createRouteGraph, quotePath, toRoutePools } from './routeGraph.ts'

const cases = Number(process.env['OUTRIGGER_CASES'] ?? 60)

describe('routes', () => {
  it('bring at least 99.9 % of what the best of all paths and pairs of paths brings', () => {
    const shortfalls: number[] = []
    for (let seed = 1; seed <= cases; seed += 1) {
      const random = createUniform(seed)
      const graph = createRouteGraph(toRoutePools(createMarket(seed, { pools: 22, tokens: 8, hubs: 2 })))
      const [tokenIn, tokenOut] = [toAddress(1 + Math.floor(random() * 3)), toAddress(5 + Math.floor(random() * 4))]
      const amountIn = BigInt(Math.floor(10 ** (17 + random() * 4)))
      const paths = listPaths(graph, tokenIn, tokenOut, 3)
      const most = computeBest(paths, amountIn)
      const route = findRoute(graph, { tokenIn, tokenOut, amountIn, maxHops: 3, maxSplits: 2 })
      if (most === 0n) expect(route).toBeNull()
      else shortfalls.push(1 - Number(route?.amountOut ?? 0n) / Number(most))
    }
    expect(shortfalls.length).toBeGreaterThan(cases / 2)
    expect(Math.max(...shortfalls)).toBeLessThan(0.001)
  })

  it('add up, share no pool, and are exact', () => {
    const graph = createRouteGraph(toRoutePools(createMarket(5, { pools: 300, tokens: 40, hubs: 4 })))
    const route = findRoute(graph, { tokenIn: toAddress(1), tokenOut: toAddress(2), amountIn: 10n ** 21n })
    const shares = route?.shares ?? []
    expect(shares.length).toBeGreaterThan(1)
    expect(shares.reduce((sum, { amountIn }) => sum + amountIn, 0n)).toBe(10n ** 21n)
    expect(shares.reduce((sum, { amountOut }) => sum + amountOut, 0n)).toBe(route?.amountOut)
    for (const { path, amountIn, amountOut } of shares) expect(quotePath(path, amountIn)).toBe(amountOut)
    const pools = shares.flatMap(({ path }) => path.map(({ pool }) => pool.id))
    expect(new Set(pools).size).toBe(pools.length)
    expect(route?.priceImpact).toBeGreaterThan(0)
  })

  it('take another path only where it earns its gas', () => {
    const graph = createRouteGraph(toRoutePools(createMarket(5, { pools: 300, tokens: 40, hubs: 4 })))
    const request = { tokenIn: toAddress(1), tokenOut: toAddress(2), amountIn: 10n ** 21n }
    const free = findRoute(graph, request)
    const dear = findRoute(graph, { ...request, outPerGas: Number(free?.amountOut ?? 0n) / 1_000_000 })
    expect(free?.shares.length).toBeGreaterThan(1)
    expect(dear?.shares).toHaveLength(1)
  })

  it('are none from a token to itself, of nothing, or to a token that no pool has', () => {
    const graph = createRouteGraph(toRoutePools(createMarket(5, { pools: 30, tokens: 10, hubs: 2 })))
    const [a, b] = [toAddress(1), toAddress(2)]
    expect(findRoute(graph, { tokenIn: a, tokenOut: a, amountIn: 1n })).toBeNull()
    expect(findRoute(graph, { tokenIn: a, tokenOut: b, amountIn: 0n })).toBeNull()
    expect(findRoute(graph, { tokenIn: a, tokenOut: toAddress(999), amountIn: 10n ** 18n })).toBeNull()
  })
})
