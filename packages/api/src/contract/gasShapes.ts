import * as t from 'typebox'
import { toEnvelope } from './envelope.ts'
import { freshness } from './oracle.ts'
import { named, record } from './record.ts'
import { AnyAddress, CallData, Text, Wei } from './sharedParameters.ts'
import { Bigint, ExactSeconds, Gwei, Int, orNull, Timestamp, toAmount, toExactSeconds, toTimestamp } from './wire.ts'

const tiers = { slow: Gwei, standard: Gwei, fast: Gwei, instant: Gwei }
/** Price of each tier. Wei per gas in the library, gwei on the wire. */
export const Tiers = record(tiers)

/** Age of the data in a response. */
const age = {
  stale: t.Boolean({ description: 'True if the value comes from the cache because every provider failed' }),
  age_seconds: t.Number({ minimum: 0, description: 'Seconds since the oldest of its prices was read' }),
}

/** Part of a history that is known. */
const Coverage = record(
  {
    /** Share of the period in which every block is known, 0 to 1. */
    share: t.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of the period in which every block is known, 0 to 1',
    }),
    blocks: Int,
    gaps: t.Array(record({ fromMs: named('from', Timestamp), toMs: named('to', Timestamp) })),
  },
  { description: 'Part of the period that is known. Repeat the request to have gaps filled' },
)

const Skipped = t.Array(t.Object({ chain: t.String(), reason: t.String() }), {
  description: 'Omitted chains and the reason',
})

export const GasNow = t.Object({
  chain: t.String(),
  ...tiers,
  timestamp: Timestamp,
  unit: t.Literal('gwei'),
  ...age,
})

export const GasComparison = t.Object({
  comparison: t.Array(t.Object({ chain: t.String(), standard: Gwei, unit: t.Literal('gwei'), ...age })),
  cheapest: t.String({ description: 'Chain with the lowest gas price' }),
  most_expensive: t.String(),
  timestamp: Timestamp,
})

export const GasComparisonEnvelope = toEnvelope(
  t.Object({
    timestamp: Timestamp,
    prices: t.Record(t.String(), t.Object({ fast: Gwei, usd_per_transfer: t.Number(), ...age })),
    cheapest: t.String({ description: 'Chain with the cheapest transfer in US dollars' }),
    eth_price_usd: t.Number(),
    skipped: Skipped,
  }),
)

export const GasHistory = record({
  chain: t.String(),
  /** Averages of each interval, oldest first. */
  bars: named(
    'history',
    t.Array(record({ startMs: named('timestamp', Timestamp), ...tiers }), {
      description: 'Averages of each interval, oldest first',
    }),
  ),
  average: Tiers,
  min: Tiers,
  max: Tiers,
  coverage: Coverage,
})

export const GasOptimize = t.Object({
  chain: t.String(),
  block_number: t.Integer({ description: 'Block after which the price was computed' }),
  current_gas: t.Object({ standard: Gwei }),
  recommendation: t.Enum(['send_now', 'wait', 'use_slow']),
  reasoning: t.String({ description: 'Explanation with numbers' }),
  suggested_action: t.String(),
  predicted_trend: t.Enum(['rising', 'falling', 'stable'], { description: 'Expected trend over the next three hours' }),
  optimal_time_window: t.String({ description: 'now, or one hour as an ISO 8601 interval (start/end)' }),
  expected_saving_percent: t.Number({
    description: 'Percent saved by waiting for that window; 0 if waiting is not advised',
  }),
  confidence_score: orNull(
    t.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of similar past moments at which the advice was right, 0 to 1; null if the history is too short',
    }),
  ),
  ...age,
})

/** Deadline and probability of an inclusion. */
export const InclusionQuery = record({
  /** Deadline in ms, from 250 to a day. The wire sends seconds. @default 60_000 */
  withinMs: named(
    'within_seconds',
    t.Optional(toExactSeconds({ minimum: 0.25, maximum: 86_400, description: 'Deadline in seconds. Default: 60' })),
  ),
  /** Probability of inclusion before the deadline, 0.5 to 0.999. @default 0.95 */
  confidence: t.Optional(
    t.Number({
      minimum: 0.5,
      maximum: 0.999,
      description: 'Probability of inclusion before the deadline. Default: 0.95',
    }),
  ),
})

const WeiPerGas = toAmount({ pattern: '^\\d+$', description: 'wei per gas' })

