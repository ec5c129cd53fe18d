import type { Account, Liquidation, LiquidationTerms, Pair, Refusal } from '../market.ts'
import { computeLiquidity, reserveOf, toDebt } from './computeHealth.ts'
import { type CompoundV2Market, divExp, mulExp, wad } from './market.ts'

const min = (a: bigint, b: bigint) => (a < b ? a : b)

/**
 * Computes `ratio` of `liquidateCalculateSeizeTokens` of Comptroller.sol: cTokens seized per base unit repaid, 18 decimals.
 * Returns 0 if a price is missing. The contract then reverts or fails.
 */
function computeRatio(market: CompoundV2Market, { collateral, debt }: Pair): bigint {
  const { price, exchangeRate } = reserveOf(market, collateral)
  const denominator = mulExp(price, exchangeRate)
  const numerator = mulExp(market.liquidationIncentive, reserveOf(market, debt).price)
  return denominator === 0n ? 0n : divExp(numerator, denominator)
}

export type Seizure = Liquidation & {
  /** cTokens that the liquidator gets and redeems. */
  readonly liquidatorTokens: bigint
}

/** Computes `liquidateBorrowFresh` and `seizeInternal` of CToken.sol, then `redeemFresh` of the liquidator's cTokens. */
export function computeSeizure(market: CompoundV2Market, pair: Pair, repay: bigint): Seizure {
  const { exchangeRate, seizeShare, totalSupplied, totalSupply } = reserveOf(market, pair.collateral)
  const seizeTokens = mulExp(computeRatio(market, pair), repay)
  const protocolTokens = mulExp(seizeTokens, seizeShare)
  const protocolFee = mulExp(exchangeRate, protocolTokens)
  const liquidatorTokens = seizeTokens - protocolTokens
  // The market burns its share and reserves its value, which changes the redemption rate by rounding.
  const isShared = protocolTokens > 0n && totalSupply > protocolTokens
  const rate = isShared ? divExp(totalSupplied - protocolFee, totalSupply - protocolTokens) : exchangeRate
  return {
    repay,
    seized: mulExp(exchangeRate, seizeTokens),
    protocolFee,
    received: mulExp(rate, liquidatorTokens),
    liquidatorTokens,
  }
}

/** Computes `liquidateBorrowAllowed` and `seizeAllowed` of Comptroller.sol. Seized assets need not be entered as collateral. */
export function computeTerms(market: CompoundV2Market, account: Account, pair: Pair): LiquidationTerms | Refusal {
  const held = account.entries.find(({ reserve }) => reserve === pair.collateral)?.supplied ?? 0n
  const debt = account.entries.find(({ reserve }) => reserve === pair.debt)
  if (held === 0n) return { refused: 'the account has none of the collateral' }
  if (debt === undefined || debt.borrowed === 0n) return { refused: 'the account owes none of the debt' }
  const [taken, owed] = [reserveOf(market, pair.collateral), reserveOf(market, pair.debt)]
  if (!taken.isListed || !owed.isListed) return { refused: 'a market of the pair is not listed' }
  if (market.isSeizePaused) return { refused: 'seizing is paused' }
  const { mayOwe, owes, isPriced } = computeLiquidity(market, account)
  if (!owed.isDeprecated && !isPriced) return { refused: 'the oracle has no price of an asset of the account' }
  if (!owed.isDeprecated && owes <= mayOwe) return { refused: 'the position is healthy' }
  const ratio = computeRatio(market, pair)
  if (ratio === 0n) return { refused: 'the oracle has no price of an asset of the pair' }

  const amount = toDebt(market, debt)
  const closable = owed.isDeprecated ? amount : mulExp(market.closeFactor, amount)
  // The highest amount that seizes no more cTokens than the account has, and the lowest that seizes one.
  const to = min(closable, ((held + 1n) * wad - 1n) / ratio)
  const from = (wad + ratio - 1n) / ratio
  if (from > to) return { refused: 'the amount that may be repaid is too small to seize anything' }
  const max = findLargest(from, to, (repay) => {
    const { received } = computeSeizure(market, pair, repay)
    return received <= taken.cash + (taken === owed ? repay : 0n)
  })
  if (max === null) return { refused: 'the market of the collateral has no cash' }
  const bonusBps = Number(market.liquidationIncentive - wad) / 1e14
  return { ranges: [{ from, to: max }], kinks: [], bonusBps }
}

export function computeLiquidation(market: CompoundV2Market, _: Account, pair: Pair, repay: bigint): Liquidation {
  const { seized, protocolFee, received } = computeSeizure(market, pair, repay)
  return { repay, seized, protocolFee, received }
}

/** Returns the largest number of a range for which a monotonic condition is true, or null. */
function findLargest(from: bigint, to: bigint, isTrue: (value: bigint) => boolean): bigint | null {
  if (isTrue(to)) return to
  if (!isTrue(from)) return null
  let [low, high] = [from, to]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isTrue(middle)) low = middle
    else high = middle
  }
  return low
}
