import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { MevTerms } from '../detector/detectorTypes.ts'
import type { Finding } from '../finding.ts'
import type { VoidReason } from './outcome.ts'

/** A block by number and hash. */
export type BlockId = { readonly number: bigint; readonly hash: Hex }

/** A finding with what it was valued with. */
export type Prediction = { readonly finding: Finding; readonly terms: MevTerms }

/** A prediction whose block is there. */
export type Due = Prediction & {
  /** The finding's transactions. */
  readonly entries: readonly MempoolTransaction[]
  /** Why the block does not decide it; null where it does. */
  readonly undecided: VoidReason | null
}

/** A prediction that no block will decide. */
export type Voided = Prediction & { readonly why: VoidReason }

/** Called with predictions that no block will decide. */
export type OnVoid = (prediction: Prediction, why: VoidReason) => void
