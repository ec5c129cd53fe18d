import type { Opportunity } from '@outrigger/defi'
import type { Address, Hex } from 'viem'
import type { ExecutionCost } from '../cost.ts'
import type { Finding, FindingType } from '../finding.ts'
import type { PoolGraph } from '../search/poolGraph.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import type { AppliedTransaction, PendingTransaction } from '../view/applyTransaction.ts'
import type { PoolView } from '../view/poolView.ts'

/** Other pending transactions on the same pools, and the certainty of the order. */
export type Rivalry = {
  readonly before: number
  readonly after: number
  /** See `ConfidenceInputs.tipMargin`. */
  readonly tipMargin: number
}

/** Pending transaction and its effects on the pools. */
export type Subject = {
  readonly entry: PendingTransaction
  readonly applied: AppliedTransaction
  /** True if an earlier nonce of the sender is missing. */
  readonly isQueued: boolean
  readonly rivalry: Rivalry
  /** Pending swaps through the same pools that are expected directly before the subject, in order. */
  readonly companions: readonly AppliedTransaction[]
  /** Pools before the companions. */
  readonly beforeCompanions: PoolView
}

/** Parameters of detection besides pools and transactions. */
export type Terms = {
  /** Wrapped native token. */
  readonly native: Address
  readonly graph: PoolGraph
  readonly taxes: TokenTaxes
  /** True for tokens without a transfer tax. Tokens with a known tax are in `taxes`. */
  readonly isKnownToken: (token: Address) => boolean
  /** True if a pool belongs to a known factory. */
  readonly isKnownPool: (id: Hex) => boolean
  readonly cost: ExecutionCost
  /** Minimum net profit in wei. */
  readonly minProfit: bigint
  readonly nextBaseFeePerGas: bigint
}

/** Liquidation from the scanner, with its profit in native currency. */
export type LiquidationInput = {
  readonly opportunity: Opportunity
  /** Profit in wei, after slippage and the flash loan fee and before gas. Null if unknown. */
  readonly grossProfit: bigint | null
  /** Rival's pending transaction that liquidates the same borrower. The liquidation is sent before it. */
  readonly pendingCall: Hex | null
  /** True if the pending price update that enables the liquidation waits for an earlier nonce of its sender. */
  readonly isQueued: boolean
}

/** Outcome of a pending call that was simulated with another sender. */
export type CopiedCall = {
  readonly transaction: Hex
  readonly target: Address
  readonly selector: Hex
  readonly blockNumber: bigint
  /** True if the call succeeds with the other sender. */
  readonly succeeds: boolean
  /** Gain of the other sender in wei, including the value of tokens, before gas. Null if a token has no known value. */
  readonly gain: bigint | null
  readonly gasUsed: bigint
  /** True if the original sender or other accounts received tokens and the copier did not. */
  readonly paidToOthers: boolean
}

/** Input of the detectors. Immutable during detection. */
export type DetectContext = Terms & {
  /** Pools before the subject, or the current pools without a subject. */
  readonly before: PoolView
  /** Pools after the subject. The same as `before` without a subject. */
  readonly after: PoolView
  /** Pools to search: those of the subject, or those that changed in the block. */
  readonly touched: readonly Hex[]
  readonly subject: Subject | null
  readonly liquidations: readonly LiquidationInput[]
  readonly copied: CopiedCall | null
}

/** Detector of one kind of MEV, as a pure function of its context. */
export type Detector = {
  readonly type: FindingType
  detect(context: DetectContext): readonly Finding[]
}
