import type { Hex } from 'viem'

/**
 * How final a block is: `included` may still be replaced, `safe` is attested (the chain's `safe` tag), `final` cannot be
 * replaced without slashing (its `finalized` tag).
 */
export type Finality = 'included' | 'safe' | 'final'

/** The block an answer is of, and who gave it. */
export type AsOf = {
  readonly block: bigint
  readonly hash: Hex
  /** Time since the block's own time, ms; never below 0. */
  readonly ageMs: number
  readonly finality: Finality
  /** Names of the endpoints that answered. */
  readonly source: string
}
