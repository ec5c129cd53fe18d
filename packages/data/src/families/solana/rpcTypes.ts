/** A number as the node wrote it. Lamports of large accounts exceed 2^53, so a lossless parser returns them as text or bigint. */
export type RpcInteger = number | string | bigint

/** The used fields of Solana's JSON-RPC answers. Fields that older nodes omit are optional. */
export type RpcTransaction = {
  readonly slot: RpcInteger
  readonly blockTime?: RpcInteger | null
} & RpcBlockTransaction

export type RpcBlockTransaction = {
  /** As objects (`json`, `jsonParsed`), or as text with its encoding. */
  readonly transaction: RpcEncodedTransaction | readonly [text: string, encoding: string] | string
  /** Null or absent if the node no longer has it. */
  readonly meta?: RpcMeta | null
  readonly version?: 'legacy' | number
}

export type RpcEncodedTransaction = {
  readonly signatures: readonly string[]
  readonly message: {
    readonly accountKeys: readonly (string | RpcAccountKey)[]
    /** Absent with `jsonParsed`, which has this information in each account. */
    readonly header?: RpcHeader
    readonly recentBlockhash: string
    readonly instructions: readonly RpcInstruction[]
    readonly addressTableLookups?: readonly RpcTableLookup[] | null
  }
}

export type RpcAccountKey = {
  readonly pubkey: string
  readonly signer: boolean
  readonly writable: boolean
  readonly source?: 'transaction' | 'lookupTable' | null
}

export type RpcHeader = {
  readonly numRequiredSignatures: number
  readonly numReadonlySignedAccounts: number
  readonly numReadonlyUnsignedAccounts: number
}

export type RpcTableLookup = {
  readonly accountKey: string
  readonly writableIndexes: readonly number[]
  readonly readonlyIndexes: readonly number[]
}

/** An instruction in any of its three forms: by index, by address, or parsed. */
export type RpcInstruction = {
  readonly programIdIndex?: number
  readonly programId?: string
  readonly accounts?: readonly (number | string)[]
  /** Base58. */
  readonly data?: string
  readonly program?: string
  readonly parsed?: unknown
  readonly stackHeight?: number | null
}

export type RpcMeta = {
  readonly err: unknown
  readonly fee: RpcInteger
  readonly preBalances: readonly RpcInteger[]
  readonly postBalances: readonly RpcInteger[]
  readonly preTokenBalances?: readonly RpcTokenBalance[] | null
  readonly postTokenBalances?: readonly RpcTokenBalance[] | null
  readonly innerInstructions?:
    | readonly { readonly index: number; readonly instructions: readonly RpcInstruction[] }[]
    | null
  readonly logMessages?: readonly string[] | null
  readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] } | null
  readonly computeUnitsConsumed?: RpcInteger | null
  readonly rewards?: readonly RpcReward[] | null
  readonly returnData?: { readonly programId: string; readonly data: readonly [string, string] } | null
}

export type RpcTokenBalance = {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string | null
  readonly programId?: string | null
  readonly uiTokenAmount: RpcTokenAmount
}

export type RpcTokenAmount = { readonly amount: string; readonly decimals: number }

export type RpcReward = {
  readonly pubkey: string
  readonly lamports: RpcInteger
  readonly postBalance: RpcInteger
  readonly rewardType?: string | null
  readonly commission?: number | null
}

export type RpcBlock = {
  readonly blockhash: string
  readonly previousBlockhash: string
  readonly parentSlot: RpcInteger
  readonly blockHeight?: RpcInteger | null
  readonly blockTime?: RpcInteger | null
  readonly rewards?: readonly RpcReward[] | null
  /** With `transactionDetails: 'full'`. */
  readonly transactions?: readonly RpcBlockTransaction[] | null
  /** With `transactionDetails: 'signatures'`. */
  readonly signatures?: readonly string[] | null
}

export type RpcTokenAccount = {
  readonly pubkey: string
  readonly account: {
    readonly owner: string
    readonly lamports: RpcInteger
    readonly data: {
      readonly parsed: {
        readonly info: {
          readonly mint: string
          readonly owner: string
          readonly state: string
          readonly isNative: boolean
          readonly tokenAmount: RpcTokenAmount
        }
      }
    }
  }
}

export type RpcSignature = {
  readonly signature: string
  readonly slot: RpcInteger
  readonly err: unknown
  readonly memo?: string | null
  readonly blockTime?: RpcInteger | null
  readonly confirmationStatus?: 'processed' | 'confirmed' | 'finalized' | null
}

/** An answer with its slot. */
export type RpcAt<value> = { readonly context: { readonly slot: RpcInteger }; readonly value: value }
