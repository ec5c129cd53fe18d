import { createUniform } from '@outrigger/devnet/random'
import type { Address } from 'viem'
import type { PairPool, PoolState, TickPool } from '../poolState.ts'
import { findRoute } from './findRoute.ts'
import { computeBest, listPaths } from './fixtures/bruteForce.ts'
import { createMarket, createTickMarket, toAddress } from './fixtures/market.ts'
import { createSdkSearch, createSdkSearchV3 } from './fixtures/uniswapSdk.ts'
import { createRouteGraph, toRoutePools } from './routeGraph.ts'

const quotes = 1_000
const searched = 400
const warmUp = 100
const sdkSearched = 60
const sdkWarmUp = 20

/** Quotes over 2,000 pools of 300 tokens, with up to four hops and four paths. */
function measure() {
  const random = createUniform(3)
  const graph = createRouteGraph(toRoutePools(createMarket(9, { pools: 2_000, tokens: 300, hubs: 4 })))
  const times: number[] = []
  for (let index = 0; index < quotes + warmUp; index += 1) {
    const [from, to] = [1 + Math.floor(random() * 20), 30 + Math.floor(random() * 200)]
    const amountIn = BigInt(Math.floor(10 ** (17 + random() * 4)))
    const startedAt = performance.now()
    findRoute(graph, { tokenIn: toAddress(from), tokenOut: toAddress(to), amountIn })
    if (index >= warmUp) times.push(performance.now() - startedAt)
  }
  return times.sort((a, b) => a - b)
}

/** The worst ratio of a route's output to the best of all paths and pairs of paths, on small markets. */
function compare(): number {
  let worst = 1
  for (let seed = 1; seed <= searched; seed += 1) {
    const random = createUniform(seed)
    const graph = createRouteGraph(toRoutePools(createMarket(seed, { pools: 22, tokens: 8, hubs: 2 })))
    const [tokenIn, tokenOut] = [toAddress(1 + Math.floor(random() * 3)), toAddress(5 + Math.floor(random() * 4))]
    const amountIn = BigInt(Math.floor(10 ** (17 + random() * 4)))
    const most = computeBest(listPaths(graph, tokenIn, tokenOut, 3), amountIn)
    const route = findRoute(graph, { tokenIn, tokenOut, amountIn, maxHops: 3, maxSplits: 2 })
    if (most > 0n) worst = Math.min(worst, Number(route?.amountOut ?? 0n) / Number(most))
  }
  return worst
}

type Sdk = {
  createPools(seed: number): readonly PoolState[]
  createSearch(pools: readonly PoolState[]): (tokenIn: Address, tokenOut: Address, amountIn: bigint) => Promise<bigint>
}

/** Uniswap's SDKs, which try every path of up to three hops. */
const sdks: { readonly [version in 'V2' | 'V3']: Sdk } = {
  V2: {
    createPools: (seed) =>
      createMarket(seed, { pools: 60, tokens: 16, hubs: 3 }).map((pool) => ({ ...pool, fee: 3_000 })),
    createSearch(pools) {
      const search = createSdkSearch(pools as readonly PairPool[])
      return async (...asked) => search(...asked)
    },
  },
  V3: {
    createPools: (seed) => createTickMarket(seed, { pools: 60, tokens: 16, hubs: 3 }),
    createSearch: (pools) => createSdkSearchV3(pools as readonly TickPool[]),
  },
}

/** Compared with such a search: the lowest output ratio and the time ratio. */
async function compareWithSdk({ createPools, createSearch }: Sdk) {
  let [least, ours, theirs] = [Number.POSITIVE_INFINITY, 0, 0]
  for (let seed = 1; seed <= sdkSearched; seed += 1) {
    const random = createUniform(seed)
    const pools = createPools(seed)
    const graph = createRouteGraph(toRoutePools(pools))
    const search = createSearch(pools)
    const [tokenIn, tokenOut] = [toAddress(1 + Math.floor(random() * 6)), toAddress(8 + Math.floor(random() * 8))]
    const amountIn = BigInt(Math.floor(10 ** (17 + random() * 4)))
    const startedAt = performance.now()
    const route = findRoute(graph, { tokenIn, tokenOut, amountIn, maxHops: 3 })
    const foundAt = performance.now()
    const most = await search(tokenIn, tokenOut, amountIn)
    if (seed > sdkWarmUp) {
      ours += foundAt - startedAt
      theirs += performance.now() - foundAt
    }
    if (most > 0n) least = Math.min(least, Number(route?.amountOut ?? 0n) / Number(most))
  }
  return { least, speed: theirs / ours }
}

async function compareWithSdks() {
  const figures = []
  for (const version of ['V2', 'V3'] as const) {
    const { least, speed } = await compareWithSdk(sdks[version])
    const name = `of what Uniswap’s ${version} SDK finds on the same pools, the least`
    figures.push(
      { name, value: least * 100, unit: '%', bar: { atLeast: 99.99 } },
      { name: `time of the ${version} SDK over ours`, value: speed, unit: 'x', bar: { atLeast: 20 } },
    )
  }
  return figures
}

async function run() {
  const times = measure()
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return [
    { name: 'a quote over 2,000 pools, p50', value: at(0.5), unit: 'ms' },
    { name: 'a quote over 2,000 pools, p99', value: at(0.99), unit: 'ms', bar: { atMost: 20 } },
    { name: 'of exhaustive search, the worst', value: compare() * 100, unit: '%', bar: { atLeast: 99.9 } },
    ...(await compareWithSdks()),
  ]
}

/** The time to find a route, and its output relative to the best one. */
export const suite = { name: 'routes', run }
