import type { Response } from '@outrigger/api/contract'
import * as t from 'typebox'
import { Address, Chain, defineTool, orNull, Text } from '../tool.ts'

const Asset = t.Object({
  symbol: Text,
  token: Text,
  amount: t.String({ description: 'Smallest units' }),
  decimals: t.Integer(),
  usd_value: t.Number({ description: 'US dollars' }),
  liquidation_price_usd: orNull(
    t.Number({ description: 'Price at which this asset alone makes the position liquidatable' }),
  ),
})

export const getPositionHealth = defineTool({
  name: 'get_position_health',
  title: 'Health of lending positions',
  description:
    'Lending positions of an address at the latest block: health factor, collateral and debt in US dollars, and the price at which each asset makes the position liquidatable. A health factor of 1 or less is liquidatable.',
  input: t.Object({
    chain: Chain,
    address: Address,
    protocol: t.Optional(t.String({ maxLength: 40, description: 'Only this lender, such as aave_v3. Default: all' })),
  }),
  output: t.Object({
    chain: Text,
    address: Text,
    at_risk: orNull(t.Boolean({ description: 'True if a health factor is 1.2 or less; null if unknown' })),
    total_collateral_usd: t.Number(),
    total_debt_usd: t.Number(),
    positions: t.Array(
      t.Object({
        protocol: Text,
        market: Text,
        health_factor: orNull(t.Number({ description: 'null without debt' })),
        status: t.String({ description: 'HEALTHY, WARNING, AT_RISK or LIQUIDATABLE' }),
        is_liquidatable: t.Boolean(),
        total_collateral_usd: t.Number(),
        total_debt_usd: t.Number(),
        available_to_borrow_usd: t.Number(),
        collateral: t.Array(Asset),
        debt: t.Array(Asset),
      }),
    ),
    unsupported_lenders: t.Array(Text, { description: 'Lenders of the chain that were not read' }),
    unread: t.Array(Text, { description: 'Markets that could not be read, and the reason' }),
  }),
  endpoints: ['defiPositionHealth'],
  async ask(args, api) {
    const answer = await api.defiPositionHealth(args as Parameters<typeof api.defiPositionHealth>[0])
    const {
      chain,
      address,
      at_risk,
      total_collateral_usd,
      total_debt_usd,
      positions,
      unsupported,
      skipped = [],
    } = answer
    return {
      data: {
        chain,
        address,
        at_risk,
        total_collateral_usd,
        total_debt_usd,
        positions: positions.map(toPosition),
        unsupported_lenders: unsupported,
        unread: skipped.map(({ protocol, reason }) => `${protocol}: ${reason}`),
      },
    }
  },
  toText: ({ address, chain, positions, total_debt_usd }) =>
    positions.length === 0
      ? `${address} has no lending position that the node can read on ${chain}.`
      : `${address} owes ${total_debt_usd} USD on ${chain}. ${positions.map(({ protocol, health_factor, status }) => `${protocol}: ${status}, health factor ${health_factor ?? 'none (no debt)'}.`).join(' ')}`,
})

type Position = Response<'defiPositionHealth'>['positions'][number]

function toPosition({ collateral_assets, debt_assets, ...position }: Position) {
  const { protocol, market, health_factor, status, is_liquidatable } = position
  const { total_collateral_usd, total_debt_usd, available_to_borrow_usd } = position
  return {
    protocol,
    market,
    health_factor,
    status,
    is_liquidatable,
    total_collateral_usd,
    total_debt_usd,
    available_to_borrow_usd,
    collateral: collateral_assets.map(toAsset),
    debt: debt_assets.map(toAsset),
  }
}

type Held = Position['debt_assets'][number] | Position['collateral_assets'][number]

const toAsset = ({ symbol, token, amount, decimals, usd_value, liquidation_price_usd }: Held) => ({
  symbol,
  token,
  amount,
  decimals,
  usd_value,
  liquidation_price_usd,
})
