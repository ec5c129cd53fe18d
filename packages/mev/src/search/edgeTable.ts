import { type PoolState, toPoolRate } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { type CurvedLeg, toCurvedLeg } from '../sizing/virtualPair.ts'

/** Immutable fields of an edge, as indexes. */
export type EdgeEnds = {
  readonly pool: number
  readonly source: number
  readonly target: number
  readonly targetPlace: number
  readonly sourcePlace: number
  readonly tokenIn: Address
  readonly tokenOut: Address
}

const firstSize = 256

/**
 * Table of directed swaps with one array per column. A search reads thousands of edges. With one object per edge, most of its
 * time was spent on cache misses.
 */
export class EdgeTable {
  /** See `toWeight`. */
  weights = new Float64Array(firstSize)
  /**
   * Three values per edge: factor and slope of its curve (`CurvedLeg`), and 1 if the curve is exact at all amounts, as for a
   * pair. Otherwise the curve is valid near the current price only.
   */
  curves = new Float64Array(3 * firstSize)
  /** Pool indexes. All edges of a pool have the same index. */
  pools = new Int32Array(firstSize)
  /** Token indexes. */
  sources = new Int32Array(firstSize)
  targets = new Int32Array(firstSize)
  /** Index of the target among the neighbors of the source, and of the source among the neighbors of the target. */
  targetPlaces = new Int32Array(firstSize)
  sourcePlaces = new Int32Array(firstSize)
  /** Current state of the pool, and the tokens of the swap. */
  readonly states: PoolState[] = []
  readonly tokensIn: Address[] = []
  readonly tokensOut: Address[] = []
  readonly #free: number[] = []

  add({ pool, source, target, targetPlace, sourcePlace, tokenIn, tokenOut }: EdgeEnds, state: PoolState): number {
    const edge = this.#free.pop() ?? this.states.length
    if (edge === this.weights.length) this.#grow()
    this.pools[edge] = pool
    this.sources[edge] = source
    this.targets[edge] = target
    this.targetPlaces[edge] = targetPlace
    this.sourcePlaces[edge] = sourcePlace
    this.tokensIn[edge] = tokenIn
    this.tokensOut[edge] = tokenOut
    this.set(edge, state)
    return edge
  }

  /** Replaces the pool state of an edge. */
  set(edge: number, pool: PoolState): void {
    const [tokenIn, tokenOut] = [this.tokensIn[edge] as Address, this.tokensOut[edge] as Address]
    const { factor, slope } = toCurvedLeg({ pool, tokenIn, tokenOut })
    this.states[edge] = pool
    this.weights[edge] = toWeight(pool, tokenIn, tokenOut)
    this.curves[3 * edge] = factor
    this.curves[3 * edge + 1] = slope
    this.curves[3 * edge + 2] = pool.kind === 'pair' ? 1 : 0
  }

  toLeg(edge: number): CurvedLeg {
    return {
      pool: this.states[edge] as PoolState,
      tokenIn: this.tokensIn[edge] as Address,
      tokenOut: this.tokensOut[edge] as Address,
      factor: this.curves[3 * edge] as number,
      slope: this.curves[3 * edge + 1] as number,
    }
  }

  /** Frees an edge. Its index is reused. */
  remove(edge: number): void {
    this.#free.push(edge)
  }

  /** Returns the highest weight of the edges. */
  toBest(edges: readonly number[]): number {
    let best = Number.NEGATIVE_INFINITY
    for (const edge of edges) best = Math.max(best, this.weights[edge] as number)
    return best
  }

  #grow(): void {
    const toFloats = (before: Float64Array) => {
      const larger = new Float64Array(2 * before.length)
      larger.set(before)
      return larger
    }
    const toIntegers = (before: Int32Array) => {
      const larger = new Int32Array(2 * before.length)
      larger.set(before)
      return larger
    }
    this.weights = toFloats(this.weights)
    this.curves = toFloats(this.curves)
    this.pools = toIntegers(this.pools)
    this.sources = toIntegers(this.sources)
    this.targets = toIntegers(this.targets)
    this.targetPlaces = toIntegers(this.targetPlaces)
    this.sourcePlaces = toIntegers(this.sourcePlaces)
  }
}

/** Returns the logarithm of the marginal rate after the fee, or minus infinity if the swap returns nothing. */
export function toWeight(pool: PoolState, tokenIn: Address, tokenOut: Address): number {
  const weight = Math.log(toPoolRate(pool, tokenIn, tokenOut))
  // The state of a pool may contain arbitrary values.
  return Number.isFinite(weight) ? weight : Number.NEGATIVE_INFINITY
}
