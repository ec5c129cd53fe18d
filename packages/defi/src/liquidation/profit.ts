import type { AssetValue, Health, Liquidation, Market, Reserve } from '../lending/market.ts'
import { toAccountPriceUsd, toPriceUsd } from '../lending/prices.ts'
import type { Opportunity, TokenAmount } from './opportunity.ts'
import { toRisks } from './risks.ts'
import { toGasUsd } from './sizing/computePair.ts'
import type { BestLiquidation } from './sizing/sizingTypes.ts'
import type { Candidate, SizingContext } from './sizingContext.ts'

/**
 * Converts an account's best liquidation to an opportunity, with amounts of the contract and values of the protocol's oracle.
 *
 * @example
 * const best = computeBestLiquidation({ ...candidate, ...context })
 * if (!('refused' in best)) toOpportunity(candidate, best, context)
 */
export function toOpportunity(
  candidate: Candidate,
  best: BestLiquidation,
  { gasCost, ...context }: Pick<SizingContext, 'chain' | 'blockNumber' | 'pendingUpdate' | 'timestampMs' | 'gasCost'>,
): Opportunity {
  const { chain, blockNumber, pendingUpdate, timestampMs } = context
  const { protocol, market, account, health } = candidate
  const { pair, terms, liquidation, route, flashLoan, sale, gas, gasUsd, netProfitUsd } = best
  const collateralToReceive = toTokenAmount(market, pair.collateral, liquidation.received)
  const inDebt = (amount: bigint) => toTokenAmount(market, pair.debt, amount)
  const last = terms.ranges.at(-1)?.to ?? liquidation.repay
  const most = protocol.computeLiquidation(market, account, pair, last)
  const totalDebtUsd = sumUsd(market, health.debt)
  const owed = health.debt.find(({ reserve }) => reserve === pair.debt) ?? { reserve: pair.debt, value: 0n }
  const opportunity = {
    chain,
    blockNumber,
    pendingUpdate,
    timestampMs,
    protocol: protocol.id,
    market: market.id,
    borrower: account.address,
    healthFactor: health.healthFactor ?? 0n,
    totalCollateralUsd: sumUsd(
      market,
      health.collateral.filter(({ isCollateral }) => isCollateral),
    ),
    totalDebtUsd,
    // Buying all collateral of an absorbed Comet account may cost more than the account owed.
    maxLiquidatableDebtUsd: Math.min(sumUsd(market, [{ ...owed, amount: most.repay }]), totalDebtUsd),
    collateralToReceive,
    debtToRepay: inDebt(liquidation.repay),
    ...toSeizureTerms(health, pair.collateral, liquidation, collateralToReceive),
    liquidationBonusPercent: terms.bonusBps / 100,
    grossProfitUsd: netProfitUsd + gasUsd,
    gasUsd,
    gas,
    weiPerGas: gasCost.weiPerGas,
    nativePriceUsd: gasCost.nativePriceUsd,
    dataFeeUsd: toGasUsd(0n, gasCost),
    netProfitUsd,
    sale: inDebt(sale),
    slippageUsd: collateralToReceive.valueUsd - inDebt(sale).valueUsd,
    flashFeeUsd: inDebt(flashLoan?.fee ?? 0n).valueUsd,
    flashLoan,
    route: route.hops.length === 0 ? null : route,
    toCalls: (liquidator: `0x${string}`) => protocol.toLiquidationCalls(market, account, pair, liquidation, liquidator),
    proven: null,
  }
  return { ...opportunity, risks: toRisks(opportunity, terms) }
}

/** Returns the liquidation threshold of the seized collateral, and the part that the lender keeps. */
function toSeizureTerms(
  { collateral }: Health,
  index: number,
  { seized, protocolFee }: Liquidation,
  { valueUsd }: TokenAmount,
): Pick<Opportunity, 'liquidationThreshold' | 'protocolFeeUsd'> {
  const kept = protocolFee === 0n ? 0 : Number(protocolFee) / Number(seized - protocolFee)
  const { liquidationThreshold = 0 } = collateral.find(({ reserve }) => reserve === index) ?? {}
  return { liquidationThreshold, protocolFeeUsd: valueUsd * kept }
}

/** Sums values at the contract's prices for the account. */
export function sumUsd(market: Market, values: readonly AssetValue[]): number {
  return values.reduce((sum, asset) => {
    const { decimals } = market.reserves[asset.reserve] as Reserve
    return sum + (Number(asset.amount) / 10 ** decimals) * (toAccountPriceUsd(market, asset) ?? 0)
  }, 0)
}

function toTokenAmount(market: Market, index: number, amount: bigint): TokenAmount {
  const reserve = market.reserves[index] as Reserve
  const { token, symbol, decimals } = reserve
  return {
    token,
    symbol,
    decimals,
    amount,
    valueUsd: (Number(amount) / 10 ** decimals) * (toPriceUsd(market, reserve) ?? 0),
  }
}
