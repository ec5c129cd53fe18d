import type { ScriptType } from './script.ts'

/** An input of a transaction. What it spends is null where that is not known. */
export type BitcoinInput = {
  /** The transaction whose output it spends; null in a coinbase, and inside Litecoin's extension block. */
  readonly txid: string | null
  readonly vout: number | null
  readonly sequence: number | null
  /** Of the output it spends; null as well where that has none. */
  readonly address: string | null
  readonly valueSat: bigint | null
}

export type BitcoinOutput = {
  readonly n: number
  /** Null for scripts that have no single address: pay-to-pubkey, bare multisig, data, Litecoin's extension block. */
  readonly address: string | null
  readonly type: ScriptType
  /** Null of outputs inside Litecoin's extension block, whose amounts are hidden. */
  readonly valueSat: bigint | null
}

/** A transaction as its bytes say, with what its inputs spend as far as it is known. */
export type Decoded = {
  readonly txid: string
  /** Null where the interface does not report. */
  readonly wtxid: string | null
  readonly version: number
  readonly size: number | null
  readonly vsize: number | null
  readonly weight: number | null
  readonly lockTime: number
  readonly coinbase: boolean
  readonly inputs: readonly BitcoinInput[]
  readonly outputs: readonly BitcoinOutput[]
  /** As the node says; null where it does not. */
  readonly feeSat: bigint | null
}

/** Where a transaction is in the chain. */
export type Mined = {
  readonly height: bigint
  readonly hash: string
  /** Unix seconds. */
  readonly time: bigint
  readonly confirmations: number
}

/** A block's place in the chain. */
export type Point = Mined & { readonly parentHash: string | null }

export type BlockHeader = Point & {
  readonly transactions: number
  /** Id of its first transaction, where the interface reports it. */
  readonly first: string | null
  readonly size: number | null
  readonly weight: number | null
  readonly version: number
  readonly merkleRoot: string
  readonly nonce: number
  readonly bits: string
}
