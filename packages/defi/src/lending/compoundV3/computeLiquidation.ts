import type { Account, Liquidation, LiquidationTerms, Pair, Refusal } from '../../market/market.ts'
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

/** Comet after `absorb` of an account: it owns all of the account's collateral, and has paid its debt out of its reserves. */
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

/** Whether `buyCollateral` sells: `getReserves` of the base token, which may be negative, are below the target. */
export function isSelling({ reserves: [base], targetReserves, isBuyPaused }: CometMarket): boolean {
  if (base === undefined || isBuyPaused) return false
  return base.liquidity - base.totalSupplied + base.totalBorrowed < targetReserves
}

/** What `quoteCollateral` takes off the price of a collateral, 18 decimals. */
const computeDiscount = ({ storeFrontPriceFactor }: CometMarket, { liquidationFactor }: CometReserve) =>
  mulFactor(storeFrontPriceFactor, factorScale - liquidationFactor)

/** `quoteCollateral` as the ratio it rounds down: collateral = base amount · numerator / denominator. Null without a price. */
function computeQuote(market: CometMarket, index: number): { numerator: bigint; denominator: bigint } | null {
  const [base, reserve] = [reserveOf(market, baseIndex), reserveOf(market, index)]
  const numerator = base.price * scaleOf(reserve)
  const discounted = mulFactor(reserve.price, factorScale - computeDiscount(market, reserve))
  const denominator = discounted * scaleOf(base)
  return numerator > 0n && denominator > 0n ? { numerator, denominator } : null
}

/** Base units of a collateral that `buyCollateral` gives for base units of the base token. */
export function quoteCollateral(market: CometMarket, index: number, baseAmount: bigint): bigint {
  const quote = computeQuote(market, index)
  return quote === null ? 0n : (baseAmount * quote.numerator) / quote.denominator
}

/** What of a collateral is for sale, how much may be offered for it, and by how much it is worth more. */
function computeSale(market: CometMarket, index: number): LiquidationTerms | Refusal {
  const quote = computeQuote(market, index)
  const reserve = reserveOf(market, index)
  if (market.isBuyPaused) return { refused: 'buying collateral is paused' }
  if (!isSelling(market)) return { refused: 'the reserves have reached their target, so that nothing is for sale' }
  if (quote === null) return { refused: 'a price feed does not answer' }
  const from = (quote.denominator + quote.numerator - 1n) / quote.numerator
  const to = ((reserve.owned + 1n) * quote.denominator - 1n) / quote.numerator
  if (from > to) return { refused: 'there is none of the collateral to buy' }
  const discount = Number(computeDiscount(market, reserve))
  return { ranges: [{ from, to }], kinks: [], bonusBps: (discount / (1e18 - discount)) * 1e4 }
}

export type StorefrontItem = { readonly reserve: number; readonly amount: bigint; readonly terms: LiquidationTerms }

/**
 * What can be bought without absorbing anybody: what a Comet owns of accounts absorbed before.
 *
 * @example
 * computeStorefront(market).map(({ amount, terms }) => [amount, terms.bonusBps]) // [[12000000000000000000n, 204.08]]
 */
export function computeStorefront(market: CometMarket): readonly StorefrontItem[] {
  return market.reserves.flatMap((reserve, index) => {
    if (index === baseIndex) return []
    const terms = computeSale(market, index)
    return 'refused' in terms ? [] : [{ reserve: index, amount: reserve.owned, terms }]
  })
}

/**
 * Comet liquidates nobody for a liquidator: `absorb` takes all of an account's collateral and debt, and then anybody may
 * buy what it owns of a collateral at a discount, up to all of it.
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
