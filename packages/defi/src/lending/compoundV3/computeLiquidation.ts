import type { Account, Liquidation, LiquidationTerms, Pair, Refusal } from '../market.ts'
import { computeHealth } from './computeHealth.ts'
import {
  baseIndex,
  type CometMarket,
  type CometReserve,
  factorScale,
  mulFactor,
  mulPrice,
  reserveOf,
  scaleOf,
  toPresent,
  toPrincipal,
} from './market.ts'

/**
 * Returns Comet after `absorb`. Comet then owns the account's collateral, and has paid the account's debt from its
 * reserves.
 */
export function computeAbsorption(market: CometMarket, { entries }: Account): CometMarket {
  const base = reserveOf(market, baseIndex)
  const owed = entries.find(({ reserve }) => reserve === baseIndex)?.borrowed ?? 0n
  const collaterals = entries.filter(({ reserve, supplied }) => reserve !== baseIndex && supplied > 0n)
  const credit = collaterals.reduce((sum, { reserve: index, supplied }) => {
    const reserve = reserveOf(market, index)
    return sum + mulFactor(mulPrice(supplied, reserve), reserve.liquidationFactor)
  }, 0n)
  const balance = (credit * scaleOf(base)) / base.price - toPresent(market.borrowIndex, owed)
  const stored = {
    ...market.stored,
    totalSupply: market.stored.totalSupply + toPrincipal(market.supplyIndex, balance > 0n ? balance : 0n),
    totalBorrow: market.stored.totalBorrow - owed,
  }
  const reserves = market.reserves.map((reserve, index): CometReserve => {
    if (index === baseIndex)
      return {
        ...reserve,
        totalSupplied: toPresent(market.supplyIndex, stored.totalSupply),
        totalBorrowed: toPresent(market.borrowIndex, stored.totalBorrow),
      }
    const seized = collaterals.find((entry) => entry.reserve === index)?.supplied ?? 0n
    return { ...reserve, owned: reserve.owned + seized, totalSupplied: reserve.totalSupplied - seized }
  })
  return { ...market, stored, reserves }
}

/**
 * Returns whether `buyCollateral` sells. It sells if `getReserves` of the base token, which may be negative, is below
 * the target.
 */
export function isSelling({ reserves: [base], targetReserves, isBuyPaused }: CometMarket): boolean {
  if (base === undefined || isBuyPaused) return false
  return base.liquidity - base.totalSupplied + base.totalBorrowed < targetReserves
}

/** Returns the discount of `quoteCollateral` on the price of a collateral, 18 decimals. */
const computeDiscount = ({ storeFrontPriceFactor }: CometMarket, { liquidationFactor }: CometReserve) =>
  mulFactor(storeFrontPriceFactor, factorScale - liquidationFactor)

/** Returns `quoteCollateral` as a ratio: collateral = base amount · numerator / denominator, rounded down. Null without a price. */
function computeQuote(market: CometMarket, index: number): { numerator: bigint; denominator: bigint } | null {
  const [base, reserve] = [reserveOf(market, baseIndex), reserveOf(market, index)]
  const numerator = base.price * scaleOf(reserve)
  const discounted = mulFactor(reserve.price, factorScale - computeDiscount(market, reserve))
  const denominator = discounted * scaleOf(base)
  return numerator > 0n && denominator > 0n ? { numerator, denominator } : null
}

/** Returns the base units of a collateral that `buyCollateral` sells for an amount of the base token. */
export function quoteCollateral(market: CometMarket, index: number, baseAmount: bigint): bigint {
  const quote = computeQuote(market, index)
  return quote === null ? 0n : (baseAmount * quote.numerator) / quote.denominator
}

/** Returns the amounts that may be offered for a collateral, and the discount. */
function computeSale(market: CometMarket, index: number): LiquidationTerms | Refusal {
  const quote = computeQuote(market, index)
  const reserve = reserveOf(market, index)
  if (market.isBuyPaused) return { refused: 'buying collateral is paused' }
  if (!isSelling(market)) return { refused: 'the reserves have reached their target, so nothing is for sale' }
  if (quote === null) return { refused: 'a price feed does not answer' }
  const from = (quote.denominator + quote.numerator - 1n) / quote.numerator
  const to = ((reserve.owned + 1n) * quote.denominator - 1n) / quote.numerator
  if (from > to) return { refused: 'Comet owns none of the collateral' }
  const discount = Number(computeDiscount(market, reserve))
  return { ranges: [{ from, to }], kinks: [], bonusBps: (discount / (1e18 - discount)) * 1e4 }
}

/**
 * Returns the terms of a liquidation. `absorb` takes all of an account's collateral and debt. Anyone may then buy Comet's
 * collateral at a discount.
 */
export function computeTerms(market: CometMarket, account: Account, pair: Pair): LiquidationTerms | Refusal {
  if (pair.debt !== baseIndex || pair.collateral === baseIndex)
    return { refused: 'Comet sells collateral for its base token (reserve 0) only' }
  if (!account.entries.some(({ reserve, supplied }) => reserve === pair.collateral && supplied > 0n))
    return { refused: 'the account has none of the collateral' }
  if (account.entries.some(({ reserve }) => reserveOf(market, reserve).price === 0n))
    return { refused: 'a price feed does not answer' }
  if (!computeHealth(market, account).isLiquidatable) return { refused: 'the position is healthy' }
  if (market.isAbsorbPaused) return { refused: 'absorbing is paused' }
  return computeSale(computeAbsorption(market, account), pair.collateral)
}

export function computeLiquidation(market: CometMarket, _: Account, pair: Pair, repay: bigint): Liquidation {
  const received = quoteCollateral(market, pair.collateral, repay)
  return { repay, seized: received, protocolFee: 0n, received }
}
