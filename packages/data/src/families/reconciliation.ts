/** Something that transactions and the node report differently. */
export type Difference = {
  /** The output, address or transaction it is about. */
  readonly what: string
  /** By the transactions. */
  readonly expected: string
  /** By the node. */
  readonly actual: string
}

/** What became of holding blocks against the node's own figures. */
export type Reconciliation = {
  readonly chain: string
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Of the last block, which the node's figures are of. */
  readonly hash: string
  readonly transactions: number
  /** Addresses that were touched. */
  readonly addresses: number
  /** None where all agrees. */
  readonly differences: readonly Difference[]
}
