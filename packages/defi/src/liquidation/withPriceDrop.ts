import type { Market } from '../lending/market.ts'
import type { HealthModel } from './book/liquidatable.ts'

const wad = 10n ** 18n

/**
 * Returns a health model in which an account is liquidatable if a price drop of all its collateral would make it so.
 *
 * @param drop 0-1
 */
export function withPriceDrop<market extends Market>(model: HealthModel<market>, drop: number): HealthModel<market> {
  const limit = 1 / (1 - drop)
  const wadLimit = (wad * BigInt(Math.round(limit * 1e6))) / 1_000_000n
  return {
    // The margin covers the different rounding of the two limits.
    limit: limit * (1 + 1e-6),
    computeScreen: (market) => model.computeScreen(market),
    computeHealth(market, account) {
      const health = model.computeHealth(market, account)
      return { ...health, isLiquidatable: health.healthFactor !== null && health.healthFactor < wadLimit }
    },
  }
}
