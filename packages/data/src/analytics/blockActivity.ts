/** The counted activity of one block. */
export type BlockActivity = {
  readonly number: number
  /** Hash of the block. Empty for a Solana slot without a block. */
  readonly hash: string
  readonly parentHash: string | null
  /** Unix seconds. */
  readonly timestamp: number
  /** Transactions of users, without Bitcoin coinbases and Solana votes. */
  readonly transactions: number
  /** Smallest units of the native currency that successful transactions moved between distinct parties, without fees. */
  readonly volume: bigint
  /** In the unit of the family. Null in the Bitcoin family, and if the node does not report all of it. */
  readonly gasUsed: bigint | null
  /** Number of senders whose first transaction (nonce 0) is in this block. Null outside the EVM family. */
  readonly newWallets: number | null
  /**
   * False if the node did not report which transactions failed. `volume` then includes the value of failed
   * transactions.
   */
  readonly isVerified: boolean
  /** Sources and destinations, also of failed transactions. May contain duplicates. */
  readonly addresses: Iterable<string>
}
