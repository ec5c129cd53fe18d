import type { ReadingOf } from '../contract/contract.ts'
import type { Opportunity, Position, StreamedOpportunity } from '../contract/lendingShapes.ts'
import type { PendingTransaction } from '../contract/mempool.ts'
import type { TransactionExposure } from '../contract/mevExposure.ts'
import type { goneReasons, MevFinding } from '../contract/mevFinding.ts'
import type { Freshness, GasTier } from '../contract/oracle.ts'
import type { Reading } from '../contract/record.ts'

/** Source and age of a value. @interface */
export type FreshnessReading = Reading<typeof Freshness>

/** Fees of an EIP-1559 transaction, in wei. @interface */
export type GasTierReading = Reading<typeof GasTier>

type Tier = 'slow' | 'standard' | 'fast' | 'instant'

/** Gas price of a chain. Fees are in wei and exact over the wire up to 4.5 million gwei. @interface */
export type GasReading = Omit<ReadingOf<'oracleGas'>, Tier> & {
  /** Base fee of the next block, on which the tiers are based. */
  readonly nextBaseFeePerGas: bigint
  readonly tiers: { readonly [tier in Tier]: GasTierReading }
}

/** Fees for inclusion before a deadline with a probability, in wei. Put them into a transaction. @interface */
export type InclusionReading = ReadingOf<'gasInclusion'>

/** Replay of the tier model over the newest blocks. @interface */
export type BacktestReading = ReadingOf<'gasBacktest'>

/** Rates of liquid restaking tokens in ETH, and the price of ETH in US dollars. @interface */
export type LrtReading = ReadingOf<'oracleLrtRates'>

/** Price of a token in US dollars: the median of the source prices that are not rejected. @interface */
export type PriceReading = Pick<FreshnessReading, 'source'> & ReadingOf<'priceCurrent'>

/** Past gas prices in bars, oldest first. Unknown bars are omitted and reported in `coverage`. @interface */
export type GasHistoryReading = ReadingOf<'gasHistory'>

/** Prices of a token on several markets, cheapest first. @interface */
export type ComparisonReading = ReadingOf<'priceCompare'>

/** Past prices of a token in bars, oldest first. @interface */
export type PriceHistoryReading = ReadingOf<'priceHistory'>

/** Head, finality and validators of the beacon chain. @interface */
export type BeaconReading = ReadingOf<'oracleBeaconStatus'>

/** All lending positions of an address. @interface */
export type PositionsReading = ReadingOf<'defiPositionHealth'>

/** Position of an account in one lending market. @interface */
export type PositionReading = Reading<typeof Position>

/** A profitable liquidation, as a watch reports it. @interface */
export type LiquidationNotice = Reading<typeof StreamedOpportunity>

/** Profitable liquidations of a chain. @interface */
export type LiquidationsReading = ReadingOf<'defiOpportunities'>

/** A profitable liquidation, sized for the highest profit. @interface */
export type LiquidationReading = Reading<typeof Opportunity>

/** Liquidations that were profitable and no longer are, latest first. @interface */
export type EndedLiquidationsReading = ReadingOf<'defiEndedOpportunities'>

/** Positions that another price of ether makes liquidatable. @interface */
export type StressTestReading = ReadingOf<'defiStressTest'>

type Pending = Reading<typeof PendingTransaction>

/** A pending transaction and its classification. Amounts are in wei. The wire rounds `value` to 15 digits. @interface */
export type PendingReading = Pick<Pending, 'priorityScore' | 'firstSeenMs' | 'mev'> & {
  readonly chain: string
  readonly transaction: Omit<Pending, 'type' | 'priorityScore' | 'firstSeenMs' | 'swap' | 'mev'>
  readonly classification: {
    readonly type: Pending['type']
    /** Details of the swap. Null unless `type` is `swap` and both tokens are known. */
    readonly swap: Omit<NonNullable<Pending['swap']>, 'symbols'> | null
  }
  /** Symbols of the swapped tokens, or the address if a symbol is unknown. Empty unless the transaction is a swap. */
  readonly symbols: readonly string[]
}

/** Pending transactions of a chain. @interface */
export type MempoolReading = Omit<ReadingOf<'mempoolPending'>, 'transactions' | 'isStale'> & {
  /** Highest priority first. */
  readonly transactions: readonly PendingReading[]
}

/** A finding of the MEV detector. Profit and amounts are in smallest units. @interface */
export type FindingReading = Reading<typeof MevFinding>

/** Current findings of a chain, most profitable first. @interface */
export type FindingsReading = Omit<ReadingOf<'mevFindings'>['data'], 'isStale'>

/** Pools of the MEV detector, and the score of its past findings. @interface */
export type MevStatusReading = ReadingOf<'mevStatus'>['data']

/** A finding that has expired or no longer matches a filter, and the reason. */
export type GoneFinding = { readonly id: string; readonly reason: (typeof goneReasons)[number] }

/** Whether the node sees the mempool of a chain. @interface */
export type MempoolStatusReading = ReadingOf<'mempoolStatus'>

type Stats = ReadingOf<'mempoolStats'>

/** Statistics of the mempool of a chain. @interface */
export type MempoolStatsReading = Pick<Stats, 'pendingCount' | 'counts' | 'totalValue'> & {
  /** Gas price paid in the next block, in wei. Null if no transaction is pending. */
  readonly gasPrice: Stats['gasPrice'] | null
}

/** What a sandwich could take from a transaction. The wire rounds `lostWei` and `attackerProfit` to 15 digits. @interface */
export type TransactionExposureReading = Reading<typeof TransactionExposure>
