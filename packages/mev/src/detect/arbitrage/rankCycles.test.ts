import type { PoolState } from '@outrigger/defi/internal'
import { createUniform } from '@outrigger/devnet/random'
import { expect, it } from 'vitest'
import { toPendingContext } from '../../detector/evaluate.ts'
import { toPendingSwap } from '../../detector/fixtures/standIns.ts'
import { toReserve } from '../../detector/toReserve.ts'
import { toAddress, toTickPool } from '../../fixtures/pools.ts'
import { toAmount } from '../../fixtures/random.ts'
import { findCycles } from '../../search/findCycles.ts'
import { createMarket } from '../../search/fixtures/markets.ts'
import { createPoolGraph } from '../../search/poolGraph.ts'
import { toPoolSnapshot } from '../../view/poolSnapshot.ts'
import { createNativeRates } from '../../view/valuation.ts'
import type { Terms } from '../context.ts'
import { findArbitrages } from './findArbitrages.ts'
import { createRank } from './rankCycles.ts'

const native = toAddress(1)
const random = createUniform(9)
const pairs = createMarket(4, { pools: 160, tokens: 24, spread: 0.02 })
const ticks = Array.from({ length: 12 }, (_, index) => {
  const [a, b] = [1 + (index % 4), 5 + index]
  return toTickPool(1_000 + index, [toAddress(a), toAddress(b)], 1, random)
})
const pools = [...pairs, ...ticks]
const snapshot = toPoolSnapshot(pools, 1n)
const terms: Terms = {
  native,
  graph: createPoolGraph(pools),
  minProfit: 10n ** 12n,
  nextBaseFeePerGas: 1n,
  taxes: new Map(),
  isKnownToken: () => true,
  isKnownPool: () => true,
  cost: { gasPrice: 10n ** 7n, builderBidBps: 0 },
}

/** Creates the context of a swap through one or two pairs. The amount is 1/1,000 to 1/3 of the first pair's reserve. */
function toContext(index: number, own = terms) {
  const pool = pairs[Math.floor(random() * pairs.length)] as PoolState
  const path = [...(random() < 0.5 ? pool.tokens : pool.tokens.toReversed())]
  const next = snapshot.byToken(path[1] ?? native).find(({ tokens }) => !tokens.includes(path[0] ?? native))
  if (random() < 0.3 && next !== undefined) path.push(next.tokens[next.tokens[0] === path[1] ? 1 : 0] ?? native)
  const holds = Number(toReserve(pool, path[0] ?? native))
  const amountIn = toAmount(random, holds / 1e3, holds / 3)
  const entry = toPendingSwap({ from: toAddress(0x5000 + index), path, amountIn, amountOut: 0n })
  const [exact] = toPendingContext(entry, [], snapshot, own).subject?.applied.swaps ?? []
  if (exact === undefined) return null
  // Half of the swaps have a tight slippage limit.
  const share = random() < 0.5 ? 0n : 990n + BigInt(Math.floor(random() * 11))
  const amountOut = (exact.played.amountOut * share) / 1_000n
  const limited = toPendingSwap({ from: toAddress(0x5000 + index), path, amountIn, amountOut })
  return toPendingContext(limited, [], snapshot, own)
}

const toKey = (hops: readonly { readonly pool: unknown }[]) =>
  hops
    .map(({ pool }) => pool)
    .sort()
    .join()

// Most tokens have a pool with the first token, few with the second.
it.each([native, toAddress(20)])('ranks cycles by an upper bound of their profit in %s', (valuedIn) => {
  let compared = 0
  for (let index = 0; index < 600; index++) {
    const context = toContext(index, { ...terms, native: valuedIn })
    if (context === null) continue
    const { graph, touched, before, after, cost } = context
    const rateOf = createNativeRates(after, valuedIn)
    const { cycles } = findCycles(graph, touched, {
      maxHops: 3,
      pools: after.changed,
      since: before,
      limit: 1_000,
      toRank: createRank(graph, { native: valuedIn, rateOf, gasPrice: cost.gasPrice }),
    })
    const ranks = new Map(cycles.map(({ legs, rank }) => [toKey(legs.map(({ pool }) => ({ pool: pool.id }))), rank]))
    for (const { hops, netProfit } of findArbitrages(context, after, touched)) {
      expect(Number(netProfit)).toBeLessThanOrEqual(ranks.get(toKey(hops)) ?? 0)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(100)
})
