import type { Market } from '../market/market.ts'
import type { HealthModel } from './book/liquidatable.ts'

const wad = 10n ** 18n

/**
 * A health model that finds an account liquidatable if it would be so after all its collateral lost a share of its price.
 *
 * @param drop 0-1
 */
export function withPriceDrop<market extends Market>(model: HealthModel<market>, drop: number): HealthModel<market> {
  const limit = 1 / (1 - drop)
  const wadLimit = (wad * BigInt(Math.round(limit * 1e6))) / 1_000_000n
  return {
    // A margin: the two limits are rounded differently.
    limit: limit * (1 + 1e-6),
    computeScreen: (market) => model.computeScreen(market),
    computeHealth(market, account) {
      const health = model.computeHealth(market, account)
      return { ...health, isLiquidatable: health.healthFactor !== null && health.healthFactor < wadLimit }
    },
  }
}
