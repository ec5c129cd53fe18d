export type Coin = { readonly denom: string; readonly amount: bigint }

/** An event of a transaction, in plain text. */
export type CosmosEvent = {
  readonly type: string
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
}

/** A message in the JSON form of its type. If the interface does not decode it, `value` is its bytes in base64. */
export type CosmosMessage = { readonly '@type': string; readonly [field: string]: unknown }

/** A transaction of a block with its result. */
export type Decoded = {
  /** In upper case, as the chain writes it. */
  readonly hash: string
  readonly height: bigint
  /** 0 means success. */
  readonly code: number
  readonly codespace: string
  /** The chain's error message for a failed transaction. */
  readonly log: string
  readonly gasWanted: bigint
  readonly gasUsed: bigint
  readonly feeAmounts: readonly Coin[]
  /** Null if the first signer pays. */
  readonly feePayer: string | null
  readonly feeGranter: string | null
  readonly memo: string
  readonly messages: readonly CosmosMessage[]
  /** Account that the first message contains as its signer. Null if it cannot be determined. */
  readonly signer: string | null
  readonly events: readonly CosmosEvent[]
  /** The events of the messages alone, if the node distinguishes them. */
  readonly messageEvents: readonly CosmosEvent[]
  /** Unix seconds. Null if the answer does not include the time. */
  readonly time: bigint | null
}

export type BlockHeader = {
  readonly height: bigint
  /** In upper-case hex, like all hashes here. */
  readonly hash: string
  readonly parentHash: string | null
  /** Unix seconds. */
  readonly time: bigint
  readonly chainId: string
  /** Consensus address, hex. */
  readonly proposer: string
  readonly appHash: string
  readonly dataHash: string
  readonly validatorsHash: string
  /** Bytes of its transactions, base64. */
  readonly transactions: readonly string[]
}
