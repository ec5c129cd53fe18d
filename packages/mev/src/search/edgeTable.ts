import { type PoolState, toPoolRate } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { type CurvedLeg, toCurvedLeg } from '../sizing/virtualPair.ts'

/** What of an edge never changes, by the numbers of its columns. */
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
 * Directed swaps by number. What a search reads of thousands of them lies side by side in memory: of objects, most of the time
 * went into waiting for it.
 */
export class EdgeTable {
  /** See `toWeight`. */
  weights = new Float64Array(firstSize)
  /**
   * Three for each edge: factor and slope of its curve (`CurvedLeg`), and 1 where the curve is all there is to it, as of a
   * pair; elsewhere it holds near its price.
   */
  curves = new Float64Array(3 * firstSize)
  /** Numbers of the pools: the same for all edges of one. */
  pools = new Int32Array(firstSize)
  /** Numbers of the tokens. */
  sources = new Int32Array(firstSize)
  targets = new Int32Array(firstSize)
  /** Where the target stands among the neighbours of the source, and the source among those of the target. */
  targetPlaces = new Int32Array(firstSize)
  sourcePlaces = new Int32Array(firstSize)
  /** The pool as it is, and what goes in and comes out. */
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

  /** The edge with another state of its pool. */
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

  /** Its number is given to another one. */
  remove(edge: number): void {
    this.#free.push(edge)
  }

  /** The best weight of some. */
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

/** The logarithm of what a unit brings after the fee; minus infinity where it brings nothing. */
export function toWeight(pool: PoolState, tokenIn: Address, tokenOut: Address): number {
  const weight = Math.log(toPoolRate(pool, tokenIn, tokenOut))
  // What a pool says may be what cannot be.
  return Number.isFinite(weight) ? weight : Number.NEGATIVE_INFINITY
}
