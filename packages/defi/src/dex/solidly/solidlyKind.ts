import { toEventSelector } from 'viem'
import { applySync, toDirectedSwaps } from '../direction.ts'
import type { PoolKind } from '../poolKind.ts'
import type { SolidlyPool } from '../poolState.ts'
import { computeSolidlySwap } from './math.ts'

const sync = toEventSelector('Sync(uint256 reserve0, uint256 reserve1)')

/** Pairs of Solidly and its forks, volatile (xy) and stable (x³y + xy³). */
export const solidlyKind: PoolKind<SolidlyPool> = {
  kind: 'solidly',
  ...toDirectedSwaps<SolidlyPool>({
    quote: (pool, isZeroForOne, amountIn) => computeSolidlySwap(pool, isZeroForOne, amountIn)?.amountOut ?? null,
    swap(pool, isZeroForOne, amountIn) {
      const swapped = computeSolidlySwap(pool, isZeroForOne, amountIn)
      if (swapped === null) return null
      const { amountOut, ...reserves } = swapped
      return { amountOut, next: { ...pool, ...reserves } }
    },
    toRate(pool, isZeroForOne) {
      if (pool.reserve0 === 0n || pool.reserve1 === 0n) return 0
      const price = computePrice(pool)
      return (isZeroForOne ? price : 1 / price) * (1 - pool.fee / 1e6)
    },
  }),
  topics: [sync],
  applyLog: (pool, log) => applySync(sync, pool, log),
}

/** Price of the first token in the second, in smallest units: the ratio of the curve's two slopes. */
function computePrice({ isStable, units: [unit0, unit1], reserve0, reserve1 }: SolidlyPool): number {
  if (!isStable) return Number(reserve1) / Number(reserve0)
  const [x, y] = [Number(reserve0) / Number(unit0), Number(reserve1) / Number(unit1)]
  return ((y * (3 * x * x + y * y)) / (x * (x * x + 3 * y * y))) * (Number(unit1) / Number(unit0))
}
