import type * as t from 'typebox'
import type { Arguments, Response } from '../../contract/contract.ts'
import type { LiquidationStreamFilter } from '../../contract/defiStream.ts'
import type { StreamedOpportunity } from '../../contract/lendingShapes.ts'
import type { LiquidationParameters, LiquidationWatchParameters } from '../../outrigger/outrigger.ts'
import type {
  LiquidationNotice,
  LiquidationReading,
  LiquidationsReading,
  PositionReading,
  PositionsReading,
  TokenReading,
} from '../../outrigger/readings.ts'
import { toRoundedUnits } from '../../units.ts'
import { dropUndefined } from './dropUndefined.ts'

type Hex = `0x${string}`
type WirePosition = Response<'defiPositionHealth'>['positions'][number]
type WireOpportunity = Response<'defiOpportunities'>['opportunities'][number]
type WireAmount = Pick<WireOpportunity['debt_to_repay'], 'token' | 'symbol' | 'decimals' | 'amount' | 'usd_value'>

export function toPositionsReading(answer: Response<'defiPositionHealth'>): PositionsReading {
  return {
    address: answer.address as Hex,
    chain: answer.chain,
    positions: answer.positions.map(toPosition),
    isAtRisk: answer.at_risk,
    totalCollateralUsd: answer.total_collateral_usd,
    totalDebtUsd: answer.total_debt_usd,
    unsupported: answer.unsupported,
    skipped: (answer.skipped ?? []).map((one) => ({ ...one, market: one.market as Hex | null })),
  }
}

function toPosition(position: WirePosition): PositionReading {
  return {
    protocol: position.protocol,
    market: position.market as Hex,
    healthFactor: position.health_factor === null ? null : toWad(position.health_factor),
    status: position.status,
    isLiquidatable: position.is_liquidatable,
    liquidationObstacle: position.liquidation_obstacle,
    totalCollateralUsd: position.total_collateral_usd,
    totalDebtUsd: position.total_debt_usd,
    availableToBorrowUsd: position.available_to_borrow_usd,
    netApy: position.net_apy,
    collateral: position.collateral_assets.map((asset) => ({
      ...toToken(asset),
      ltv: asset.ltv,
      liquidationThreshold: asset.liquidation_threshold,
      liquidationPriceUsd: asset.liquidation_price_usd,
    })),
    debt: position.debt_assets.map((asset) => ({
      ...toToken(asset),
      borrowApy: asset.borrow_apy,
      liquidationPriceUsd: asset.liquidation_price_usd,
    })),
  }
}

export function toLiquidationsReading(answer: Response<'defiOpportunities'>): LiquidationsReading {
  const skipped = (answer.skipped ?? []).map((one) => ({
    ...one,
    market: one.market as Hex | null,
    borrower: one.borrower as Hex | null,
  }))
  return { chain: answer.chain, opportunities: answer.opportunities.map(toLiquidation), skipped }
}

function toLiquidation(wire: WireOpportunity): LiquidationReading {
  return {
    borrower: wire.borrower as Hex,
    protocol: wire.protocol,
    market: wire.market as Hex,
    healthFactor: toWad(wire.health_factor),
    totalCollateralUsd: wire.total_collateral_usd,
    totalDebtUsd: wire.total_debt_usd,
    maxLiquidatableDebtUsd: wire.max_liquidatable_debt_usd,
    collateralToReceive: toToken(wire.collateral_to_receive),
    debtToRepay: toToken(wire.debt_to_repay),
    liquidationBonusPercent: wire.liquidation_bonus_percent,
    grossProfitUsd: wire.gross_profit_usd,
    gasUsd: wire.estimated_gas_usd,
    netProfitUsd: wire.net_profit_usd,
    risks: wire.risks,
    timestampMs: Date.parse(wire.timestamp),
  }
}

export function toLiquidationNotice(wire: t.Static<typeof StreamedOpportunity>): LiquidationNotice {
  return {
    borrower: wire.borrower as Hex,
    protocol: wire.protocol,
    market: wire.market as Hex,
    healthFactor: toWad(wire.health_factor),
    netProfitUsd: wire.net_profit_usd,
    debtToRepay: toAmount(wire.debt_to_repay),
    collateralToReceive: toAmount(wire.collateral_to_receive),
    pendingUpdate: (wire.pending_transaction as Hex | undefined) ?? null,
    timestampMs: Date.parse(wire.timestamp),
  }
}

export function toLiquidationQuery(parameters: LiquidationParameters): Omit<Arguments<'defiOpportunities'>, 'chain'> {
  const { minProfitUsd: min_profit_usd, minCollateralUsd: min_collateral_usd, protocol, limit } = parameters
  return dropUndefined({ min_profit_usd, min_collateral_usd, protocol, limit })
}

export function toLiquidationFilter(parameters: LiquidationWatchParameters): LiquidationStreamFilter {
  const { minProfitUsd: min_profit_usd, protocols, includePending: include_pending } = parameters
  return dropUndefined({ min_profit_usd, protocols: protocols && [...protocols], include_pending })
}

const toWad = (ratio: number) => toRoundedUnits(ratio, 18)

function toAmount({ token, amount }: { readonly token: string; readonly amount: string }) {
  return { token: token as Hex, amount: BigInt(amount) }
}

function toToken({ token, symbol, decimals, amount, usd_value }: WireAmount): TokenReading {
  return { ...toAmount({ token, amount }), symbol, decimals, valueUsd: usd_value }
}
