/** A value that differs between the transactions and the node. */
export type Difference = {
  /** The output, address or transaction that differs. */
  readonly what: string
  /** Value computed from the transactions. */
  readonly expected: string
  /** Value reported by the node. */
  readonly actual: string
}

/** The result of checking blocks against the node's own figures. */
export type Reconciliation = {
  readonly chain: string
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Hash of the last block, which the node's figures refer to. */
  readonly hash: string
  readonly transactions: number
  /** Number of addresses in the blocks. */
  readonly addresses: number
  /** Empty if everything matches. */
  readonly differences: readonly Difference[]
}
