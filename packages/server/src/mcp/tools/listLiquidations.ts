import type { Response } from '@outrigger/api/contract'
import * as t from 'typebox'
import { Chain, defineTool, Limit, orNull, Text } from '../tool.ts'

const Side = t.Object({
  symbol: Text,
  token: Text,
  amount: t.String({ description: 'Smallest units' }),
  usd_value: t.Number(),
})

const Stress = t.Object(
  {
    ether_change_percent: t.Integer(),
    positions: t.Integer({ description: 'Number of positions that can be liquidated at this price' }),
    collateral_usd: t.Number({ description: 'Their collateral at current prices' }),
    debt_usd: t.Number(),
    largest: t.Array(
      t.Object({
        borrower: Text,
        protocol: Text,
        health_factor: t.Number({ description: 'At the current price' }),
        health_factor_then: t.Number({ description: 'At the changed price' }),
        total_collateral_usd: t.Number(),
        total_debt_usd: t.Number(),
      }),
      { description: 'The largest of them, at most `limit`' },
    ),
  },
  { description: 'Positions at another price of ether' },
)

export const listLiquidations = defineTool({
  name: 'list_liquidations',
  title: 'Profitable liquidations',
  description:
    'Liquidations that pay at present on a chain, most profitable first: borrower, what to repay, what is received, and the profit after gas, slippage and the flash loan. The first call reads all borrowers, which can take a minute; until then `unread` says what is missing. With `ether_change_percent`, also which positions another price of ether makes liquidatable.',
  input: t.Object({
    chain: Chain,
    limit: t.Optional(Limit(50, 10)),
    min_profit_usd: t.Optional(t.Number({ minimum: 0, maximum: 1e12, description: 'Minimum net profit, US dollars' })),
    protocol: t.Optional(t.String({ maxLength: 40, description: 'Only this lender, such as aave_v3. Default: all' })),
    ether_change_percent: t.Optional(
      t.Integer({ minimum: -50, maximum: 20, description: 'Change of the ether price, such as -10' }),
    ),
  }),
  output: t.Object({
    chain: Text,
    count: t.Integer(),
    total_profit_usd: t.Number({ description: 'Sum of the listed net profits' }),
    liquidations: t.Array(
      t.Object({
        borrower: Text,
        protocol: Text,
        market: Text,
        health_factor: t.Number(),
        debt_to_repay: Side,
        collateral_to_receive: Side,
        bonus_percent: t.Number(),
        gross_profit_usd: t.Number({ description: 'After slippage and the flash loan' }),
        gas_usd: t.Number(),
        net_profit_usd: t.Number({ description: 'Gross profit minus gas' }),
        flash_loan: orNull(Text),
        risks: t.Array(Text),
      }),
    ),
    stress: t.Optional(Stress),
    unread: t.Array(Text, { description: 'Markets that could not be read, and positions without profit' }),
  }),
  endpoints: ['defiOpportunities', 'defiStressTest'],
  async ask({ limit = 10, ether_change_percent: change, ...question }, api) {
    const args = { ...question, limit } as Parameters<typeof api.defiOpportunities>[0]
    const { chain, count, opportunities, total_profit_usd, skipped = [] } = await api.defiOpportunities(args)
    const stress = change === undefined ? undefined : await api.defiStressTest({ chain })
    const times = opportunities.map(({ timestamp }) => timestamp).sort()
    return {
      data: {
        chain,
        count,
        total_profit_usd,
        liquidations: opportunities.map(toLiquidation),
        ...(stress && change !== undefined && { stress: toStress(stress, change, limit) }),
        unread: skipped
          .slice(0, limit)
          .map(({ protocol, borrower, reason }) => `${protocol} ${borrower ?? ''}: ${reason}`),
      },
      ...(times[0] !== undefined && { asOf: { timestamp: times[0] } }),
    }
  },
  toText({ chain, count, liquidations: [best], stress }) {
    const now =
      best === undefined
        ? `No liquidation pays on ${chain} at present.`
        : `${count} liquidations pay on ${chain}. The best earns ${best.net_profit_usd} USD: borrower ${best.borrower} at ${best.protocol}.`
    if (stress === undefined) return now
    return `${now} With ether at ${stress.ether_change_percent} %, ${stress.positions} positions with ${stress.debt_usd} USD of debt can be liquidated.`
  },
})

type StressTest = Response<'defiStressTest'>

function toStress({ steps, largest_positions }: StressTest, percent: number, limit: number): t.Static<typeof Stress> {
  const step = steps.find(({ change }) => Math.round(change * 100) === percent)
  const positions = largest_positions.map((position) => ({
    position,
    healthThen: toHealthThen(position, 1 + percent / 100),
  }))
  return {
    ether_change_percent: percent,
    positions: step?.positions ?? 0,
    collateral_usd: step?.collateral_usd ?? 0,
    debt_usd: step?.debt_usd ?? 0,
    largest: positions
      .filter(({ healthThen }) => healthThen <= 1)
      .slice(0, limit)
      .map(({ position: { borrower, protocol, health_factor, total_collateral_usd, total_debt_usd }, healthThen }) => ({
        borrower,
        protocol,
        health_factor,
        health_factor_then: healthThen,
        total_collateral_usd,
        total_debt_usd,
      })),
  }
}

/** The ratio of the sums is the health factor, and the ether in both changes with its price. */
function toHealthThen({ weighted_collateral, debt }: StressTest['largest_positions'][number], factor: number): number {
  return (weighted_collateral.ether * factor + weighted_collateral.other) / (debt.ether * factor + debt.other)
}

type Opportunity = Response<'defiOpportunities'>['opportunities'][number]

function toLiquidation(opportunity: Opportunity) {
  const { borrower, protocol, market, health_factor, debt_to_repay, collateral_to_receive, risks } = opportunity
  const { liquidation_bonus_percent, gross_profit_usd, estimated_gas_usd, net_profit_usd, flash_loan } = opportunity
  return {
    borrower,
    protocol,
    market,
    health_factor,
    debt_to_repay: toSide(debt_to_repay),
    collateral_to_receive: toSide(collateral_to_receive),
    bonus_percent: liquidation_bonus_percent,
    gross_profit_usd,
    gas_usd: estimated_gas_usd,
    net_profit_usd,
    flash_loan: flash_loan?.source ?? null,
    risks,
  }
}

const toSide = ({ symbol, token, amount, usd_value }: Opportunity['debt_to_repay']) => ({
  symbol,
  token,
  amount,
  usd_value,
})
