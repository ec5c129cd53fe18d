import type { Response } from '@outrigger/api/contract'
import * as t from 'typebox'
import { Chain, defineTool, Limit, orNull, Text } from '../tool.ts'

const Side = t.Object({
  symbol: Text,
  token: Text,
  amount: t.String({ description: 'Smallest units' }),
  usd_value: t.Number(),
})

export const listLiquidations = defineTool({
  name: 'list_liquidations',
  title: 'Profitable liquidations',
  description:
    'Liquidations that pay at present on a chain, most profitable first: borrower, what to repay, what is received, and the profit after gas, slippage and the flash loan. The first call reads all borrowers, which can take a minute; until then `unread` says what is missing.',
  input: t.Object({
    chain: Chain,
    limit: t.Optional(Limit(50, 10)),
    min_profit_usd: t.Optional(t.Number({ minimum: 0, maximum: 1e12, description: 'Minimum net profit, US dollars' })),
    protocol: t.Optional(t.String({ maxLength: 40, description: 'Only this lender, such as aave_v3. Default: all' })),
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
    unread: t.Array(Text, { description: 'Markets that could not be read, and positions without profit' }),
  }),
  endpoints: ['defiOpportunities'],
  async ask({ limit = 10, ...question }, api) {
    const args = { ...question, limit } as Parameters<typeof api.defiOpportunities>[0]
    const { chain, count, opportunities, total_profit_usd, skipped = [] } = await api.defiOpportunities(args)
    const times = opportunities.map(({ timestamp }) => timestamp).sort()
    return {
      data: {
        chain,
        count,
        total_profit_usd,
        liquidations: opportunities.map(toLiquidation),
        unread: skipped
          .slice(0, limit)
          .map(({ protocol, borrower, reason }) => `${protocol} ${borrower ?? ''}: ${reason}`),
      },
      ...(times[0] !== undefined && { asOf: { timestamp: times[0] } }),
    }
  },
  toText: ({ chain, count, liquidations: [best] }) =>
    best === undefined
      ? `No liquidation pays on ${chain} at present.`
      : `${count} liquidations pay on ${chain}. The best earns ${best.net_profit_usd} USD: borrower ${best.borrower} at ${best.protocol}.`,
})

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
