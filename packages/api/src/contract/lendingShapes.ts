import * as t from 'typebox'
import { named, orAbsent, record, wireOnly } from './record.ts'
import { Gwei, Int, orNull, Timestamp, toAmount, toHex, toTimestamp, toWad } from './wire.ts'

const healthStatuses = ['HEALTHY', 'WARNING', 'AT_RISK', 'LIQUIDATABLE'] as const

/** Minimum of a filter. */
export const LeastUsd = t.Number({ minimum: 0, maximum: 1e15, description: 'Minimum in US dollars' })

export const Usd = t.Number({ description: 'US dollars' })
export const Ratio = t.Number({ minimum: 0, description: 'Ratio: 0.8 is 80 %' })
const Apy = t.Number({ description: 'Ratio per year, compounded: 0.05 is 5 %' })
export const HealthFactor = toWad({ minimum: 0 })

const amount = {
  token: toHex({ description: 'Address, lower case' }),
  symbol: t.String(),
  decimals: Int,
  /** Smallest units. */
  amount: toAmount({ description: 'Smallest units' }),
  /** US dollars by the oracle of the protocol. */
  valueUsd: named('usd_value', t.Number({ description: 'US dollars by the oracle of the protocol' })),
}
const TokenAmount = record(amount)
const LiquidationPrice = t.Union([t.Number(), t.Null()], {
  description: 'Price in US dollars at which this asset alone makes the position liquidatable; null if no price does',
})
export const Market = toHex({ description: 'Address of the pool, Comptroller or Comet, or the id of a Morpho market' })

export const skipped = orAbsent(
  t.Array(
    record({
      protocol: t.String(),
      /** Skipped market. Null if the whole protocol was skipped. */
      market: orNull(toHex()),
      reason: t.String(),
    }),
    {
      description:
        'Markets and protocols that could not be read or are not deployed on the chain of the provider. Absent if empty',
    },
  ),
)

export const Unsupported = t.Array(t.String(), {
  description:
    'Names of the lenders on the chain that Outrigger does not support. The address may have positions there',
})

export const Position = record({
  protocol: t.String(),
  market: Market,
  /** Health factor with 18 decimals. Null without debt. The wire rounds it to 15 digits. */
  healthFactor: t.Union([HealthFactor, t.Null()], { description: 'Null without debt' }),
  status: t.Enum([...healthStatuses], {
    description:
      'Derived from the health factor. LIQUIDATABLE also with a higher one if the rule of the protocol allows a liquidation',
  }),
  /** Derived from the rule of the protocol, which does not always use the health factor. */
  isLiquidatable: t.Boolean({
    description:
      'Derived from the rule of the protocol. It can be true with any health factor, as for debt in a deprecated Compound v2 market',
  }),
  /** Reason that currently prevents every liquidation of a liquidatable position. Null if nothing prevents it. */
  liquidationObstacle: orNull(
    t.String({
      description:
        'Reason that currently prevents every liquidation, such as a pause or a grace period; null if nothing prevents it',
    }),
  ),
  totalCollateralUsd: Usd,
  totalDebtUsd: Usd,
  availableToBorrowUsd: Usd,
  /** Ratio per year. */
  netApy: Apy,
  collateral: named(
    'collateral_assets',
    t.Array(
      record({
        ...amount,
        /** Ratio 0 to 1. */
        ltv: t.Number({ minimum: 0, description: 'Ratio; 0 if the asset secures no debt' }),
        liquidationThreshold: Ratio,
        /** Price at which this asset alone makes the position liquidatable. Null if no price does. */
        liquidationPriceUsd: LiquidationPrice,
      }),
    ),
  ),
  debt: named(
    'debt_assets',
    t.Array(
      record({
        ...amount,
        /** Ratio per year. */
        borrowApy: Apy,
        liquidationPriceUsd: LiquidationPrice,
      }),
    ),
  ),
})

