/**
 * Finality of a block: `included` may still be replaced, `safe` is attested (the chain's `safe` tag), `final` cannot be replaced
 * without slashing (its `finalized` tag). The readers of other families document their own meaning.
 */
export type Finality = 'included' | 'safe' | 'final'

/** The block that an answer refers to, and the endpoints that answered. */
export type AsOf = {
  readonly block: bigint
  /** Null if no endpoint reports it: a Starknet block has no hash before it is accepted. */
  readonly hash: string | null
  /**
   * Age of the block by its own time, in ms, at least 0. For a Solana block without a time it is derived from the slots since.
   */
  readonly ageMs: number
  readonly finality: Finality
  /** Names of the endpoints that answered. */
  readonly source: string
}
