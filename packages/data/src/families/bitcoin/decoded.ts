import type { ScriptType } from './script.ts'

/** An input of a transaction. Fields of the spent output are null if the output is unknown. */
export type BitcoinInput = {
  /** The transaction whose output the input spends. Null in a coinbase, and inside Litecoin's extension block. */
  readonly txid: string | null
  readonly vout: number | null
  readonly sequence: number | null
  /** Address of the spent output. Null if the output is unknown or has no address. */
  readonly address: string | null
  readonly valueSat: bigint | null
}

export type BitcoinOutput = {
  readonly n: number
  /**
   * Address of the output. Null for scripts that have no single address: pay-to-pubkey, bare multisig, data,
   * Litecoin's extension block.
   */
  readonly address: string | null
  readonly type: ScriptType
  /** Null for outputs inside Litecoin's extension block, because their amounts are hidden. */
  readonly valueSat: bigint | null
}

/** A transaction decoded from its bytes. It includes the outputs that its inputs spend, as far as they are known. */
export type Decoded = {
  readonly txid: string
  /** Null if the interface does not report it. */
  readonly wtxid: string | null
  readonly version: number
  readonly size: number | null
  readonly vsize: number | null
  readonly weight: number | null
  readonly lockTime: number
  readonly coinbase: boolean
  readonly inputs: readonly BitcoinInput[]
  readonly outputs: readonly BitcoinOutput[]
  /** As reported by the node. Null if the node does not report it. */
  readonly feeSat: bigint | null
}

/** The position of a transaction in the chain. */
export type Mined = {
  readonly height: bigint
  readonly hash: string
  /** Unix seconds. */
  readonly time: bigint
  readonly confirmations: number
}

/** The position of a block in the chain. */
export type Point = Mined & { readonly parentHash: string | null }

export type BlockHeader = Point & {
  readonly transactions: number
  /** Id of its first transaction, if the interface reports it. */
  readonly first: string | null
  readonly size: number | null
  readonly weight: number | null
  readonly version: number
  readonly merkleRoot: string
  readonly nonce: number
  readonly bits: string
}
