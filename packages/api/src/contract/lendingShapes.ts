import * as t from 'typebox'
import { named, orAbsent, record, wireOnly } from './record.ts'
import { Gwei, Int, orNull, Timestamp, toAmount, toHex, toWad } from './wire.ts'

const healthStatuses = ['HEALTHY', 'WARNING', 'AT_RISK', 'LIQUIDATABLE'] as const

/** Of a filter: the least that passes. */
export const LeastUsd = t.Number({ minimum: 0, maximum: 1e15, description: 'US dollars' })

export const Usd = t.Number({ description: 'US dollars' })
export const Ratio = t.Number({ minimum: 0, description: 'Ratio: 0.8 is 80 %' })
const Apy = t.Number({ description: 'Ratio per year, compounded: 0.05 is 5 %' })
const HealthFactor = toWad({ minimum: 0 })

const amount = {
  token: toHex({ description: 'Address, lower case' }),
  symbol: t.String(),
  decimals: Int,
  /** Smallest units. */
  amount: toAmount({ description: 'Smallest units' }),
  /** By the protocol's own oracle. */
  valueUsd: named('usd_value', t.Number({ description: "US dollars by the protocol's own oracle" })),
}
const TokenAmount = record(amount)
const LiquidationPrice = t.Union([t.Number(), t.Null()], {
  description: 'US dollars at which this asset alone makes the position liquidatable; null where no price does',
})
const Market = toHex({ description: 'Pool, Comptroller or Comet; the id of a Morpho market' })

export const skipped = orAbsent(
  t.Array(
    record({
      protocol: t.String(),
      /** Null if it is the whole protocol. */
      market: orNull(toHex()),
      reason: t.String(),
    }),
    {
      description:
        'What could not be looked at and is missing here, and protocols that are not deployed on the provider’s chain; left out where nothing is',
    },
  ),
)

export const Unsupported = t.Array(t.String(), {
  description: 'Lenders of the chain that are not read at all, by name. The address may have positions there',
})

export const Position = record({
  protocol: t.String(),
  market: Market,
  /** 18 decimals; null without debt. The wire rounds it to 15 digits. */
  healthFactor: t.Union([HealthFactor, t.Null()], { description: 'Null without debt' }),
  status: t.Enum([...healthStatuses], {
    description: 'By the health factor; LIQUIDATABLE also with a higher one if the protocol lets liquidators take it',
  }),
  /** By the protocol's own rule, which is not always about the health factor. */
  isLiquidatable: t.Boolean({
    description:
      "By the protocol's own rule. It can be true whatever the health factor, as for debts of a deprecated Compound v2 market",
  }),
  /** Why nobody can liquidate it at present although it is liquidatable; null if nothing prevents it. */
  liquidationObstacle: orNull(
    t.String({
      description:
        'Why nobody can liquidate it at present, such as a pause or a grace period; null if nothing prevents it',
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
        /** Ratio 0-1, as the next. */
        ltv: t.Number({ minimum: 0, description: 'Ratio; 0 where it secures no debt' }),
        liquidationThreshold: Ratio,
        /** The price at which this asset alone makes the position liquidatable; null if no price does. */
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
      description: 'Pools in order; empty where the collateral is the debt token itself',
    }),
  },
  {
    description:
      'What the collateral received is sold for. Less the debt repaid and the fee of the flash loan it is the gross profit',
  },
)
const FlashLoan = record(
  {
    source: t.String({ description: '`balancer`, `morpho`, `aave_v3` …' }),
    lender: t.String(),
    fee: toAmount({ description: 'Smallest units of the debt token' }),
    feeUsd: Usd,
  },
  { description: 'The cheapest that lends the debt to repay; null where none does' },
)
const Gas = record(
  {
    units: toAmount({ description: 'Of liquidation, loan and sale in one transaction' }),
    weiPerGas: named('price_gwei', Gwei),
    nativePriceUsd: t.Number({ description: 'US dollars of one whole native token' }),
    dataFeeUsd: t.Number({ description: "A rollup's fee for the transaction's data; 0 elsewhere" }),
  },
  { description: 'What `estimated_gas_usd` is made of: units · price · native price + data fee' },
)

export const Opportunity = record({
  borrower: toHex(),
  protocol: t.String(),
  market: Market,
  /** 18 decimals; the wire rounds it to 15 digits. */
  healthFactor: HealthFactor,
  totalDebtUsd: Usd,
  totalCollateralUsd: Usd,
  /** The most that one call could repay of the chosen pair. */
  maxLiquidatableDebtUsd: t.Number({ description: 'Most that one call may repay of the chosen pair, US dollars' }),
  collateralToReceive: TokenAmount,
  debtToRepay: TokenAmount,
  liquidationThreshold: wireOnly(
    t.Number({
      minimum: 0,
      description: 'Of the collateral received: the share of its value that counts for the health factor',
    }),
  ),
  protocolFeeUsd: wireOnly(t.Number({ description: 'What the lender keeps of the seized collateral, US dollars' })),
  /** Of the repaid value, in percent. */
  liquidationBonusPercent: t.Number({ description: 'Of the repaid value; before fees' }),
  /** After slippage and the flash loan's fee. */
  grossProfitUsd: t.Number({ description: 'After slippage and the fee of the flash loan, US dollars' }),
  sale: wireOnly(Sale),
  flashLoan: wireOnly(orNull(FlashLoan)),
  gasUsd: named('estimated_gas_usd', Usd),
  gas: wireOnly(Gas),
  netProfitUsd: t.Number({ description: 'Gross profit less gas, US dollars' }),
  flashLoanAvailable: wireOnly(t.Boolean({ description: 'Some lender has enough of the debt token' })),
  /** What would make it fail or pay less. */
  risks: t.Array(t.String(), { description: 'What would make it fail or pay less' }),
  timestampMs: named('timestamp', Timestamp),
})

export const SkippedPosition = record({
  protocol: t.String(),
  market: orNull(toHex()),
  borrower: orNull(toHex()),
  reason: t.String(),
})

const Side = record(
  { token: amount.token, amount: amount.amount },
  { description: '`token`: address; `amount`: string of smallest units' },
)

/** `data` of an `opportunity` message. */
export const StreamedOpportunity = record({
  borrower: toHex(),
  protocol: t.String(),
  market: Market,
  /** 18 decimals; the wire rounds it to 15 digits. */
  healthFactor: HealthFactor,
  netProfitUsd: Usd,
  debtToRepay: Side,
  collateralToReceive: Side,
  timestampMs: named('timestamp', Timestamp),
  /** Hash of the pending price update that makes it one; null if it is one already. */
  pendingUpdate: named(
    'pending_transaction',
    orAbsent(
      toHex({ description: 'Hash of the pending price update that would enable it; absent if it is possible already' }),
    ),
  ),
})
