import type { LiquidationStreamFilter, Response, StreamedOpportunity } from '@outrigger/api/contract'
import type {
  CollateralAsset,
  DebtAsset,
  LendingPosition,
  Opportunity,
  PositionHealth,
  ProtocolStats,
  SkippedProtocol,
  TokenAmount,
} from '@outrigger/defi'
import type * as t from 'typebox'
import type { OpportunityFilter } from '../node/liquidations.ts'

type WirePosition = Response<'defiPositionHealth'>['positions'][number]
type WireOpportunity = Response<'defiOpportunities'>['opportunities'][number]
type WireStats = Response<'defiProtocolsStats'>['protocols'][number]

export function toWireHealth(health: PositionHealth): Response<'defiPositionHealth'> {
  return {
    address: health.address.toLowerCase(),
    chain: health.chain,
    positions: health.positions.map(toWirePosition),
    at_risk: health.isAtRisk,
    total_collateral_usd: health.totalCollateralUsd,
    total_debt_usd: health.totalDebtUsd,
    unsupported: [...health.unsupported],
    ...toSkippedField(health.skipped),
  }
}

/** Omits the field if it would be empty. */
export function toSkippedField<skipped>(skipped: readonly skipped[]): { skipped?: skipped[] } {
  return skipped.length > 0 ? { skipped: [...skipped] } : {}
}

function toWirePosition(position: LendingPosition): WirePosition {
  return {
    protocol: position.protocol,
    market: position.market,
    health_factor: position.healthFactor === null ? null : toRatio(position.healthFactor),
    status: position.status,
    is_liquidatable: position.isLiquidatable,
    liquidation_obstacle: position.liquidationObstacle,
    total_collateral_usd: position.totalCollateralUsd,
    total_debt_usd: position.totalDebtUsd,
    available_to_borrow_usd: position.availableToBorrowUsd,
    net_apy: position.netApy,
    collateral_assets: position.collateral.map((asset) => ({
      ...toWireAmount(asset),
      ltv: asset.ltv,
      liquidation_threshold: asset.liquidationThreshold,
      liquidation_price_usd: asset.liquidationPriceUsd,
    })),
    debt_assets: position.debt.map((asset) => ({
      ...toWireAmount(asset),
      borrow_apy: asset.borrowApy,
      liquidation_price_usd: asset.liquidationPriceUsd,
    })),
  }
}

function toWireAmount({ token, symbol, decimals, amount, valueUsd }: CollateralAsset | DebtAsset | TokenAmount) {
  return { token, symbol, decimals, amount: String(amount), usd_value: valueUsd }
}

export function toWireOpportunity(opportunity: Opportunity): WireOpportunity {
  return {
    borrower: opportunity.borrower,
    protocol: opportunity.protocol,
    market: opportunity.market,
    health_factor: toRatio(opportunity.healthFactor),
    total_debt_usd: opportunity.totalDebtUsd,
    total_collateral_usd: opportunity.totalCollateralUsd,
    max_liquidatable_debt_usd: opportunity.maxLiquidatableDebtUsd,
    collateral_to_receive: toWireAmount(opportunity.collateralToReceive),
    debt_to_repay: toWireAmount(opportunity.debtToRepay),
    liquidation_threshold: opportunity.liquidationThreshold,
    protocol_fee_usd: opportunity.protocolFeeUsd,
    liquidation_bonus_percent: opportunity.liquidationBonusPercent,
    gross_profit_usd: opportunity.grossProfitUsd,
    ...toWireExecution(opportunity),
    estimated_gas_usd: opportunity.gasUsd,
    net_profit_usd: opportunity.netProfitUsd,
    flash_loan_available: opportunity.flashLoan !== null,
    risks: [...opportunity.risks],
    timestamp: new Date(opportunity.timestampMs).toISOString(),
  }
}

/** Formats the parts of the profit. */
function toWireExecution(opportunity: Opportunity): Pick<WireOpportunity, 'sale' | 'flash_loan' | 'gas'> {
  const { sale, route, flashLoan, flashFeeUsd, gas, weiPerGas, nativePriceUsd, dataFeeUsd } = opportunity
  return {
    sale: { ...toWireAmount(sale), route: (route?.hops ?? []).map(({ dex, pool }) => ({ dex, pool })) },
    flash_loan: flashLoan && {
      source: flashLoan.source,
      lender: flashLoan.lender,
      fee: String(flashLoan.fee),
      fee_usd: flashFeeUsd,
    },
    gas: {
      units: String(gas),
      price_gwei: Number(weiPerGas) / 1e9,
      native_price_usd: nativePriceUsd,
      data_fee_usd: dataFeeUsd,
    },
  }
}

/** Formats an opportunity for a stream. */
export function toStreamedOpportunity(opportunity: Opportunity): t.Static<typeof StreamedOpportunity> {
  const { borrower, protocol, market, netProfitUsd, debtToRepay, collateralToReceive, pendingUpdate } = opportunity
  return {
    borrower,
    protocol,
    market,
    health_factor: toRatio(opportunity.healthFactor),
    net_profit_usd: netProfitUsd,
    debt_to_repay: { token: debtToRepay.token, amount: String(debtToRepay.amount) },
    collateral_to_receive: { token: collateralToReceive.token, amount: String(collateralToReceive.amount) },
    timestamp: new Date(opportunity.timestampMs).toISOString(),
    ...(pendingUpdate !== null && { pending_transaction: pendingUpdate }),
  }
}

/**
 * Formats the statistics of protocols. Protocols with unknown or incomplete sums are in `skipped`. Those with unknown sums are
 * only
 * there.
 */
export function toWireStats(all: readonly ProtocolStats[]): {
  readonly protocols: WireStats[]
  readonly skipped: readonly SkippedProtocol[]
} {
  return {
    protocols: all.flatMap(toStatsRow),
    skipped: all.flatMap(({ protocol, tvlUsd, unvaluedMarkets: count }) => {
      const reason =
        tvlUsd === null
          ? 'Its sums are not known: no value in US dollars is known of what its markets hold.'
          : `Its sums are not whole: of ${count} of its markets at least a part has no known value in US dollars.`
      return count === 0 ? [] : [{ protocol, market: null, reason }]
    }),
  }
}

function toStatsRow(stats: ProtocolStats): WireStats[] {
  const { tvlUsd, totalBorrowedUsd, utilizationRate, unvaluedMarkets } = stats
  if (tvlUsd === null || totalBorrowedUsd === null || utilizationRate === null) return []
  const row = {
    protocol: stats.protocol,
    tvl_usd: tvlUsd,
    total_borrowed_usd: totalBorrowedUsd,
    utilization_rate: utilizationRate,
    total_positions: stats.totalPositions,
    at_risk_positions: stats.atRiskPositions,
    liquidatable_positions: stats.liquidatablePositions,
    ...(unvaluedMarkets > 0 && { unvalued_markets: unvaluedMarkets }),
  }
  return [row]
}

/** Converts a filter of the API to one of the library. */
export function toOpportunityFilter({ min_profit_usd, protocols }: LiquidationStreamFilter): OpportunityFilter {
  return { minProfitUsd: min_profit_usd, protocols }
}

/** Converts 18 decimals to a number. */
function toRatio(wad: bigint): number {
  return Number(wad) / 1e18
}
