import type { Hex } from 'viem'
import type { AsOf } from '../asOf.ts'

/** A family whose pool is a `FamilyPool`. */
export type OtherFamily = 'bitcoin' | 'solana' | 'starknet' | 'cosmos'

type Of<family> = { readonly family: family; readonly chain: string }

/** Native balance of an address. `details` is what only the family has. */
export type FamilyBalance<family extends OtherFamily = OtherFamily, details extends object = object> = Of<family> & {
  readonly address: string
  /** In the smallest unit. */
  readonly balance: bigint
  /** Name of the smallest unit: sat, lamports, fri, uatom. */
  readonly unit: string
  readonly details: details
  readonly asOf: AsOf
}

/** A transaction. What `from`, `to` and `value` mean is said by its family's reader. */
export type FamilyTransaction<
  family extends OtherFamily = OtherFamily,
  details extends object = object,
> = Of<family> & {
  readonly hash: string
  /** Null where there is none, as in a coinbase. */
  readonly from: string | null
  readonly to: string | null
  /** In the smallest unit of the native currency. */
  readonly value: bigint
  /** In the smallest unit; null where it is not known. */
  readonly fee: bigint | null
  /** Of the family's measure: virtual bytes, compute units, gas. */
  readonly gasUsed: bigint | null
  /** With its unit, such as `12.5 sat/vB`. */
  readonly gasPrice: string | null
  /** Null while it is pending. */
  readonly blockNumber: bigint | null
  readonly blockHash: string | null
  /** Unix seconds; null while it is pending. */
  readonly timestamp: bigint | null
  readonly status: 'pending' | 'success' | 'failed'
  readonly details: details
  /** Null while it is pending. */
  readonly asOf: AsOf | null
}

export type FamilyBlock<family extends OtherFamily = OtherFamily, details extends object = object> = Of<family> & {
  readonly number: bigint
  /** Null of a block of Starknet that is being made. */
  readonly hash: string | null
  /** Null of the first block. */
  readonly parentHash: string | null
  /** Unix seconds; null where the node has no time for it, as some of Solana for old blocks. */
  readonly timestamp: bigint | null
  /** How many. */
  readonly transactions: number
  /** Who made it, where that is known. */
  readonly miner: string | null
  /** Used and allowed, in the family's measure of size or work. */
  readonly gasUsed: bigint | null
  readonly gasLimit: bigint | null
  /** With its unit; null where the chain has none. */
  readonly baseFee: string | null
  readonly details: details
  readonly asOf: AsOf
}

/** Transactions of one block, in its order. */
export type FamilyBlockTransactions<
  family extends OtherFamily = OtherFamily,
  transaction extends FamilyTransaction = FamilyTransaction,
> = Of<family> & {
  readonly number: bigint
  readonly hash: string | null
  /** How many the block has. */
  readonly total: number
  /** Those from `offset` on, `limit` at most. */
  readonly transactions: readonly transaction[]
  readonly asOf: AsOf
}

/** Transactions of an address, newest first. */
export type FamilyHistory<
  family extends OtherFamily = OtherFamily,
  transaction extends FamilyTransaction = FamilyTransaction,
> = Of<family> & {
  readonly address: string
  readonly transactions: readonly transaction[]
  /** For the next page; null at the end. */
  readonly nextCursor: string | null
  readonly coverage: {
    readonly fromBlock: bigint
    readonly toBlock: bigint
    /** Whether nothing is missing in between. */
    readonly complete: boolean
    /** Interface or method they were found by, or `address index`. */
    readonly source: string
    /** Blocks that a local index holds of the address, where it was used. */
    readonly index?: { readonly fromBlock: bigint; readonly toBlock: bigint; readonly isWholeChain: boolean }
  }
  readonly asOf: AsOf
}

/** What a contract answers to a read-only call. */
export type FamilyCallResult<family extends OtherFamily = OtherFamily> = Of<family> & {
  readonly result: Hex
  /** `result` in words, where its form is known. */
  readonly decoded: string
  readonly asOf: AsOf
}

/** Events of a range of blocks. */
export type FamilyLogs<family extends OtherFamily = OtherFamily> = Of<family> & {
  readonly fromBlock: bigint
  readonly toBlock: bigint
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: Hex
    readonly blockNumber: bigint
    readonly transactionHash: string
    readonly logIndex: number
  }[]
  readonly asOf: AsOf
}

/** How busy a chain is, over its last blocks. Null is what the family or the node does not have. */
export type FamilyNetworkStats<family extends OtherFamily = OtherFamily> = Of<family> & {
  readonly latestBlock: bigint
  /** Mean seconds between the last blocks. */
  readonly blockTime: number | null
  /** Transactions per second of the time they took. */
  readonly tps: number | null
  readonly pendingTransactions: number | null
  /** Share of the latest block that is used. */
  readonly gasUsedRatio: number | null
  readonly peerCount: number | null
  readonly asOf: AsOf
}