const Sale = record(
  {
    ...amount,
    route: t.Array(record({ dex: t.String(), pool: t.String() }), {
      description: 'Pools in order. Empty if the collateral is the debt token',
    }),
  },
  {
    description:
      'Proceeds from selling the received collateral. Minus the repaid debt and the flash loan fee, they are the gross profit',
  },
)
const FlashLoan = record(
  {
    source: t.String({ description: 'Protocol of the loan, such as `balancer`, `morpho` or `aave_v3`' }),
    lender: t.String(),
    fee: toAmount({ description: 'Smallest units of the debt token' }),
    feeUsd: Usd,
  },
  { description: 'Cheapest flash loan of the debt to repay; null if no lender has enough' },
)
const Gas = record(
  {
    units: toAmount({ description: 'Gas of liquidation, loan and sale in one transaction' }),
    weiPerGas: named('price_gwei', Gwei),
    nativePriceUsd: t.Number({ description: 'Price of one native token in US dollars' }),
    dataFeeUsd: t.Number({ description: 'L1 data fee of a rollup in US dollars; 0 on other chains' }),
  },
  { description: 'Parts of `estimated_gas_usd`: units · price · native price + data fee' },
)

const opportunity = {
  borrower: toHex(),
  protocol: t.String(),
  market: Market,
  /** Health factor with 18 decimals. The wire rounds it to 15 digits. */
  healthFactor: HealthFactor,
  totalDebtUsd: Usd,
  totalCollateralUsd: Usd,
  /** Maximum debt of the chosen pair that one call can repay. */
  maxLiquidatableDebtUsd: t.Number({
    description: 'Maximum debt of the chosen pair that one call can repay, US dollars',
  }),
  collateralToReceive: TokenAmount,
  debtToRepay: TokenAmount,
  liquidationThreshold: wireOnly(
    t.Number({
      minimum: 0,
      description: 'Share of the value of the received collateral that counts for the health factor',
    }),
  ),
  protocolFeeUsd: wireOnly(
    t.Number({ description: 'Part of the seized collateral that the protocol keeps, US dollars' }),
  ),
  /** Percent of the repaid value. */
  liquidationBonusPercent: t.Number({ description: 'Percent of the repaid value, before fees' }),
  /** US dollars, after slippage and the fee of the flash loan. */
  grossProfitUsd: t.Number({ description: 'After slippage and the fee of the flash loan, US dollars' }),
  sale: wireOnly(Sale),
  flashLoan: wireOnly(orNull(FlashLoan)),
  gasUsd: named('estimated_gas_usd', Usd),
  gas: wireOnly(Gas),
  netProfitUsd: t.Number({ description: 'Gross profit minus gas, US dollars' }),
  flashLoanAvailable: wireOnly(t.Boolean({ description: 'True if a flash loan of the debt token is available' })),
  /** Reasons why it may fail or earn less. */
  risks: t.Array(t.String(), { description: 'Reasons why it may fail or earn less' }),
  timestampMs: named('timestamp', Timestamp),
}
export const Opportunity = record(opportunity)

/** A liquidation that was profitable. */
export const EndedOpportunity = record({
  ...opportunity,
  endedAtMs: named('ended_at', toTimestamp('Time at which it stopped being profitable. The other fields are older')),
})

export const SkippedPosition = record({
  protocol: t.String(),
  market: orNull(toHex()),
  borrower: orNull(toHex()),
  reason: t.String(),
})

const Side = record(
  { token: amount.token, amount: amount.amount },
  { description: '`token` is an address, `amount` is in smallest units' },
)

/** `data` of an `opportunity` message. */
export const StreamedOpportunity = record({
  borrower: toHex(),
  protocol: t.String(),
  market: Market,
  /** Health factor with 18 decimals. The wire rounds it to 15 digits. */
  healthFactor: HealthFactor,
  netProfitUsd: Usd,
  debtToRepay: Side,
  collateralToReceive: Side,
  timestampMs: named('timestamp', Timestamp),
  /** Hash of the pending price update that creates the opportunity. Null if it exists already. */
  pendingUpdate: named(
    'pending_transaction',
    orAbsent(
      toHex({
        description: 'Hash of the pending price update that creates the opportunity. Absent if it exists already',
      }),
    ),
  ),
})
