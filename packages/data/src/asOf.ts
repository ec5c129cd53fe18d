/**
 * How final a block is: `included` may still be replaced, `safe` is attested (the chain's `safe` tag), `final` cannot be
 * replaced without slashing (its `finalized` tag). The readers of other families say what they mean in their terms.
 */
export type Finality = 'included' | 'safe' | 'final'

/** The block an answer is of, and who gave it. */
export type AsOf = {
  readonly block: bigint
  /** Null where nobody gives it: a block of Starknet has none before it is accepted. */
  readonly hash: string | null
  /** Time since the block's own time, ms; never below 0. Of a block of Solana without a time, from the slots since. */
  readonly ageMs: number
  readonly finality: Finality
  /** Names of the endpoints that answered. */
  readonly source: string
}
