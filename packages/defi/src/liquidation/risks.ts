import type { LiquidationTerms } from '../lending/market.ts'
import type { Opportunity } from './opportunity.ts'

/** Share of the profit before gas from which on competing gas bids may take all of it. */
const highGas = 0.5
/** Share of the sold value. */
const highSlippage = 0.01

/** Describes why a liquidation may fail or pay less. */
export function toRisks(opportunity: Omit<Opportunity, 'risks'>, { ranges }: LiquidationTerms): readonly string[] {
  const { healthFactor, debtToRepay, collateralToReceive, route, flashLoan, pendingUpdate } = opportunity
  const { netProfitUsd, grossProfitUsd, gasUsd, slippageUsd, protocol } = opportunity
  const recovery = healthFactor > 0n && healthFactor < 10n ** 18n ? 1e18 / Number(healthFactor) - 1 : null
  const isAtEdge = ranges
    .slice(0, -1)
    .some(({ to }) => debtToRepay.amount >= to - to / 1_000n && debtToRepay.amount <= to)
  const saleUsd = collateralToReceive.valueUsd - slippageUsd
  const risks = [
    pendingUpdate !== null &&
      `It depends on the price in a pending transaction and fails in any block before ${pendingUpdate}.`,
    recovery !== null &&
      `It fails if the collateral gains ${toPercent(recovery)} against the debt, or if another liquidator is first.`,
    route !== null && `It makes no profit if the pools of its route pay ${toPercent(netProfitUsd / saleUsd)} less.`,
    slippageUsd > collateralToReceive.valueUsd * highSlippage &&
      `The sale returns ${toPercent(slippageUsd / collateralToReceive.valueUsd)} less than the oracle's price, because liquidity is thin.`,
    isAtEdge && 'Repaying more would leave dust, which the protocol forbids. A small price move makes it revert.',
    flashLoan === null && `No lender has enough ${debtToRepay.symbol}. You need your own.`,
    gasUsd > grossProfitUsd * highGas && `Gas takes ${toPercent(gasUsd / grossProfitUsd)} of the profit.`,
    protocol === 'compound_v3' &&
      'Absorbing earns nothing by itself, and anyone can then buy the collateral. An earlier purchase leaves less of it.',
  ]
  return risks.filter((risk) => risk !== false)
}

const toPercent = (ratio: number) => `${(ratio * 100).toFixed(2)} %`
