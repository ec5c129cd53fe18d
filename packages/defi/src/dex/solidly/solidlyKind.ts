import { toEventSelector } from 'viem'
import { toDirection } from '../direction.ts'
import { toLogWords } from '../logWords.ts'
import type { PoolKind } from '../poolKind.ts'
import type { SolidlyPool } from '../poolState.ts'
import { computeSolidlySwap } from './math.ts'

const sync = toEventSelector('Sync(uint256 reserve0, uint256 reserve1)')

/** Pairs of Solidly and its forks, volatile (xy) and stable (x³y + xy³). */
export const solidlyKind: PoolKind<SolidlyPool> = {
  kind: 'solidly',
  quote(pool, tokenIn, tokenOut, amountIn) {
    const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
    return isZeroForOne === null ? null : (computeSolidlySwap(pool, isZeroForOne, amountIn)?.amountOut ?? null)
  },
  swap(pool, tokenIn, tokenOut, amountIn) {
    const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
    const swapped = isZeroForOne === null ? null : computeSolidlySwap(pool, isZeroForOne, amountIn)
    if (swapped === null) return null
    const { amountOut, ...reserves } = swapped
    return { amountOut, next: { ...pool, ...reserves } }
  },
  toRate(pool, tokenIn, tokenOut) {
    const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
    if (isZeroForOne === null || pool.reserve0 === 0n || pool.reserve1 === 0n) return 0
    const price = computePrice(pool)
    return (isZeroForOne ? price : 1 / price) * (1 - pool.fee / 1e6)
  },
  topics: [sync],
  applyLog(pool, { address, topics, data }) {
    if (address !== pool.address || topics[0] !== sync) return pool
    const [reserve0, reserve1] = toLogWords(data, 2) ?? []
    return reserve0 === undefined || reserve1 === undefined ? 'unknown' : { ...pool, reserve0, reserve1 }
  },
}

/** Of the first token in the second, in smallest units: the ratio of the curve's two slopes. */
function computePrice({ isStable, units: [unit0, unit1], reserve0, reserve1 }: SolidlyPool): number {
  if (!isStable) return Number(reserve1) / Number(reserve0)
  const [x, y] = [Number(reserve0) / Number(unit0), Number(reserve1) / Number(unit1)]
  return ((y * (3 * x * x + y * y)) / (x * (x * x + 3 * y * y))) * (Number(unit1) / Number(unit0))
}
