import type { Refusal } from '../../market/market.ts'
import { computePair } from './computePair.ts'
import type { BestLiquidation, SizingInput } from './sizingTypes.ts'

/** By which part of itself gas may be counted too low: what a profit smaller than that becomes is not known. */
const gasError = 0.03

/**
 * Of all pairs, amounts, ways to sell and lenders the one that leaves most after fees and gas, by the protocol's and the
 * pools' own arithmetic to the unit. Between the amounts where a rule sets in (range ends, kinks, a lender's limit) profit
 * rises to one peak and falls, since pools pay less and less: each stretch is looked at in some places, and searched
 * around the best of them.
 *
 * @returns why not, where nothing leaves a profit
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
  if (best === null) return { refused: [...refusals].join('; ') || 'it has no debt with collateral behind it' }
  if (best.netProfitUsd > best.gasUsd * gasError) return best
  if (best.netProfitUsd > 0)
    return { refused: `its profit of ${best.netProfitUsd.toFixed(2)} USD is within what its gas may vary by` }
  const symbol = market.reserves[best.pair.debt]?.symbol
  return { refused: `repaying ${symbol} would lose ${(-best.netProfitUsd).toFixed(2)} USD after fees and gas` }
}
