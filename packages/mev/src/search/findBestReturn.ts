import type { PoolGraph } from './poolGraph.ts'

const none: readonly number[] = []

/**
 * Returns the highest weight of the paths that lead from the end of an edge back to its start in one or two hops.
 *
 * @param weight weight of the edge; a return path is relevant if the sum of both is profitable for small amounts
 * @returns minus infinity without a return path; infinity if a profitable path uses a curve that is not constant-product
 */
export function findBestReturn(graph: PoolGraph, edge: number, weight: number): number {
  const { weights, pools, curves, sources, targets, sourcePlaces } = graph.edges
  const [start, end] = [graph.neighboursOf(sources[edge] as number), graph.neighboursOf(targets[edge] as number)]
  const haveCurves = (edges: readonly number[]) => edges.every((one) => !Number.isNaN(curves[3 * one + 1]))
  let best = Number.NEGATIVE_INFINITY
  const direct = end.out[sourcePlaces[edge] as number] ?? none
  for (const one of direct) if (pools[one] !== pools[edge]) best = Math.max(best, weights[one] as number)
  if (weight + best > 0 && !haveCurves(direct)) return Number.POSITIVE_INFINITY
  const common = graph.commonOf(edge)
  for (let index = 0; index < common.length; index += 2) {
    const [atStart, atEnd] = [common[index] as number, common[index + 1] as number]
    const both = (end.bestOut[atEnd] as number) + (start.bestInto[atStart] as number)
    if (weight + both > 0 && !(haveCurves(end.out[atEnd] ?? none) && haveCurves(start.into[atStart] ?? none)))
      return Number.POSITIVE_INFINITY
    best = Math.max(best, both)
  }
  return best
}
