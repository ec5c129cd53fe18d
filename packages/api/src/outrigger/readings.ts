import type { ReadingOf } from '../contract/contract.ts'
import type { Opportunity, Position, StreamedOpportunity } from '../contract/lendingShapes.ts'
import type { PendingTransaction } from '../contract/mempool.ts'
import type { Freshness, GasTier } from '../contract/oracle.ts'
import type { Reading } from '../contract/record.ts'

/** Where a value came from and how old it is. @interface */
export type FreshnessReading = Reading<typeof Freshness>

/** What to put into an EIP-1559 transaction, in wei. @interface */
export type GasTierReading = Reading<typeof GasTier>

type Tier = 'slow' | 'standard' | 'fast' | 'instant'

/** Gas of a chain. Fees in wei, exact over the wire up to 4.5 million gwei. @interface */
export type GasReading = Omit<ReadingOf<'oracleGas'>, Tier> & {
  /** What the next block will charge; the tiers build on it. */
  readonly nextBaseFeePerGas: bigint
  readonly tiers: { readonly [tier in Tier]: GasTierReading }
}

/** Liquid restaking tokens in ETH, and ETH in US dollars. @interface */
export type LrtReading = ReadingOf<'oracleLrtRates'>

/** Price of a token in US dollars: the median of the opinions without a rejection. @interface */
export type PriceReading = Pick<FreshnessReading, 'source'> & ReadingOf<'priceCurrent'>

/** What gas cost, in bars, ascending. A bar that nobody knows is missing, and `coverage` reports it. @interface */
export type GasHistoryReading = ReadingOf<'gasHistory'>

/** Prices of a token on several markets, cheapest first. @interface */
export type ComparisonReading = ReadingOf<'priceCompare'>

/** A token's past in bars, ascending. @interface */
export type PriceHistoryReading = ReadingOf<'priceHistory'>

/** Head, finality and validators of the beacon chain. @interface */
export type BeaconReading = ReadingOf<'oracleBeaconStatus'>

/** All lending positions of an address. @interface */
export type PositionsReading = ReadingOf<'defiPositionHealth'>

/** An account's side of one lending market. @interface */
export type PositionReading = Reading<typeof Position>

/** What a watch reports of a liquidation that pays. @interface */
export type LiquidationNotice = Reading<typeof StreamedOpportunity>

/** The liquidations of a chain that pay. @interface */
export type LiquidationsReading = ReadingOf<'defiOpportunities'>

/** A liquidation that pays, sized to pay most. @interface */
export type LiquidationReading = Reading<typeof Opportunity>

type Pending = Reading<typeof PendingTransaction>

/** A pending transaction and what it is. Wei; the wire rounds `value` to 15 digits, `maxFeePerGas` is exact. @interface */
export type PendingReading = Pick<Pending, 'priorityScore' | 'firstSeenMs' | 'mev'> & {
  readonly chain: string
  readonly transaction: Omit<Pending, 'type' | 'priorityScore' | 'firstSeenMs' | 'swap' | 'mev'>
  readonly classification: {
    readonly type: Pending['type']
    /** Null unless `type` is swap and both tokens are known. */
    readonly swap: Omit<NonNullable<Pending['swap']>, 'symbols'> | null
  }
  /** Symbols of the tokens of the swap, the address where one is not known; empty without a swap. */
  readonly symbols: readonly string[]
}

/** Pending transactions of a chain. @interface */
export type MempoolReading = Omit<ReadingOf<'mempoolPending'>, 'transactions' | 'isStale'> & {
  /** Highest priority first. */
  readonly transactions: readonly PendingReading[]
}

/** Whether the mempool of a chain is seen. @interface */
export type MempoolStatusReading = ReadingOf<'mempoolStatus'>

type Stats = ReadingOf<'mempoolStats'>

/** The mempool of a chain in figures. @interface */
export type MempoolStatsReading = Pick<Stats, 'pendingCount' | 'counts' | 'totalValue'> & {
  /** What would be paid per gas in the next block, wei; null while nothing is pending. */
  readonly gasPrice: Stats['gasPrice'] | null
}
