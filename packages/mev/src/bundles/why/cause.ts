import type { Hex } from 'viem'

/** Why a bundle is not in its block. */
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
  /** One sentence. */
  readonly message: string
  /** Of the bundle's transaction that it is about. */
  readonly position?: number
  /** The other's transaction. */
  readonly transaction?: Hex
  readonly relay?: string
}
