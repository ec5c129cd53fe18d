/** What is known of a finding that speaks for or against it. Counts are of its own swaps and transactions. */
export type ConfidenceInputs = {
  /** Whether a node has carried it out as well. */
  readonly isSimulated: boolean
  /** Whether it needs pending transactions; else the state alone makes it. */
  readonly restsOnPending: boolean
  /** Swaps of the one who takes it. */
  readonly hops: number
  /** Tokens whose transfers nobody has measured: they may keep a part, or refuse to be sold. */
  readonly unknownTokens: number
  /** Pools of factories that are not known. */
  readonly unknownPools: number
  /** Other pending transactions on the same pools that are expected before it. */
  readonly rivalsBefore: number
  /** Those expected after it. */
  readonly rivalsAfter: number
  /** `ln(1 + gap)` of the tip to the nearest rival's, as a share of it; 3 without rivals, 0 at equal tips. */
  readonly tipMargin: number
  /** Pending transactions that it needs and that wait for an earlier nonce. */
  readonly queued: number
  /** Parts of the transaction that could not be computed; one where it was simulated. */
  readonly gaps: number
}
