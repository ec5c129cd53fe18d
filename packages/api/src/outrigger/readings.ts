import type { ReadingOf } from '../contract/contract.ts'
import type { TransactionType } from '../contract/vocabulary.ts'

type Hex = `0x${string}`

/** Where a value came from and how old it is. */
export type FreshnessReading = {
  /** `cache`: older than its lifetime, because nobody answers. */
  readonly source: 'primary' | 'backup' | 'cache'
  /** True once the value outlived its lifetime because no provider answers. */
  readonly stale: boolean
  /** How long after `timestampMs` a new read is due. The wire rounds it up to whole seconds. */
  readonly ttlMs: number
  /** When it was read, Unix ms. */
  readonly timestampMs: number
}

/** What to put into an EIP-1559 transaction, in wei. */
export type GasTierReading = {
  /** Base fee of the next block. */
  readonly baseFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
}

/** Gas of a chain. Fees in wei, exact over the wire up to 4.5 million gwei. */
export type GasReading = FreshnessReading & {
  readonly chain: string
  readonly blockNumber: bigint
  /** Base fee of block `blockNumber`. */
  readonly baseFeePerGas: bigint
  /** What the next block will charge; the tiers build on it. */
  readonly nextBaseFeePerGas: bigint
  readonly tiers: { readonly [tier in 'slow' | 'standard' | 'fast' | 'instant']: GasTierReading }
  readonly congestion: 'low' | 'medium' | 'high' | 'critical'
  /** `degraded` while a backup answers, `unavailable` while nobody does. */
  readonly providerStatus: 'healthy' | 'degraded' | 'unavailable'
  readonly failoverActive: boolean
}

/** Liquid restaking tokens in ETH, and ETH in US dollars. */
export type LrtReading = FreshnessReading & {
  /** By token symbol. */
  readonly rates: {
    readonly [symbol: string]: {
      readonly token: string
      /** ETH per token. */
      readonly rate: number
      /** ETH per token, 18 decimals, as the contract says it. */
      readonly rateWei: bigint
      /** Tokens per ETH. */
      readonly inverseRate: number
      /** Slug of the issuer. */
      readonly protocol: string
    }
  }
  readonly ethPriceUsd: number
}

/** Price of a token in US dollars: the median of the opinions without a rejection. @interface */
export type PriceReading = Pick<FreshnessReading, 'source'> & ReadingOf<'priceCurrent'>

/** Base fee and tip of each tier, wei per gas. */
export type PaidReading = {
  readonly slow: bigint
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

/** What gas cost, in bars, ascending. A bar that nobody knows is missing, and `coverage` reports it. */
export type GasHistoryReading = {
  readonly chain: string
  /** Averages of each bar. */
  readonly bars: readonly (PaidReading & { readonly startMs: number })[]
  readonly average: PaidReading
  readonly min: PaidReading
  readonly max: PaidReading
  readonly coverage: {
    /** Share of the time in which every block is known, 0 to 1. */
    readonly share: number
    readonly blocks: number
    readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[]
  }
}

/** Prices of a token on several markets, cheapest first. @interface */
export type ComparisonReading = ReadingOf<'priceCompare'>

/** A token's past in bars, ascending. @interface */
export type PriceHistoryReading = ReadingOf<'priceHistory'>

/** Head, finality and validators of the beacon chain. */
export type BeaconReading = FreshnessReading & {
  /** `synced`, `syncing` or `optimistic`. */
  readonly syncStatus: string
  /** Slots behind the head. */
  readonly syncDistance: number
  readonly slot: {
    readonly slot: number
    readonly epoch: number
    readonly finalizedEpoch: number
    readonly justifiedEpoch: number
  }
  readonly validators: { readonly total: number; readonly pending: number; readonly exiting: number }
  /** As in `mainnet`. */
  readonly network: string
}

/** An amount of a token. */
export type TokenReading = {
  readonly token: Hex
  readonly symbol: string
  readonly decimals: number
  /** Smallest units. */
  readonly amount: bigint
  /** By the protocol's own oracle. */
  readonly valueUsd: number
}

/** An account's side of one lending market. */
export type PositionReading = {
  readonly protocol: string
  readonly market: Hex
  /** 18 decimals; null without debt. The wire rounds it to 15 digits. */
  readonly healthFactor: bigint | null
  readonly status: 'HEALTHY' | 'WARNING' | 'AT_RISK' | 'LIQUIDATABLE'
  /** By the protocol's own rule, which is not always about the health factor. */
  readonly isLiquidatable: boolean
  /** Why nobody can liquidate it at present although it is liquidatable; null if nothing prevents it. */
  readonly liquidationObstacle: string | null
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  readonly availableToBorrowUsd: number
  /** Ratio per year. */
  readonly netApy: number
  /** Ratios 0-1; the price is the one at which this asset alone makes the position liquidatable, null where none does. */
  readonly collateral: readonly (TokenReading & {
    readonly ltv: number
    readonly liquidationThreshold: number
    readonly liquidationPriceUsd: number | null
  })[]
  readonly debt: readonly (TokenReading & {
    /** Ratio per year. */
    readonly borrowApy: number
    readonly liquidationPriceUsd: number | null
  })[]
}

/** What could not be looked at, and why. */
export type SkippedReading = {
  readonly protocol: string
  /** Null where it is the whole protocol. */
  readonly market: Hex | null
  readonly reason: string
}

/** All lending positions of an address. */
export type PositionsReading = {
  /** Lower case. */
  readonly address: Hex
  readonly chain: string
  /** One for each market in which the address has anything. */
  readonly positions: readonly PositionReading[]
  /** Whether a position is `AT_RISK` or `LIQUIDATABLE`; null where that is not known. */
  readonly isAtRisk: boolean | null
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  /** Lenders of the chain that are not read at all, by name. */
  readonly unsupported: readonly string[]
  readonly skipped: readonly SkippedReading[]
}

/** What a watch reports of a liquidation that pays. */
export type LiquidationNotice = {
  readonly borrower: Hex
  readonly protocol: string
  readonly market: Hex
  /** 18 decimals; the wire rounds it to 15 digits. */
  readonly healthFactor: bigint
  readonly netProfitUsd: number
  /** Amounts in smallest units. */
  readonly debtToRepay: Pick<TokenReading, 'token' | 'amount'>
  readonly collateralToReceive: Pick<TokenReading, 'token' | 'amount'>
  /** Hash of the pending price update that makes it one; null where it is one already. */
  readonly pendingUpdate: Hex | null
  readonly timestampMs: number
}

/** A liquidation that pays, sized to pay most. */
export type LiquidationReading = Omit<LiquidationNotice, 'pendingUpdate'> & {
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  /** The most that one call could repay of the chosen pair. */
  readonly maxLiquidatableDebtUsd: number
  readonly debtToRepay: TokenReading
  readonly collateralToReceive: TokenReading
  /** Of the repaid value, in percent. */
  readonly liquidationBonusPercent: number
  /** After slippage and the flash loan's fee. */
  readonly grossProfitUsd: number
  readonly gasUsd: number
  /** What would make it fail or pay less. */
  readonly risks: readonly string[]
}

/** The liquidations of a chain that pay. */
export type LiquidationsReading = {
  readonly chain: string
  /** Most profitable first. */
  readonly opportunities: readonly LiquidationReading[]
  /** What could not be looked at, then liquidatable positions that do not pay. */
  readonly skipped: readonly (SkippedReading & { readonly borrower: Hex | null })[]
}

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
