import type { Address } from 'viem'
import { computeLeastSwapGas } from '../../cost.ts'
import type { PoolGraph } from '../../search/poolGraph.ts'

/** The share of the true profit that an estimate may be: it is of the curve within one tick range. */
const nearEnough = 0.5
/** Of estimates of pairs, which are exact but for floating point and the price of small amounts. */
const rounding = 0.01

/** Gas of the cheapest cycle, by hops. */
export const leastGas = [0, 1, 2, 3, 4].map((hops) => Number(computeLeastSwapGas(hops)))

export type RankOptions = {
  /** The wrapped native token. */
  readonly native: Address
  /** Wei that one smallest unit of a token is worth; 0 where it is not known. */
  readonly rateOf: (token: Address) => number
  /** Wei. */
  readonly gasPrice: bigint
}

/**
 * Ranks cycles by the wei that they leave at most of untaxed tokens after the least gas that so many swaps take; infinity
 * where nobody can say. Hundreds of cycles a transaction are ranked and few of them sized, so it allocates nothing and reads
 * numbers only.
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

  /** Where the native token goes in, or else the first that has a price; -1 where none has. */
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
    // Some curve is not of constant product.
    if (Number.isNaN(c)) return Number.POSITIVE_INFINITY
    const most = computeMost(a, c, isWhole) * toRate(edges[start] as number)
    return most - weiPerGas * (leastGas[edges.length] as number)
  }
}

/**
 * What the best input of the curve `a * x / (1 + c * x)` leaves, `(sqrt(a) - 1)^2 / c`, and what the estimate may be short of.
 *
 * @param isWhole whether all pools are pairs
 */
export function computeMost(a: number, c: number, isWhole: boolean): number {
  return a > 1 && c > 0 ? ((isWhole ? 1 + rounding : 1 / nearEnough) * (Math.sqrt(a) - 1) ** 2) / c : 0
}
