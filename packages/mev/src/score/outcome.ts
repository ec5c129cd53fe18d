/** Why carrying out a finding would have yielded less than it said. */
export type FailureReason =
  /** Less than 90 % of the estimate, by the pools as the chain left them. */
  | 'lessProfit'
  /** A pending transaction that it needs would have been reverted behind the swaps before it. */
  | 'victimReverts'
  /** A pool could not have carried the planned swaps out. */
  | 'poolReverts'
  /** A liquidation, or a call in another name, is reverted on the state before the block. */
  | 'callReverts'
  /** The transactions did something else to the pools than was computed, so nobody knows the yield. */
  | 'otherSwaps'

/** Why a finding cannot be held against the chain. */
export type VoidReason =
  /** Its transactions never came to a block. */
  | 'dropped'
  | 'replaced'
  /** One of them was reverted on chain. */
  | 'reverted'
  /** The detector took it back before its transactions were mined. */
  | 'withdrawn'
  /** Its transactions were mined in different blocks. */
  | 'differentBlocks'
  /** Its block left the chain. */
  | 'reorganised'
  /** The pools at that place of the block are not known. */
  | 'unknownPools'
  /** No pool says what the profit is worth in native currency. */
  | 'unknownValue'
  /** It is not one of swaps, and no provider simulates it. */
  | 'undecidable'
  /** The logs of its block, or whether a transaction succeeded there, could not be read. */
  | 'unavailable'
  /** More was to be scored than is kept. */
  | 'overload'

/** What carrying out a finding in the position it names would have yielded. Wei, after the estimate's own costs. */
export type Outcome =
  /** At least 90 % of the estimate, which is what its confidence is the probability of. */
  | { readonly kind: 'held'; readonly profit: bigint }
  | { readonly kind: 'failed'; readonly profit: bigint; readonly why: FailureReason }
  /** Does not count. */
  | { readonly kind: 'void'; readonly why: VoidReason }
