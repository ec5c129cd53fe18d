import type { Hex } from 'viem'
import type { AsOf } from '../asOf.ts'

/** A family whose pool is a `FamilyPool`. */
export type OtherFamily = 'bitcoin' | 'solana' | 'starknet' | 'cosmos'

type Of<family> = { readonly family: family; readonly chain: string }

/** Native balance of an address. `details` contains the fields that only the family has. */
export type FamilyBalance<family extends OtherFamily = OtherFamily, details extends object = object> = Of<family> & {
  readonly address: string
  /** In the smallest unit. */
  readonly balance: bigint
  /** Name of the smallest unit: sat, lamports, fri, uatom. */
  readonly unit: string
  readonly details: details
  readonly asOf: AsOf
}

/** A transaction. The family's reader documents the meaning of `from`, `to` and `value`. */
export type FamilyTransaction<
  family extends OtherFamily = OtherFamily,
  details extends object = object,
> = Of<family> & {
  readonly hash: string
  /** Sender. Null if it is unknown, or if there is none, for example in a coinbase. */
  readonly from: string | null
  readonly to: string | null
  /** In the smallest unit of the native currency. */
  readonly value: bigint
  /** Fee in the smallest unit. Null if it is unknown. */
  readonly fee: bigint | null
  /** In the unit of the family: virtual bytes, compute units, gas. */
  readonly gasUsed: bigint | null
  /** Price with its unit, such as `12.5 sat/vB`. */
  readonly gasPrice: string | null
  /** Null while the transaction is pending. */
  readonly blockNumber: bigint | null
  readonly blockHash: string | null
  /** Unix seconds. Null while the transaction is pending, and if the node does not report the time. */
  readonly timestamp: bigint | null
  readonly status: 'pending' | 'success' | 'failed'
  readonly details: details
  /** Null while the transaction is pending. */
  readonly asOf: AsOf | null
}

export type FamilyBlock<family extends OtherFamily = OtherFamily, details extends object = object> = Of<family> & {
  readonly number: bigint
  /** Null for the pending block of Starknet. */
  readonly hash: string | null
  /** Null for the first block. */
  readonly parentHash: string | null
  /** Unix seconds. Null if the node has no time for the block, as with some old Solana blocks. */
  readonly timestamp: bigint | null
  /** Number of transactions. */
  readonly transactions: number
  /** Producer of the block. Null if it is unknown. */
  readonly miner: string | null
  /** Used amount, in the family's unit of size or work. The next field is the allowed amount. */
  readonly gasUsed: bigint | null
  readonly gasLimit: bigint | null
  /** Base fee with its unit. Null if the block has none. */
  readonly baseFee: string | null
  readonly details: details
  readonly asOf: AsOf
}

/** Transactions of one block, in block order. */
export type FamilyBlockTransactions<
  family extends OtherFamily = OtherFamily,
  transaction extends FamilyTransaction = FamilyTransaction,
> = Of<family> & {
  readonly number: bigint
  readonly hash: string | null
  /** Number of transactions in the block. */
  readonly total: number
  /** At most `limit` transactions, from `offset` on. */
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
  /** Cursor of the next page. Null at the end. */
  readonly nextCursor: string | null
  readonly coverage: {
    readonly fromBlock: bigint
    readonly toBlock: bigint
    /** Whether the range has no gaps. */
    readonly complete: boolean
    /** Interface or method that found the transactions, or `address index`. */
    readonly source: string
    /** Blocks of the local index that cover the address, if it was used. */
    readonly index?: { readonly fromBlock: bigint; readonly toBlock: bigint; readonly isWholeChain: boolean }
  }
  readonly asOf: AsOf
}

/** The result of a read-only contract call. */
export type FamilyCallResult<family extends OtherFamily = OtherFamily> = Of<family> & {
  readonly result: Hex
  /** `result` as text, if its type is known. */
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

/** Load of a chain over its last blocks. A value is null if the family or the node does not report it. */
export type FamilyNetworkStats<family extends OtherFamily = OtherFamily> = Of<family> & {
  readonly latestBlock: bigint
  /** Mean seconds between the last blocks. */
  readonly blockTime: number | null
  /** Transactions per second over the same blocks. */
  readonly tps: number | null
  readonly pendingTransactions: number | null
  /** Used share of the latest block. */
  readonly gasUsedRatio: number | null
  readonly peerCount: number | null
  readonly asOf: AsOf
}
