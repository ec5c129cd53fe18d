import type { LiquidationTerms } from '../market/market.ts'
import type { Opportunity } from './opportunity.ts'

/** Of the profit before gas, from which on a race for the block's space leaves nothing. */
const muchGas = 0.5
/** Of what is sold. */
const muchSlippage = 0.01

const ofProtocol: { readonly [protocol: string]: string } = {
  compound_v3:
    'Absorbing earns nothing by itself, and whoever does it, anybody may buy the collateral: another purchase first leaves less of it.',
}

/** What would make a liquidation fail or pay less, in words. */
export function toRisks(opportunity: Omit<Opportunity, 'risks'>, { ranges }: LiquidationTerms): readonly string[] {
  const { healthFactor, debtToRepay, collateralToReceive, route, flashLoan, pendingUpdate } = opportunity
  const { netProfitUsd, grossProfitUsd, gasUsd, slippageUsd, protocol } = opportunity
  const recovery = healthFactor > 0n && healthFactor < 10n ** 18n ? 1e18 / Number(healthFactor) - 1 : null
  const isAtEdge = ranges
    .slice(0, -1)
    .some(({ to }) => debtToRepay.amount >= to - to / 1_000n && debtToRepay.amount <= to)
  const saleUsd = collateralToReceive.valueUsd - slippageUsd
  return [
    ...(pendingUpdate === null
      ? []
      : [`The price it rests on is in a pending transaction: it fails in any block before ${pendingUpdate}.`]),
    ...(recovery === null
      ? []
      : [
          `It fails when the collateral has gained ${toPercent(recovery)} against the debt, or somebody else liquidates first.`,
        ]),
    ...(route === null
      ? []
      : [`Nothing is left when the pools on the way pay ${toPercent(netProfitUsd / saleUsd)} less.`]),
    ...(slippageUsd > collateralToReceive.valueUsd * muchSlippage
      ? [
          `The sale brings ${toPercent(slippageUsd / collateralToReceive.valueUsd)} less than the oracle's price: liquidity is thin.`,
        ]
      : []),
    ...(isAtEdge
      ? ['More would leave dust, which the protocol forbids: a small move of a price makes it revert.']
      : []),
    ...(flashLoan === null ? [`Nobody was found to lend so much ${debtToRepay.symbol}: it must be at hand.`] : []),
    ...(gasUsd > grossProfitUsd * muchGas ? [`Gas takes ${toPercent(gasUsd / grossProfitUsd)} of the profit.`] : []),
    ...(ofProtocol[protocol] === undefined ? [] : [ofProtocol[protocol]]),
  ]
}

const toPercent = (ratio: number) => `${(ratio * 100).toFixed(2)} %`
