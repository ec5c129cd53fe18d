import type { PoolState } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { toWeight } from '../../search/edgeTable.ts'
import { findBestReturn } from '../../search/findBestReturn.ts'
import type { PoolGraph } from '../../search/poolGraph.ts'
import { toCurvedLeg } from '../../sizing/virtualPair.ts'
import { computeMost } from './rankCycles.ts'

/**
 * Returns an upper bound in wei for the profit of any cycle of two or three hops through a changed pool whose rate improved.
 * Returns infinity if no bound is known. The bound takes a third of the time of a search for cycles.
 *
 * A cycle with the curve `a x / (1 + c x)` earns `(sqrt(a) - 1)^2 / c` of its first token, and `c` is at least the slope of its
 * first pool. If it starts at another of its tokens, it earns at most `a` times as much at the cycle's prices. A cycle is valued
 * in the native token if it contains the native token, which then trades with one of the pool's two tokens. Otherwise it is
 * valued in its first token with a rate.
 *
 * @param rateOf returns the value of a token's smallest unit in wei, or 0 if unknown
 */
export function boundCycles(
  graph: PoolGraph,
  pool: PoolState,
  before: PoolState,
  rateOf: (token: Address) => number,
): number {
  const { tokensIn, tokensOut } = graph.edges
  let most = 0
  for (const edge of graph.edgesOf(pool.id)) {
    const [tokenIn, tokenOut] = [tokensIn[edge] as Address, tokensOut[edge] as Address]
    const weight = toWeight(pool, tokenIn, tokenOut)
    if (!(weight > toWeight(before, tokenIn, tokenOut))) continue
    const gain = weight + findBestReturn(graph, edge, weight)
    if (!(gain > 0)) continue
    const { factor, slope } = toCurvedLeg({ pool, tokenIn, tokenOut })
    const rate = Math.max(rateOf(tokenIn), factor * rateOf(tokenOut)) || toBridgedRate(graph, edge, rateOf)
    if (!(slope > 0) || rate === 0) return Number.POSITIVE_INFINITY
    const a = Math.exp(gain)
    most = Math.max(most, a * computeMost(a, slope, false) * rate)
  }
  return most
}

/** Tokens with more neighbors usually trade with the native token. */
const maxNeighbors = 64
/** Maximum factor by which fees between a token and its neighbor can raise the value of a cycle that starts at the neighbor. */
const feeMargin = 2

/**
 * Returns the rate of an edge's input through its best neighbor. Returns 0 if no neighbor has a rate, and infinity if there are
 * too many neighbors.
 */
function toBridgedRate({ edges, neighboursOf }: PoolGraph, edge: number, rateOf: (token: Address) => number): number {
  const { out, bestOut } = neighboursOf(edges.sources[edge] as number)
  if (out.length > maxNeighbors) return Number.POSITIVE_INFINITY
  let best = 0
  for (const [place, [first]] of out.entries())
    if (first !== undefined)
      best = Math.max(best, Math.exp(bestOut[place] as number) * rateOf(edges.tokensOut[first] as Address))
  return feeMargin * best
}
