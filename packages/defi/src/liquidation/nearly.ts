import type { Market } from '../lending/market.ts'
import type { Judge } from './book/liquidatable.ts'

const wad = 10n ** 18n

/**
 * Judges whether an account would be liquidatable if all its collateral lost a share of its worth: who may need an exit
 * soon.
 *
 * @param drop 0-1
 */
export function nearly<market extends Market>(judge: Judge<market>, drop: number): Judge<market> {
  const limit = (wad * 1_000_000n) / BigInt(Math.round((1 - drop) * 1_000_000))
  return {
    computeScreen(market) {
      const screen = judge.computeScreen(market)
      return { ...screen, collateralWeight: (reserve, mode) => screen.collateralWeight(reserve, mode) * (1 - drop) }
    },
    computeHealth(market, account) {
      const health = judge.computeHealth(market, account)
      return { ...health, isLiquidatable: health.healthFactor !== null && health.healthFactor < limit }
    },
  }
}
