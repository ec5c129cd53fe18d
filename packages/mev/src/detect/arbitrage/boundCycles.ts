import type { PoolState } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { toWeight } from '../../search/edgeTable.ts'
import { findBestReturn } from '../../search/findBestReturn.ts'
import type { PoolGraph } from '../../search/poolGraph.ts'
import { toCurvedLeg } from '../../sizing/virtualPair.ts'
import { computeMost } from './rankCycles.ts'

/**
 * Wei that any cycle of two or three hops leaves at most through a pool that has changed, where it is better than before;
 * infinity where that cannot be said. It takes a third of the time of looking for the cycles.
 *
 * A cycle whose curve is `a x / (1 + c x)` leaves `(sqrt(a) - 1)^2 / c` of the token it starts with, and `c` is no less than
 * the slope of its first pool. Begun at another of its tokens it leaves at most `a` times as much, at the prices along it. A
 * cycle is valued in the native token where it has that, which then trades with one of the two of the pool; or else in the
 * first of its tokens that has a rate.
 *
 * @param rateOf wei that one smallest unit of a token is worth; 0 where it is not known
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

/** Tokens with more neighbours trade with the native token, as a rule. */
const mostNeighbours = 64
/** What the two fees between a token and its neighbour may make a cycle worth more, begun at the neighbour. */
const feeMargin = 2

/** What goes into an edge, valued through the best of its neighbours; 0 where none has a rate, infinity where they are many. */
function toBridgedRate({ edges, neighboursOf }: PoolGraph, edge: number, rateOf: (token: Address) => number): number {
  const { out, bestOut } = neighboursOf(edges.sources[edge] as number)
  if (out.length > mostNeighbours) return Number.POSITIVE_INFINITY
  let best = 0
  for (const [place, [first]] of out.entries())
    if (first !== undefined)
      best = Math.max(best, Math.exp(bestOut[place] as number) * rateOf(edges.tokensOut[first] as Address))
  return feeMargin * best
}
