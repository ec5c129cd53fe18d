import { getOrCreate } from '@outrigger/core/internal'
import type { Liquidation, LiquidationTerms, Pair, Refusal } from '../../market/market.ts'
import { toPriceUsd } from '../../market/prices.ts'
import { computeFlashFee, toFlashLoan } from '../flashLoans.ts'
import { type RepayRange, toRepayRanges } from './repayRanges.ts'
import { type Profit, sampleProfit, searchAround } from './searchRange.ts'
import type { BestLiquidation, GasCost, SizingInput } from './sizingTypes.ts'

/** Below so many units of collateral received, one more or less can be seen in the profit. */
const coarse = 1n << 20n
/** Amounts tried on either side of what was found, each a 256th of it apart. */
const refineSteps = 4n
/** Pools pay at most so much above the oracle's price, or a search among dust would never end. */
const maxPremium = 0.2

/** US dollars that a transaction of so much gas costs. */
export function toGasUsd(gas: bigint, { weiPerGas, nativePriceUsd, dataFeeWei = 0n }: GasCost): number {
  return (Number(gas * weiPerGas + dataFeeWei) / 1e18) * nativePriceUsd
}

/** The best liquidation of one pair, which may still be a loss. */
export function computePair(input: SizingInput, pair: Pair): BestLiquidation | Refusal {
  const { protocol, market, account } = input
  const [collateral, debt] = [market.reserves[pair.collateral], market.reserves[pair.debt]]
  const terms = protocol.computeTerms(market, account, pair)
  if ('refused' in terms) return terms
  const priceUsd = debt && toPriceUsd(market, debt)
  if (!collateral || !debt || !priceUsd) return { refused: `what ${debt?.symbol} is worth in US dollars is not known` }
  const routes = input.routes.between(collateral.token, debt.token)
  if (routes.length === 0) return { refused: `no pool that is read sells ${collateral.symbol} for ${debt.symbol}` }

  const unitUsd = priceUsd / 10 ** debt.decimals
  const liquidations = new Map<bigint, Liquidation>()
  const liquidate = (repay: bigint) =>
    getOrCreate(liquidations, repay, () => protocol.computeLiquidation(market, account, pair, repay))
  const gasOf = ({ route, lender }: RepayRange, liquidation: Liquidation) =>
    protocol.computeLiquidationGas(market, account, pair, liquidation) + route.gas + (lender?.gas ?? 0n)
  const gasUsdOf = (range: RepayRange, liquidation: Liquidation) => toGasUsd(gasOf(range, liquidation), input.gasCost)
  const choices = routes
    .flatMap((route) => toRepayRanges(terms, route, input.lenders, debt.token))
    .flatMap((range) => toChoice(range, terms, unitUsd, liquidate, gasUsdOf) ?? [])
    .sort((a, b) => b.most - a.most)

  let best: BestLiquidation | null = null
  for (const { range, most, search } of choices) {
    if (best !== null && most <= best.netProfitUsd) break
    const liquidation = repayAsTaken(search(), liquidate)
    const flashLoan = range.lender && toFlashLoan(range.lender, liquidation.repay)
    const sale = range.route.quote(liquidation.received) ?? 0n
    const gas = gasOf(range, liquidation)
    const gasUsd = toGasUsd(gas, input.gasCost)
    const netProfitUsd = Number(sale - liquidation.repay - (flashLoan?.fee ?? 0n)) * unitUsd - gasUsd
    if (best !== null && netProfitUsd <= best.netProfitUsd) continue
    best = { pair, terms, liquidation, route: range.route, flashLoan, sale, gas, gasUsd, netProfitUsd }
  }
  return best ?? { refused: `what ${collateral.symbol} is sold for is less than the ${debt.symbol} repaid for it` }
}

/**
 * Where the unit of collateral is coarse, profit is a sawtooth of the amount repaid: of some amounts about the best that
 * was found, each the least that brings the same collateral, the best.
 */
function refine(
  found: bigint,
  { from, to }: RepayRange,
  profitAt: Profit,
  liquidate: (repay: bigint) => Liquidation,
): bigint {
  if (liquidate(found).received >= coarse) return found
  let best = { at: found, value: profitAt(found) ?? 0n }
  for (let step = -refineSteps; step <= refineSteps; step += 1n) {
    const near = found + (found * step) / 256n
    if (near < from || near > to) continue
    const at = toLeastRepay(near, from, liquidate)
    const value = profitAt(at)
    if (value !== null && value > best.value) best = { at, value }
  }
  return best.at
}

function toLeastRepay(offered: bigint, from: bigint, liquidate: (repay: bigint) => Liquidation): bigint {
  const { received } = liquidate(offered)
  let [high, step] = [offered, received === 0n ? 0n : (2n * offered) / received + 1n]
  for (; step > 0n; step /= 2n) if (high - step >= from && liquidate(high - step).received === received) high -= step
  return high
}

/** Where a contract counts in shares, repaying exactly the amount that it took of an offer may yield more collateral. */
function repayAsTaken(offered: bigint, liquidate: (repay: bigint) => Liquidation): Liquidation {
  const first = liquidate(offered)
  const again = liquidate(first.repay)
  return again.repay === first.repay && again.received > first.received ? again : first
}

/** A range that may pay, with the most it can leave; null where it cannot. */
function toChoice(
  range: RepayRange,
  { bonusBps }: LiquidationTerms,
  unitUsd: number,
  liquidate: (repay: bigint) => Liquidation,
  gasUsdOf: (range: RepayRange, liquidation: Liquidation) => number,
) {
  const { route, lender, to } = range
  // Taking all of a debt or a collateral costs a little more or less than a part of it.
  const gasUsd = Math.min(gasUsdOf(range, liquidate(range.from)), gasUsdOf(range, liquidate(to)))
  const profitAt: Profit = (offered) => {
    const { received, repay } = liquidate(offered)
    const sale = route.quote(received)
    return sale === null ? null : sale - repay - (lender ? computeFlashFee(lender, repay) : 0n)
  }
  const least = BigInt(Math.ceil(gasUsd / unitUsd / (bonusBps / 10_000 + maxPremium)))
  const from = least < range.from ? range.from : least > to ? to : least
  const seen = sampleProfit(from, to, profitAt)
  if (seen === null) return null
  return {
    range,
    most: seen.bound * unitUsd - gasUsd,
    search: () => refine(searchAround(seen, to, profitAt).at, range, profitAt, liquidate),
  }
}
