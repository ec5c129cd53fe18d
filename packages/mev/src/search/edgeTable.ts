import { type PoolState, toPoolRate } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { type CurvedLeg, toCurvedLeg } from '../sizing/virtualPair.ts'

/** What a pool's state makes of an edge. */
export type EdgeState = {
  readonly leg: CurvedLeg
  /** The logarithm of what a unit brings after the fee; minus infinity where it brings nothing. */
  readonly weight: number
  /** Its curve as `out(x) = factor * x / (1 + slope * x)`; NaN where it is not of constant product. */
  readonly factor: number
  readonly slope: number
  /** Whether the curve is all there is to it, as of a pair; elsewhere it holds near its price. */
  readonly isWhole: boolean
}

/** What of an edge never changes, by the numbers of its columns. */
export type EdgeEnds = {
  readonly pool: number
  readonly source: number
  readonly target: number
  readonly targetPlace: number
  readonly sourcePlace: number
}

const firstSize = 256

/**
 * Directed swaps by number. What a search reads of thousands of them lies side by side in memory: of objects, most of the time
 * went into waiting for it.
 */
export class EdgeTable {
  weights = new Float64Array(firstSize)
  /** Three for each edge: factor, slope, and 1 where the curve is whole. */
  curves = new Float64Array(3 * firstSize)
  /** Numbers of the pools: the same for all edges of one. */
  pools = new Int32Array(firstSize)
  /** Numbers of the tokens. */
  sources = new Int32Array(firstSize)
  targets = new Int32Array(firstSize)
  /** Where the target stands among the neighbours of the source, and the source among those of the target. */
  targetPlaces = new Int32Array(firstSize)
  sourcePlaces = new Int32Array(firstSize)
  readonly legs: CurvedLeg[] = []
  readonly #free: number[] = []

  add({ pool, source, target, targetPlace, sourcePlace }: EdgeEnds, state: EdgeState): number {
    const edge = this.#free.pop() ?? this.legs.length
    if (edge === this.weights.length) this.#grow()
    this.pools[edge] = pool
    this.sources[edge] = source
    this.targets[edge] = target
    this.targetPlaces[edge] = targetPlace
    this.sourcePlaces[edge] = sourcePlace
    this.set(edge, state)
    return edge
  }

  set(edge: number, { leg, weight, factor, slope, isWhole }: EdgeState): void {
    this.legs[edge] = leg
    this.weights[edge] = weight
    this.curves[3 * edge] = factor
    this.curves[3 * edge + 1] = slope
    this.curves[3 * edge + 2] = isWhole ? 1 : 0
  }

  get(edge: number): EdgeState {
    return {
      leg: this.legs[edge] as CurvedLeg,
      weight: this.weights[edge] as number,
      factor: this.curves[3 * edge] as number,
      slope: this.curves[3 * edge + 1] as number,
      isWhole: this.curves[3 * edge + 2] === 1,
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

export function toEdgeState(pool: PoolState, tokenIn: Address, tokenOut: Address): EdgeState {
  const leg = toCurvedLeg({ pool, tokenIn, tokenOut })
  const slope = leg.curve === null ? Number.NaN : leg.curve.share / leg.curve.reserveIn
  return {
    ...{ leg, weight: toWeight(pool, tokenIn, tokenOut), slope },
    factor: slope * (leg.curve?.reserveOut ?? 0),
    isWhole: pool.kind === 'pair',
  }
}

export function toWeight(pool: PoolState, tokenIn: Address, tokenOut: Address): number {
  const weight = Math.log(toPoolRate(pool, tokenIn, tokenOut))
  // What a pool says may be what cannot be.
  return Number.isFinite(weight) ? weight : Number.NEGATIVE_INFINITY
}
