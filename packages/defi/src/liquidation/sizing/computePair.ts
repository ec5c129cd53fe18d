import { getOrCreate } from '@outrigger/core/internal'
import type { Liquidation, LiquidationTerms, Pair, Refusal } from '../../lending/market.ts'
import { toPriceUsd } from '../../lending/prices.ts'
import { computeFlashFee, toFlashLoan } from '../flashLoans.ts'
import { type RepayRange, toRepayRanges } from './repayRanges.ts'
import { type Profit, sampleProfit, searchAround } from './searchRange.ts'
import type { BestLiquidation, GasCost, SizingInput } from './sizingTypes.ts'

/** Below this many units of collateral received, one unit more or less changes the profit noticeably. */
const coarse = 1n << 20n
/** Amounts tried on each side of the best one, in steps of 1/256 of it. */
const refineSteps = 4n
/** Assumed maximum premium of pools over the oracle's price. It bounds the search for small amounts. */
const maxPremium = 0.2

/** Returns the cost of an amount of gas in US dollars. */
export function toGasUsd(gas: bigint, { weiPerGas, nativePriceUsd, dataFeeWei = 0n }: GasCost): number {
  return (Number(gas * weiPerGas + dataFeeWei) / 1e18) * nativePriceUsd
}

/** Returns the best liquidation of one pair. It may be a loss. */
export function computePair(input: SizingInput, pair: Pair): BestLiquidation | Refusal {
  const { protocol, market, account } = input
  const [collateral, debt] = [market.reserves[pair.collateral], market.reserves[pair.debt]]
  const terms = protocol.computeTerms(market, account, pair)
  if ('refused' in terms) return terms
  const priceUsd = debt && toPriceUsd(market, debt)
  if (!collateral || !debt || !priceUsd) return { refused: `the US dollar value of ${debt?.symbol} is not known` }
  const routes = input.routes.between(collateral.token, debt.token)
  if (routes.length === 0) return { refused: `no known pool sells ${collateral.symbol} for ${debt.symbol}` }

  const unitUsd = priceUsd / 10 ** debt.decimals
  const liquidations = new Map<bigint, Liquidation>()
  const liquidate = (repay: bigint) =>
    getOrCreate(liquidations, repay, () => protocol.computeLiquidation(market, account, pair, repay))
  const computeGas = ({ route, lender }: RepayRange, liquidation: Liquidation) =>
    protocol.computeLiquidationGas(market, account, pair, liquidation) + route.gas + (lender?.gas ?? 0n)
  const computeGasUsd = (range: RepayRange, liquidation: Liquidation) =>
    toGasUsd(computeGas(range, liquidation), input.gasCost)
  const size = (range: RepayRange, offered: bigint): BestLiquidation => {
    const liquidation = repayAsTaken(offered, liquidate)
    const flashLoan = range.lender && toFlashLoan(range.lender, liquidation.repay)
    const sale = range.route.quote(liquidation.received) ?? 0n
    const gas = computeGas(range, liquidation)
    const gasUsd = toGasUsd(gas, input.gasCost)
    const netProfitUsd = Number(sale - liquidation.repay - (flashLoan?.fee ?? 0n)) * unitUsd - gasUsd
    return { pair, terms, liquidation, route: range.route, flashLoan, sale, gas, gasUsd, netProfitUsd }
  }
  const choices = routes
    .flatMap((route) => toRepayRanges(terms, route, input.lenders, debt.token))
    .flatMap((range) => toChoice(range, terms, unitUsd, liquidate, computeGasUsd) ?? [])
    .sort((a, b) => b.most - a.most)

  let best: BestLiquidation | null = null
  for (const { range, most, search } of choices) {
    if (best !== null && most <= best.netProfitUsd) break
    const found = size(range, search())
    if (best === null || found.netProfitUsd > best.netProfitUsd) best = found
  }
  return best ?? { refused: `the ${collateral.symbol} sells for less than the ${debt.symbol} repaid for it` }
}

/**
 * Improves the best amount if the unit of collateral is coarse. Profit is then a sawtooth of the amount repaid, so it tries
 * nearby amounts, each reduced to the lowest one that seizes the same collateral.
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

/** Offers exactly what the contract took of a first offer, because a contract that counts in shares may then pay more. */
function repayAsTaken(offered: bigint, liquidate: (repay: bigint) => Liquidation): Liquidation {
  const first = liquidate(offered)
  const again = liquidate(first.repay)
  return again.repay === first.repay && again.received > first.received ? again : first
}

/** Returns a range with an upper bound of its profit, or null if it cannot be profitable. */
function toChoice(
  range: RepayRange,
  { bonusBps }: LiquidationTerms,
  unitUsd: number,
  liquidate: (repay: bigint) => Liquidation,
  computeGasUsd: (range: RepayRange, liquidation: Liquidation) => number,
) {
  const { route, lender, to } = range
  // Gas differs slightly between a partial and a full liquidation.
  const gasUsd = Math.min(computeGasUsd(range, liquidate(range.from)), computeGasUsd(range, liquidate(to)))
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
