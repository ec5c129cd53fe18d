import type { Screen } from '../../market.ts'
import type { AaveMarket, AaveReserve } from '../aaveMarket.ts'
import { type ReserveTerms, toReserveTerms } from './reserveTerms.ts'

/**
 * Returns the float weights of stored units. The error of an entry is one unit of its token, from rounding the balance, and
 * one unit of value, from applying the price. One more unit covers the rounding of the whole account.
 */
export function computeScreen(market: AaveMarket): Screen {
  const { reserves, rules } = market
  const modePrices = market.modes.flatMap(({ price }) => price ?? [])
  const unitValue = ({ unit }: AaveReserve, price: bigint) => Number(price) / Number(unit)
  return {
    collateralWeight(index, mode) {
      const reserve = reserves[index] as AaveReserve
      const { counts, price, thresholdRatio } = toReserveTerms(market, mode)[index] as ReserveTerms
      return counts ? (Number(reserve.income) / 1e27) * unitValue(reserve, price) * thresholdRatio : 0
    },
    debtWeight(index) {
      const reserve = reserves[index] as AaveReserve
      return (Number(reserve.debtIndex) / 1e27) * unitValue(reserve, reserve.price)
    },
    slack(index) {
      const reserve = reserves[index] as AaveReserve
      let most = unitValue(reserve, reserve.price)
      for (const price of modePrices) most = Math.max(most, unitValue(reserve, price))
      return most + 2
    },
    relativeError: (rules.balances === 'nearest' ? toAverageError(market) : 0) + toModePriceError(market),
  }
}

/** Rounding the average threshold loses less than one basis point, which is relatively more for a low threshold. */
function toAverageError(market: AaveMarket): number {
  const thresholds = [0, ...market.modes.map(({ id }) => id)].flatMap((mode) =>
    toReserveTerms(market, mode).flatMap(({ counts, liquidationThreshold }) => {
      return counts && liquidationThreshold > 0n ? [Number(liquidationThreshold)] : []
    }),
  )
  return thresholds.length === 0 ? 0 : 1 / Math.min(...thresholds)
}

/** `debtWeight` does not know the account's category, whose price may differ from the reserve's. */
function toModePriceError(market: AaveMarket): number {
  const errors = market.modes.flatMap(({ id, price }) => {
    const inMode = price ? market.reserves.filter(({ mode }) => mode === id) : []
    const ratios = inMode.map((reserve) => Number(price) / Number(reserve.price))
    return ratios.map((ratio) => Math.max(ratio, 1 / ratio) - 1)
  })
  return Math.max(0, ...errors)
}
