import type { FamilyPool } from '@outrigger/core'
import type { Hex } from 'viem'
import type {
  FamilyBalance,
  FamilyBlock,
  FamilyBlockTransactions,
  FamilyCallResult,
  FamilyHistory,
  FamilyLogs,
  FamilyNetworkStats,
  FamilyTransaction,
} from './familyData.ts'
import type { HistoryIndex } from './historyIndex.ts'
import type { Reconciliation } from './reconciliation.ts'

/** A block by number, hash, or tag such as `latest`. */
export type BlockReference = bigint | string

/**
 * Reads the chains of a family. Each function throws `UnknownBlockError` or `UnknownTransactionError` if the chain does not have
 * the item. It throws `InvalidAddressError`, `InvalidHashError` or `InvalidBlockError` if the input is malformed, and
 * `MethodsMissingError` if no provider can answer.
 */
export type FamilyReader = {
  getBalance(pool: FamilyPool, question: { readonly address: string; readonly block?: bigint }): Promise<FamilyBalance>
  getTransaction(pool: FamilyPool, question: { readonly hash: string }): Promise<FamilyTransaction>
  getBlock(pool: FamilyPool, question: BlockQuestion): Promise<FamilyBlock>
  getBlockTransactions(pool: FamilyPool, question: BlockPage): Promise<FamilyBlockTransactions>
  getHistory(pool: FamilyPool, question: HistoryPage): Promise<FamilyHistory>
  getNetworkStats(pool: FamilyPool, question: StatsQuestion): Promise<FamilyNetworkStats>
  /** Returns a block without its transactions. Absent if `getBlock` costs the same. */
  getHeader?(pool: FamilyPool, question: { readonly block: BlockReference }): Promise<FamilyHeader>
  /** Calls a contract. This function and the functions below are absent from families without the feature. */
  callContract?(pool: FamilyPool, question: CallQuestion): Promise<FamilyCallResult>
  getLogs?(pool: FamilyPool, question: LogsQuestion): Promise<FamilyLogs>
  /** Returns the number of validators that currently take part in consensus. Null if the node does not report it. */
  getActiveValidators?(pool: FamilyPool): Promise<number | null>
  /** Checks the last blocks against the node's own figures. */
  reconcile?(pool: FamilyPool, question: { readonly blocks: number }): Promise<Reconciliation>
  /** Returns traces in the node's own form. */
  getTransactionTrace?(pool: FamilyPool, question: { readonly hash: string }): Promise<unknown>
  getBlockTraces?(pool: FamilyPool, question: { readonly block: BlockReference }): Promise<unknown>
}

export type FamilyHeader = Pick<FamilyBlock, 'number' | 'hash' | 'parentHash' | 'timestamp'>

export type BlockQuestion = {
  readonly block: BlockReference
  /**
   * Whether to add data to `details` that requires all transactions: the transactions, or sums over them. @default
   * false
   */
  readonly full?: boolean
}
export type CallQuestion = { readonly to: string; readonly data: Hex; readonly block?: BlockReference }
export type LogsQuestion = {
  readonly address?: string
  /** Topics by position. Null matches any topic. */
  readonly topics?: readonly (Hex | null)[]
  /** @default the last block */
  readonly fromBlock?: bigint
  /** @default the latest */
  readonly toBlock?: bigint
}

export type StatsQuestion = {
  /** Number of last blocks. Solana's nodes keep their own samples instead. */
  readonly blocks: number
}

export type BlockPage = {
  /** @default the latest */
  readonly block?: bigint
  readonly offset: number
  /** @default all */
  readonly limit?: number | undefined
}
export type HistoryPage = {
  readonly address: string
  readonly limit: number
  readonly cursor?: string | undefined
  /** A local index, for families that have one. It is used if no provider has an address index. */
  readonly index?: HistoryIndex | undefined
}
