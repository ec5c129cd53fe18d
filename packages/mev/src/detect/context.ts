import type { Address, Hex } from 'viem'
import type { ExecutionCost } from '../cost.ts'
import type { Finding, FindingType } from '../finding.ts'
import type { PoolGraph } from '../search/poolGraph.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import type { AppliedTransaction, PendingTransaction } from '../view/applyTransaction.ts'
import type { PoolView } from '../view/poolView.ts'
import type { CopiedCall } from './frontrun/copiedCall.ts'
import type { LiquidationInput } from './liquidation/liquidationInput.ts'

/** Other pending transactions on the same pools, and how sure the order is. */
export type Rivalry = {
  readonly before: number
  readonly after: number
  /** See `ConfidenceInputs.tipMargin`. */
  readonly tipMargin: number
}

/** One pending transaction and what it does to the pools. */
export type Subject = {
  readonly entry: PendingTransaction
  readonly applied: AppliedTransaction
  /** Whether an earlier nonce of its sender is missing. */
  readonly isQueued: boolean
  readonly rivalry: Rivalry
  /** Pending swaps through the same pools that are expected right before it, first to last. */
  readonly companions: readonly AppliedTransaction[]
  /** The pools before those. */
  readonly beforeCompanions: PoolView
}

/** What findings are computed from beside the pools and the transactions. */
export type Terms = {
  /** The wrapped native token. */
  readonly native: Address
  readonly graph: PoolGraph
  readonly taxes: TokenTaxes
  /** Tokens whose transfers are known to be whole. Those with a tax are in `taxes`. */
  readonly isKnownToken: (token: Address) => boolean
  /** Whether a pool is of a factory that is known. */
  readonly isKnownPool: (id: Hex) => boolean
  readonly cost: ExecutionCost
  /** Least net profit, wei. */
  readonly minProfit: bigint
  readonly nextBaseFeePerGas: bigint
}

/** What detectors look at. Nothing in it changes while they do. */
export type DetectContext = Terms & {
  /** The pools before the subject, or at present where there is none. */
  readonly before: PoolView
  /** The pools after it; the same without a subject. */
  readonly after: PoolView
  /** Pools to look at: those the subject goes through, or that changed in the block. */
  readonly touched: readonly Hex[]
  readonly subject: Subject | null
  readonly liquidations: readonly LiquidationInput[]
  readonly copied: CopiedCall | null
}

/** One kind of MEV: what of it there is in a context. Pure. */
export type Detector = {
  readonly type: FindingType
  detect(context: DetectContext): readonly Finding[]
  /** Wei that none of its findings leaves more than, where that takes less than to find them. Infinity where nobody can say. */
  bound?(context: DetectContext): number
}
