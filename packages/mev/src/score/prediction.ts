import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { MevTerms } from '../detector/detectorTypes.ts'
import type { Finding } from '../finding.ts'
import type { VoidReason } from './outcome.ts'

export type BlockId = { readonly number: bigint; readonly hash: Hex }

/** A finding and the terms that its estimate used. */
export type Prediction = { readonly finding: Finding; readonly terms: MevTerms }

/** A prediction that is ready to score because its block is known. */
export type Due = Prediction & {
  /** The finding's transactions that the block includes. */
  readonly entries: readonly MempoolTransaction[]
  /** Why the block cannot decide the prediction. Null if it can. */
  readonly undecided: VoidReason | null
}

/** A prediction that no block will decide. */
export type Voided = Prediction & { readonly why: VoidReason }

/** Called with predictions that no block will decide. */
export type OnVoid = (prediction: Prediction, why: VoidReason) => void
