import type { Refusal } from '../../lending/market.ts'
import { computePair } from './computePair.ts'
import type { BestLiquidation, SizingInput } from './sizingTypes.ts'

/** Relative error of the computed gas. A profit below this share of gas may turn into a loss. */
const gasError = 0.03

/**
 * Returns the liquidation of an account with the highest profit after fees and gas, over all pairs of collateral and debt,
 * amounts, swap routes and flash lenders. Exact to the unit, because it uses the arithmetic of the protocol and the pools.
 *
 * Between two amounts where a rule changes (range ends, kinks, a lender's limit), profit rises to one peak and falls,
 * because pools pay less for larger amounts. Each such range is sampled, then searched around its best sample.
 *
 * @returns the liquidation, or `refused` with the reason if none is profitable
 * @example
 * const best = computeBestLiquidation({ protocol, market, account, routes, lenders, gasCost })
 * if (!('refused' in best)) best.liquidation.repay
 */
export function computeBestLiquidation(input: SizingInput): BestLiquidation | Refusal {
  const { account, market } = input
  const refusals = new Set<string>()
  let best: BestLiquidation | null = null
  for (const debt of account.entries.filter(({ borrowed, stable }) => borrowed > 0n || stable !== undefined))
    for (const collateral of account.entries.filter(({ supplied }) => supplied > 0n)) {
      const found = computePair(input, { collateral: collateral.reserve, debt: debt.reserve })
      if ('refused' in found) refusals.add(found.refused)
      else if (best === null || found.netProfitUsd > best.netProfitUsd) best = found
    }
  if (best === null) return { refused: [...refusals].join('; ') || 'it has no debt with collateral' }
  if (best.netProfitUsd > best.gasUsd * gasError) return best
  if (best.netProfitUsd > 0)
    return {
      refused: `its profit of ${best.netProfitUsd.toFixed(2)} USD is smaller than the error of its gas estimate`,
    }
  const symbol = market.reserves[best.pair.debt]?.symbol
  return { refused: `repaying ${symbol} would lose ${(-best.netProfitUsd).toFixed(2)} USD after fees and gas` }
}
