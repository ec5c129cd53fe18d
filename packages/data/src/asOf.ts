/**
 * Finality of a block. An `included` block may still be replaced. A `safe` block is attested (the chain's `safe`
 * tag). A `final` block cannot be replaced without slashing (the `finalized` tag). The readers of other families
 * document their own meaning.
 */
export type Finality = 'included' | 'safe' | 'final'

/** The block that an answer refers to, and the endpoints that answered. */
export type AsOf = {
  readonly block: bigint
  /** Hash of the block. Null if no endpoint reports it. A Starknet block has no hash before it is accepted. */
  readonly hash: string | null
  /**
   * Age of the block in ms by its own time, at least 0. For a Solana block without a time, the age is computed from
   * the number of later slots.
   */
  readonly ageMs: number
  readonly finality: Finality
  /** Names of the endpoints that answered. */
  readonly source: string
}