const successes = {
  /** Number of windows that the tip was tested on. */
  samples: t.Integer({ minimum: 0, description: 'Number of past windows that the tip was tested on' }),
  /** Share of windows in which the tip was enough, 0 to 1. Null before the first window. */
  coverage: orNull(
    t.Number({ minimum: 0, maximum: 1, description: 'Share of those windows in which the tip was enough' }),
  ),
}

export const GasInclusion = record({
  chain: t.String(),
  blockNumber: Bigint,
  ...freshness,
  /** Base fee of the next block. */
  nextBaseFeePerGas: WeiPerGas,
  /** Deadline in ms. */
  withinMs: named('within_seconds', ExactSeconds),
  /** Probability of inclusion before the deadline, 0 to 1. */
  confidence: t.Number({ description: 'Probability of inclusion before the deadline, 0 to 1' }),
  maxPriorityFeePerGas: WeiPerGas,
  /** Cap that stays high enough until the deadline. A transaction pays the current base fee plus the tip. */
  maxFeePerGas: WeiPerGas,
  /** `worst_case`: the base fee cannot exceed the cap · `learned`: it exceeded the cap in very few past windows. */
  capRule: t.Enum(['worst_case', 'learned'], {
    description: 'worst_case: the base fee cannot exceed the cap; learned: it did in very few past windows',
  }),
  /** `model`: the tier model · `percentiles`: recent blocks · `first_come`: zero, because the chain orders by arrival. */
  tipRule: t.Enum(['model', 'percentiles', 'first_come'], {
    description: 'Source of the tip: the tier model, recent blocks, or none because the chain orders by arrival',
  }),
  /** Success of the tip in past windows. Null unless the tip comes from the model. */
  calibration: orNull(record({ ...successes, regime: record({ name: t.String(), ...successes }) })),
})

const Share = (description: string) => t.Number({ minimum: 0, maximum: 1, description })

const calibrationRow = {
  /** Length of the windows in blocks. */
  blocks: t.Integer({ minimum: 1, description: 'Length of the windows in blocks' }),
  /** Stated probability of inclusion within the window, 0 to 1. */
  stated: Share('Stated probability of inclusion within the window'),
  /** Share of windows in which the tip was enough, 0 to 1. 0 without samples. */
  realized: Share('Share of windows in which the tip was enough; 0 without samples'),
  samples: t.Integer({ minimum: 0, description: 'Number of windows' }),
  /** Range of `realized` in 95 of 100 runs of a perfectly calibrated model. */
  expected: record(
    { low: Share('Lower end'), high: Share('Upper end') },
    { description: 'Range of `realized` in 95 of 100 runs of a perfectly calibrated model' },
  ),
  /** Number of windows in which the base fee rose above the quoted cap. */
  capShort: t.Integer({ minimum: 0, description: 'Number of windows in which the base fee rose above the quoted cap' }),
}

const BacktestResult = record({
  firstBlock: Bigint,
  lastBlock: Bigint,
  /** Number of blocks after which the estimators chose a tip. The blocks before are the warm-up. */
  judged: t.Integer({
    minimum: 0,
    description: 'Number of blocks after which the estimators chose a tip. The blocks before are the warm-up',
  }),
  timestampMs: named('timestamp', toTimestamp('Time of the replay. It is repeated at most every five minutes')),
  /** Rows of `calibration` with the window and confidence of a tier, slowest first. */
  tiers: t.Array(
    record({
      tier: t.Enum(['slow', 'standard', 'fast', 'instant']),
      withinMs: named('within_seconds', ExactSeconds),
      ...calibrationRow,
    }),
    { description: 'Rows of `calibration` with the window and confidence of a tier, slowest first' },
  ),
  /** One row per window and confidence. */
  calibration: t.Array(record(calibrationRow), { description: 'One row per window and confidence' }),
  /** Tips for the next block: those of Outrigger at several confidences, then those of other projects. */
  estimators: t.Array(
    record({
      name: t.String(),
      inclusion: Share('Share of blocks in which the tip was enough'),
      /** Overpayment in these blocks, as a share of the lowest price that was enough. */
      medianOverpaid: t.Number({
        minimum: 0,
        description: 'Overpayment in these blocks, as a share of the lowest price that was enough: the median',
      }),
      meanOverpaid: t.Number({ minimum: 0, description: 'The mean of the same' }),
    }),
    { description: 'Tips for the next block: Outrigger at several confidences, then estimators of other projects' },
  ),
})

