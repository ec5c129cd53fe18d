import type { Hex } from 'viem'

/** Reason why a bundle was not included. */
export type Cause = {
  readonly kind:
    | 'notSent'
    | 'late'
    | 'reverted'
    | 'conflict'
    | 'underpriced'
    | 'notSimulated'
    | 'timestamp'
    | 'notChosen'
  /** Explanation in one sentence. */
  readonly message: string
  /** Position of the affected transaction in the bundle. */
  readonly position?: number
  /** Hash of the conflicting transaction. */
  readonly transaction?: Hex
  readonly relay?: string
}
