/** Known facts that raise or lower the confidence in a finding. Counts refer to its own swaps and transactions. */
export type ConfidenceInputs = {
  /** True if a node also executed the finding. */
  readonly isSimulated: boolean
  /** True if the finding needs pending transactions. False if the current state is sufficient. */
  readonly restsOnPending: boolean
  /** Number of the finding's swaps. */
  readonly hops: number
  /** Tokens with unmeasured transfers, which may be taxed or unsellable. */
  readonly unknownTokens: number
  /** Pools of unknown factories. */
  readonly unknownPools: number
  /** Rival pending transactions on the same pools that are expected before the finding. */
  readonly rivalsBefore: number
  /** Rival pending transactions that are expected after the finding. */
  readonly rivalsAfter: number
  /** `ln(1 + gap)`, where `gap` is the relative distance to the nearest rival's tip. 3 without rivals, 0 at equal tips. */
  readonly tipMargin: number
  /** Pending transactions that the finding needs and that wait for an earlier nonce. */
  readonly queued: number
  /** Parts of the transaction that were not computed. A simulation counts as one. */
  readonly gaps: number
}
