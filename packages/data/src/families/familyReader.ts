import type { FamilyPool } from '@outrigger/core'
import type { Hex } from 'viem'
import type { HistoryIndex } from '../addressIndex/historyIndex.ts'
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
import type { Reconciliation } from './reconciliation.ts'

/** A block by number, hash, or tag such as `latest`. */
export type BlockReference = bigint | string

/**
 * How the chains of a family are read. Each function throws `UnknownBlockError` or `UnknownTransactionError` for what the
 * chain does not have, `InvalidAddressError`, `InvalidHashError` or `InvalidBlockError` for what has not its form, and
 * `MethodsMissingError` where no provider can answer.
 */
export type FamilyReader = {
  getBalance(pool: FamilyPool, question: { readonly address: string; readonly block?: bigint }): Promise<FamilyBalance>
  getTransaction(pool: FamilyPool, question: { readonly hash: string }): Promise<FamilyTransaction>
  getBlock(pool: FamilyPool, question: BlockQuestion): Promise<FamilyBlock>
  getBlockTransactions(pool: FamilyPool, question: BlockPage): Promise<FamilyBlockTransactions>
  getHistory(pool: FamilyPool, question: HistoryPage): Promise<FamilyHistory>
  getNetworkStats(pool: FamilyPool, question: StatsQuestion): Promise<FamilyNetworkStats>
  /** A block without its transactions; absent where `getBlock` costs no more. */
  getHeader?(pool: FamilyPool, question: { readonly block: BlockReference }): Promise<FamilyHeader>
  /** Absent, as the others below, from a family that has no such thing. */
  callContract?(pool: FamilyPool, question: CallQuestion): Promise<FamilyCallResult>
  getLogs?(pool: FamilyPool, question: LogsQuestion): Promise<FamilyLogs>
  /** Validators that take part in consensus now; null where the node does not report. */
  getActiveValidators?(pool: FamilyPool): Promise<number | null>
  /** Holds the last blocks against the node's own figures. */
  reconcile?(pool: FamilyPool, question: { readonly blocks: number }): Promise<Reconciliation>
  /** In the node's own form. */
  getTransactionTrace?(pool: FamilyPool, question: { readonly hash: string }): Promise<unknown>
  getBlockTraces?(pool: FamilyPool, question: { readonly block: BlockReference }): Promise<unknown>
}

export type FamilyHeader = Pick<FamilyBlock, 'number' | 'hash' | 'parentHash' | 'timestamp'>

export type BlockQuestion = {
  readonly block: BlockReference
  /** With what takes all its transactions to know in `details`: the transactions, or sums over them. @default false */
  readonly full?: boolean
}
export type CallQuestion = { readonly to: string; readonly data: Hex; readonly block?: BlockReference }
export type LogsQuestion = {
  readonly address?: string
  /** By position; null is any. */
  readonly topics?: readonly (Hex | null)[]
  /** @default the last */
  readonly fromBlock?: bigint
  /** @default the latest */
  readonly toBlock?: bigint
}

export type StatsQuestion = {
  /** Over how many of the last blocks. Solana's nodes keep samples of their own instead. */
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
  /** A local index, of families that have one: used where no provider has an index of addresses. */
  readonly index?: HistoryIndex | undefined
}
