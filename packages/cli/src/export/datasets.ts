import type { ChainName } from '@outrigger/core'
import type { ParityTrace } from '@outrigger/data'
import type { Transaction, TransactionReceipt } from 'viem'
import { blocks, type MinedBlock, toBlockRows } from '../rows/blocks.ts'
import { logs, toLogRows } from '../rows/logs.ts'
import { minedTransactions, toMinedTransactionRows } from '../rows/minedTransactions.ts'
import { pools, toPoolRows } from '../rows/pools.ts'
import { receipts, toReceiptRows } from '../rows/receipts.ts'
import type { Schema, Table } from '../rows/schema.ts'
import { toTraceRows, traces } from '../rows/traces.ts'

/** A block, and what a data set needs of it. All parts belong to the block of this hash. */
export type ReadBlock = {
  readonly block: MinedBlock
  readonly receipts: readonly TransactionReceipt[]
  readonly traces: readonly ParityTrace[]
}

export type Dataset = {
  readonly schema: Schema
  /** The part that is read beside the block. */
  readonly part: 'receipts' | 'traces' | null
  toTable(chain: string, read: ReadBlock): Table
}

const toTimeMs = ({ timestamp }: MinedBlock) => Number(timestamp) * 1000

/** What can be exported. All but pools have the names of cryo. */
export const datasets = {
  blocks: { schema: blocks, part: null, toTable: (chain, { block }) => toBlockRows(chain, block) },
  transactions: {
    schema: minedTransactions,
    part: null,
    toTable: (chain, { block }) =>
      toMinedTransactionRows(chain, block.transactions as Transaction<bigint, number, false>[], toTimeMs(block)),
  },
  receipts: {
    schema: receipts,
    part: 'receipts',
    toTable: (chain, read) => toReceiptRows(chain, read.receipts, toTimeMs(read.block)),
  },
  logs: {
    schema: logs,
    part: 'receipts',
    toTable: (chain, read) => toLogRows(chain, read.receipts, toTimeMs(read.block)),
  },
  pools: {
    schema: pools,
    part: 'receipts',
    toTable: (chain, read) => toPoolRows(chain as ChainName, read.receipts, toTimeMs(read.block)),
  },
  traces: {
    schema: traces,
    part: 'traces',
    toTable: (chain, { block, traces: found }) =>
      toTraceRows(chain, found, { number: block.number, hash: block.hash, timeMs: toTimeMs(block) }),
  },
} as const satisfies Readonly<Record<string, Dataset>>

export type DatasetName = keyof typeof datasets
