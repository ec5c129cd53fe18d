import { createUniform } from '@outrigger/devnet/random'
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { findRoute } from './findRoute.ts'
import { computeBest, listPaths } from './fixtures/bruteForce.ts'
import { createMarket, createTickMarket, toAddress } from './fixtures/market.ts'
import { boundOutput, createRouteGraph, quotePath, toRoutePools } from './routeGraph.ts'

const cases = Number(process.env['OUTRIGGER_CASES'] ?? 60)

describe('routes', () => {
  it('bring at least 99.9 % of the best of all paths and pairs of paths', () => {
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

  it('through concentrated liquidity equal the best of all paths, or are split and better', () => {
    for (let seed = 1; seed <= cases; seed += 1) {
      const random = createUniform(seed)
      const pools = createTickMarket(seed, { pools: 30, tokens: 9, hubs: 2 })
      const graph = createRouteGraph(toRoutePools(pools))
      const [tokenIn, tokenOut] = [toAddress(1 + Math.floor(random() * 3)), toAddress(5 + Math.floor(random() * 4))]
      const amountIn = BigInt(Math.floor(10 ** (17 + random() * 4)))
      let most = 0n
      for (const path of listPaths(graph, tokenIn, tokenOut, 3)) {
        const out = quotePath(path, amountIn)
        if (out !== null && out > most) most = out
      }
      const single = findRoute(graph, { tokenIn, tokenOut, amountIn, maxHops: 3, maxSplits: 1 })
      expect(single?.amountOut ?? 0n).toBe(most)
      const route = findRoute(graph, { tokenIn, tokenOut, amountIn, maxHops: 3 })
      expect((route?.amountOut ?? 0n) >= most).toBe(true)
    }
  })

  it('skip no pool because of a wrong bound', () => {
    let bounded = 0
    for (let seed = 1; seed <= 6; seed += 1) {
      const pools = createTickMarket(seed, { pools: 20, tokens: 8, hubs: 2 })
      const graph = createRouteGraph(toRoutePools(pools))
      for (const { tokens } of pools)
        for (const [from, to] of [tokens, tokens.toReversed()] as const)
          for (const edge of graph.between(from as Address, to as Address))
            for (let exponent = 15; exponent < 24; exponent += 1) {
              const out = quotePath([edge], 10n ** BigInt(exponent))
              if (out === null) continue
              const most = boundOutput(edge, 10 ** exponent)
              expect(Number(out)).toBeLessThanOrEqual(most * (1 + 1e-9))
              if (most < edge.rate * 10 ** exponent * 0.9) bounded += 1
            }
    }
    expect(bounded).toBeGreaterThan(100)
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

  it('add a path only if it earns its gas', () => {
    const graph = createRouteGraph(toRoutePools(createMarket(5, { pools: 300, tokens: 40, hubs: 4 })))
    const request = { tokenIn: toAddress(1), tokenOut: toAddress(2), amountIn: 10n ** 21n }
    const free = findRoute(graph, request)
    const dear = findRoute(graph, { ...request, outPerGas: Number(free?.amountOut ?? 0n) / 1_000_000 })
    expect(free?.shares.length).toBeGreaterThan(1)
    expect(dear?.shares).toHaveLength(1)
  })

  it('do not exist from a token to itself, for zero input, or to a token without pools', () => {
    const graph = createRouteGraph(toRoutePools(createMarket(5, { pools: 30, tokens: 10, hubs: 2 })))
    const [a, b] = [toAddress(1), toAddress(2)]
    expect(findRoute(graph, { tokenIn: a, tokenOut: a, amountIn: 1n })).toBeNull()
    expect(findRoute(graph, { tokenIn: a, tokenOut: b, amountIn: 0n })).toBeNull()
    expect(findRoute(graph, { tokenIn: a, tokenOut: toAddress(999), amountIn: 10n ** 18n })).toBeNull()
  })
})
