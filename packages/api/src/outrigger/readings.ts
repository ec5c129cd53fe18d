import type { ReadingOf } from '../contract/contract.ts'
import type { Opportunity, Position, StreamedOpportunity } from '../contract/lendingShapes.ts'
import type { Freshness, GasTier } from '../contract/oracle.ts'
import type { Reading } from '../contract/record.ts'
import type { TransactionType } from '../contract/vocabulary.ts'

type Hex = `0x${string}`

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

/** A pending transaction and what it is. Wei; the wire rounds `value` to 15 digits, `maxFeePerGas` is exact. */
export type PendingReading = {
  readonly chain: string
  readonly transaction: {
    readonly hash: Hex
    readonly from: Hex
    /** Null deploys a contract. */
    readonly to: Hex | null
    readonly input: Hex
    readonly value: bigint
    readonly nonce: number
    readonly gas: bigint
    /** Most paid per gas. */
    readonly maxFeePerGas: bigint
  }
  readonly classification: {
    readonly type: TransactionType
    /** Null unless `type` is swap and both tokens are known. */
    readonly swap: {
      readonly dex: string
      readonly tokenIn: Hex
      readonly tokenOut: Hex
      /** Smallest units; null where decided on chain. */
      readonly amountIn: bigint | null
      /** The least that is taken; null where decided on chain, for which the wire says 0. */
      readonly amountOut: bigint | null
    } | null
  }
  /** Symbols of the tokens of the swap, the address where one is not known; empty without a swap. */
  readonly symbols: readonly string[]
  /** 0-100. */
  readonly priorityScore: number
  /** When the first provider showed it, Unix ms. */
  readonly firstSeenMs: number
  readonly mev: {
    readonly type: 'arbitrage' | 'sandwich' | 'liquidation' | 'backrun' | 'frontrun'
    readonly estimatedProfitEth: number
    /** 0-1. */
    readonly confidence: number
    /** By type, e.g. `slippageTolerance` of a sandwich in percent. */
    readonly details: Readonly<Record<string, string | number>>
  } | null
}

/** Pending transactions of a chain. */
export type MempoolReading = {
  readonly chain: string
  /** Highest priority first. */
  readonly transactions: readonly PendingReading[]
  /** Null while a provider answers; else when one last did, and only what cannot have been mined since is listed. */
  readonly staleSinceMs: number | null
}

/** Whether the mempool of a chain is seen. */
export type MempoolStatusReading = {
  readonly chain: string
  /** At least one provider shows its pool. */
  readonly isConnected: boolean
  /** No provider answers. */
  readonly isStale: boolean
  /** When one last did; the wire says so only while it is stale, and it is null otherwise. */
  readonly asOfMs: number | null
  /** Who sees what is pending on this chain. */
  readonly visibility: 'public' | 'sequencer' | 'none'
  readonly pendingCount: number
}

/** The mempool of a chain in figures. */
export type MempoolStatsReading = {
  readonly pendingCount: number
  /** By transaction type. */
  readonly counts: { readonly [type: string]: number }
  /** What would be paid per gas in the next block, wei; null while nothing is pending. */
  readonly gasPrice: {
    readonly min: bigint
    readonly average: bigint
    readonly max: bigint
    readonly median: bigint
  } | null
  /** Wei; the wire rounds it to 15 digits. */
  readonly totalValue: bigint
}
