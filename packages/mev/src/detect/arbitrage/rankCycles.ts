import type { Address } from 'viem'
import { computeLeastSwapGas } from '../../cost.ts'
import type { PoolGraph } from '../../search/poolGraph.ts'

/** Lower bound of the estimate as a share of the true profit. The estimate covers one tick range only. */
const leastShare = 0.5
/** Error margin of estimates for pairs, which are exact apart from floating point and rounding of small amounts. */
const pairMargin = 0.01

/** Gas of the cheapest cycle by number of hops. */
const leastGas = [0, 1, 2, 3, 4].map((hops) => Number(computeLeastSwapGas(hops)))

export type RankOptions = {
  /** Wrapped native token. */
  readonly native: Address
  /** Returns the value of a token's smallest unit in wei, or 0 if unknown. */
  readonly rateOf: (token: Address) => number
  /** Wei per gas. */
  readonly gasPrice: bigint
}

/**
 * Ranks cycles by an upper bound of their profit in wei, for untaxed tokens after the lowest possible gas. The rank is
 * infinity if no bound is known. Hundreds of cycles per transaction are ranked and few are sized, so the function only reads
 * numbers and allocates nothing.
 */
export function createRank(
  graph: PoolGraph,
  { native, rateOf, gasPrice }: RankOptions,
): (edges: readonly number[]) => number {
  const weiPerGas = Number(gasPrice)
  const nativeIndex = graph.toIndex(native)
  const { sources, curves, tokensIn } = graph.edges
  const rates = new Map<number, number>()

  function toRate(edge: number): number {
    const token = sources[edge] as number
    const known = rates.get(token)
    if (known !== undefined) return known
    const rate = rateOf(tokensIn[edge] as Address)
    rates.set(token, rate)
    return rate
  }

  /** Returns the first leg that sells the native token, or otherwise a token with a price. Returns -1 if no token has a price. */
  function findStart(edges: readonly number[]): number {
    for (let index = 0; index < edges.length; index++) if (sources[edges[index] as number] === nativeIndex) return index
    for (let index = 0; index < edges.length; index++) if (toRate(edges[index] as number) > 0) return index
    return -1
  }

  return (edges) => {
    const start = findStart(edges)
    if (start < 0) return Number.POSITIVE_INFINITY
    let a = 1
    let c = 0
    let isWhole = true
    for (let index = 0; index < edges.length; index++) {
      const edge = edges[(start + index) % edges.length] as number
      c += (curves[3 * edge + 1] as number) * a
      a *= curves[3 * edge] as number
      if (curves[3 * edge + 2] === 0) isWhole = false
    }
    // NaN marks a curve that is not constant-product.
    if (Number.isNaN(c)) return Number.POSITIVE_INFINITY
    const most = computeMost(a, c, isWhole) * toRate(edges[start] as number)
    return most - weiPerGas * (leastGas[edges.length] as number)
  }
}

/**
 * Returns the profit of the best input for the curve `a * x / (1 + c * x)`, `(sqrt(a) - 1)^2 / c`, plus the margin
 * of the estimate.
 *
 * @param isWhole true if all pools are pairs
 */
export function computeMost(a: number, c: number, isWhole: boolean): number {
  return a > 1 && c > 0 ? ((isWhole ? 1 + pairMargin : 1 / leastShare) * (Math.sqrt(a) - 1) ** 2) / c : 0
}
