import * as t from 'typebox'
import { Gwei, Int, orNull, Timestamp } from './wire.ts'

const healthStatuses = ['HEALTHY', 'WARNING', 'AT_RISK', 'LIQUIDATABLE'] as const

/** Of a filter: the least that passes. */
export const LeastUsd = t.Number({ minimum: 0, maximum: 1e15, description: 'US dollars' })

export const Usd = t.Number({ description: 'US dollars' })
export const Ratio = t.Number({ minimum: 0, description: 'Ratio: 0.8 is 80 %' })
const Apy = t.Number({ description: 'Ratio per year, compounded: 0.05 is 5 %' })
const HealthFactor = t.Number({ minimum: 0 })

const Amount = {
  token: t.String({ description: 'Address, lower case' }),
  symbol: t.String(),
  decimals: Int,
  amount: t.String({ description: 'Smallest units' }),
  usd_value: t.Number({ description: "US dollars by the protocol's own oracle" }),
}
const TokenAmount = t.Object(Amount)
const LiquidationPrice = t.Union([t.Number(), t.Null()], {
  description: 'US dollars at which this asset alone makes the position liquidatable; null where no price does',
})
const Market = t.String({ description: 'Pool, Comptroller or Comet; the id of a Morpho market' })

export const Skipped = t.Optional(
  t.Array(t.Object({ protocol: t.String(), market: orNull(t.String()), reason: t.String() }), {
    description:
      'What could not be looked at and is missing here, and protocols that are not deployed on the provider’s chain; left out where nothing is',
  }),
)

export const Unsupported = t.Array(t.String(), {
  description: 'Lenders of the chain that are not read at all, by name. The address may have positions there',
})

export const Position = t.Object({
  protocol: t.String(),
  market: Market,
  health_factor: t.Union([HealthFactor, t.Null()], { description: 'Null without debt' }),
  status: t.Enum([...healthStatuses], {
    description: 'By the health factor; LIQUIDATABLE also with a higher one if the protocol lets liquidators take it',
  }),
  is_liquidatable: t.Boolean({
    description:
      "By the protocol's own rule. It can be true whatever the health factor, as for debts of a deprecated Compound v2 market",
  }),
  liquidation_obstacle: orNull(
    t.String({
      description:
        'Why nobody can liquidate it at present, such as a pause or a grace period; null if nothing prevents it',
    }),
  ),
  total_collateral_usd: Usd,
  total_debt_usd: Usd,
  available_to_borrow_usd: Usd,
  net_apy: Apy,
  collateral_assets: t.Array(
    t.Object({
      ...Amount,
      ltv: t.Number({ minimum: 0, description: 'Ratio; 0 where it secures no debt' }),
      liquidation_threshold: Ratio,
      liquidation_price_usd: LiquidationPrice,
    }),
  ),
  debt_assets: t.Array(t.Object({ ...Amount, borrow_apy: Apy, liquidation_price_usd: LiquidationPrice })),
})

const Sale = t.Object(
  {
    ...Amount,
    route: t.Array(t.Object({ dex: t.String(), pool: t.String() }), {
      description: 'Pools in order; empty where the collateral is the debt token itself',
    }),
  },
  {
    description:
      'What the collateral received is sold for. Less the debt repaid and the fee of the flash loan it is the gross profit',
  },
)
const FlashLoan = t.Object(
  {
    source: t.String({ description: '`balancer`, `morpho`, `aave_v3` …' }),
    lender: t.String(),
    fee: t.String({ description: 'Smallest units of the debt token' }),
    fee_usd: Usd,
  },
  { description: 'The cheapest that lends the debt to repay; null where none does' },
)
const Gas = t.Object(
  {
    units: t.String({ description: 'Of liquidation, loan and sale in one transaction' }),
    price_gwei: Gwei,
    native_price_usd: t.Number({ description: 'US dollars of one whole native token' }),
    data_fee_usd: t.Number({ description: "A rollup's fee for the transaction's data; 0 elsewhere" }),
  },
  { description: 'What `estimated_gas_usd` is made of: units · price · native price + data fee' },
)

export const Opportunity = t.Object({
  borrower: t.String(),
  protocol: t.String(),
  market: Market,
  health_factor: HealthFactor,
  total_debt_usd: Usd,
  total_collateral_usd: Usd,
  max_liquidatable_debt_usd: t.Number({ description: 'Most that one call may repay of the chosen pair, US dollars' }),
  collateral_to_receive: TokenAmount,
  debt_to_repay: TokenAmount,
  liquidation_threshold: t.Number({
    minimum: 0,
    description: 'Of the collateral received: the share of its value that counts for the health factor',
  }),
  protocol_fee_usd: t.Number({ description: 'What the lender keeps of the seized collateral, US dollars' }),
  liquidation_bonus_percent: t.Number({ description: 'Of the repaid value; before fees' }),
  gross_profit_usd: t.Number({ description: 'After slippage and the fee of the flash loan, US dollars' }),
  sale: Sale,
  flash_loan: orNull(FlashLoan),
  estimated_gas_usd: Usd,
  gas: Gas,
  net_profit_usd: t.Number({ description: 'Gross profit less gas, US dollars' }),
  flash_loan_available: t.Boolean({ description: 'Some lender has enough of the debt token' }),
  risks: t.Array(t.String(), { description: 'What would make it fail or pay less' }),
  timestamp: Timestamp,
})

export const SkippedPosition = t.Object({
  protocol: t.String(),
  market: orNull(t.String()),
  borrower: orNull(t.String()),
  reason: t.String(),
})

const Side = t.Object(
  { token: Amount.token, amount: Amount.amount },
  { description: '`token`: address; `amount`: string of smallest units' },
)

/** `data` of an `opportunity` message. */
export const StreamedOpportunity = t.Object({
  borrower: t.String(),
  protocol: t.String(),
  market: Market,
  health_factor: HealthFactor,
  net_profit_usd: Usd,
  debt_to_repay: Side,
  collateral_to_receive: Side,
  timestamp: Timestamp,
  pending_transaction: t.Optional(
    t.String({ description: 'Hash of the pending price update that makes it one; left out where it is one already' }),
  ),
})
