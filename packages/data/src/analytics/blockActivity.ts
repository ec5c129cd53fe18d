/** What happened in one block, as far as it is counted. */
export type BlockActivity = {
  readonly number: number
  /** Empty for a slot of Solana without a block. */
  readonly hash: string
  readonly parentHash: string | null
  /** Unix seconds. */
  readonly timestamp: number
  /** Of users: no coinbase of Bitcoin, no votes of Solana. */
  readonly transactions: number
  /** Smallest units of the native currency that successful transactions moved between distinct parties, without fees. */
  readonly volume: bigint
  /** In the family's measure; null where it has none. */
  readonly gasUsed: bigint | null
  /** Senders of a first transaction, by its nonce of 0; null outside the EVM family. */
  readonly newWallets: number | null
  /** False where the node did not tell which transactions failed: `volume` then has what those would have moved. */
  readonly isVerified: boolean
  /** Sources and destinations, of failed transactions too; may repeat. */
  readonly addresses: Iterable<string>
}
