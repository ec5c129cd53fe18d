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

const firstSize = 256

/**
 * Directed swaps by number. What a search reads of thousands of them lies side by side in memory: of objects, most of the time
 * went into waiting for it.
 */
export class EdgeTable {
  weights = new Float64Array(firstSize)
  factors = new Float64Array(firstSize)
  slopes = new Float64Array(firstSize)
  /** 1 where the curve is whole. */
  wholes = new Int32Array(firstSize)
  /** Numbers of the pools: the same for all edges of one. */
  pools = new Int32Array(firstSize)
  /** Numbers of the tokens. */
  sources = new Int32Array(firstSize)
  targets = new Int32Array(firstSize)
  readonly legs: CurvedLeg[] = []
  readonly #free: number[] = []

  add(pool: number, source: number, target: number, state: EdgeState): number {
    const edge = this.#free.pop() ?? this.legs.length
    if (edge === this.weights.length) this.#grow()
    this.pools[edge] = pool
    this.sources[edge] = source
    this.targets[edge] = target
    this.set(edge, state)
    return edge
  }

  set(edge: number, { leg, weight, factor, slope, isWhole }: EdgeState): void {
    this.legs[edge] = leg
    this.weights[edge] = weight
    this.factors[edge] = factor
    this.slopes[edge] = slope
    this.wholes[edge] = isWhole ? 1 : 0
  }

  get(edge: number): EdgeState {
    return {
      leg: this.legs[edge] as CurvedLeg,
      weight: this.weights[edge] as number,
      factor: this.factors[edge] as number,
      slope: this.slopes[edge] as number,
      isWhole: this.wholes[edge] === 1,
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
    const size = 2 * this.weights.length
    const toFloats = (before: Float64Array) => {
      const larger = new Float64Array(size)
      larger.set(before)
      return larger
    }
    const toIntegers = (before: Int32Array) => {
      const larger = new Int32Array(size)
      larger.set(before)
      return larger
    }
    this.weights = toFloats(this.weights)
    this.factors = toFloats(this.factors)
    this.slopes = toFloats(this.slopes)
    this.wholes = toIntegers(this.wholes)
    this.pools = toIntegers(this.pools)
    this.sources = toIntegers(this.sources)
    this.targets = toIntegers(this.targets)
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