export const GasBacktest = record({
  chain: t.String(),
  /** Number of consecutive blocks up to the newest whose fees the node knows. */
  known: t.Integer({
    minimum: 0,
    description: 'Number of consecutive blocks up to the newest whose fees the node knows, at most 2000',
  }),
  /** Number of blocks that a backtest needs. */
  needed: t.Integer({ minimum: 1, description: 'Number of blocks that a backtest needs' }),
  /** Null while `known` is less than `needed`. */
  result: t.Union([BacktestResult, t.Null()], { description: 'null while `known` is less than `needed`' }),
})

export const UnifiedGas = toEnvelope(
  t.Object({
    chain: t.String(),
    block_number: Int,
    timestamp: Timestamp,
    ...tiers,
    base_fee: Gwei,
    suggested_tip: Tiers,
    ...age,
  }),
)

export const UnifiedGasHistory = toEnvelope(
  t.Object({
    chain: t.String(),
    history: t.Array(t.Object({ timestamp: Timestamp, avg_gas: Gwei, min_gas: Gwei, max_gas: Gwei, base_fee: Gwei }), {
      description: 'Prices of the standard tier, oldest first',
    }),
    coverage: Coverage,
  }),
)

export const transactionKinds = ['transfer', 'swap', 'contract_call'] as const
const TransactionKind = t.Enum([...transactionKinds], {
  description: 'Uses a typical gas limit of this type if neither destination nor data is given',
})

const Quantity = t.Union([
  t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  t.String({ pattern: '^(?:0x[\\da-fA-F]{1,13}|\\d{1,15})$', description: 'Decimal, or hexadecimal with 0x' }),
])
const Word = t.String({ pattern: '^0x[\\da-fA-F]{1,64}$', description: '0x followed by up to 64 hexadecimal digits' })

/** Lists of a transaction besides its calldata. */
const transactionLists = {
  authorization_list: t.Optional(
    t.Array(
      t.Object({ chain_id: Quantity, address: AnyAddress, nonce: Quantity, y_parity: Quantity, r: Word, s: Word }),
      { maxItems: 100, description: 'Signed authorizations of a set-code transaction (EIP-7702)' },
    ),
  ),
  access_list: t.Optional(
    t.Array(t.Object({ address: AnyAddress, storage_keys: t.Array(Word, { maxItems: 1000 }) }), {
      maxItems: 1000,
      description: 'Addresses and storage keys that the transaction declares (EIP-2930)',
    }),
  ),
}

export const EstimateBody = t.Object({
  chain_id: t.Optional(Text),
  to_address: t.Optional(AnyAddress),
  from_address: t.Optional(AnyAddress),
  transaction_type: t.Optional(TransactionKind),
  chain: t.Optional(Text),
  from: t.Optional(AnyAddress),
  to: t.Optional(AnyAddress),
  value: t.Optional(orNull(Wei)),
  data: t.Optional(CallData),
  ...transactionLists,
})

export const SimpleEstimateBody = t.Object({
  from: t.Optional(AnyAddress),
  to: t.Optional(AnyAddress),
  value: t.Optional(orNull(Wei)),
  data: t.Optional(CallData),
  ...transactionLists,
})

const TierEstimate = t.Object({
  gas_price: Gwei,
  total_cost_eth: t.String({ description: 'Total cost in the native currency, including the L1 fee of a rollup' }),
  estimated_time: t.String({ description: 'Time within which the tier is included' }),
})

export const CoreEstimate = t.Object({
  chain_id: t.String(),
  estimated_gas_limit: Int,
  gas_estimates: t.Object({ slow: TierEstimate, standard: TierEstimate, fast: TierEstimate }),
  optimization_tips: t.Array(t.String()),
  confidence_score: t.Number({
    minimum: 0,
    maximum: 1,
    description: 'Probability of inclusion in time with the standard tier, 0 to 1',
  }),
  timestamp: Timestamp,
  ...age,
})

export const GasEstimateEnvelope = toEnvelope(
  t.Object({
    gas_limit: Int,
    estimated_cost: t.Record(t.String(), t.Object({ gas_gwei: Gwei, total_eth: t.String(), total_usd: t.String() })),
    ...age,
  }),
)
