import type { ProviderPool } from '@outrigger/core'
import type { OutriggerNode } from '@outrigger/server'
import type { Address } from 'viem'
import type { MinedBlock } from '../rows/blocks.ts'
import type { Schema, Table } from '../rows/schema.ts'

/** Reads the rows of a block. All of them belong to the block of this hash. */
export type RowReader = (block: MinedBlock) => Promise<Table>

/** The rows of a data set that an export selects. */
export type RowSource = {
  /** The selection as text. The files of a directory have rows of one selection. */
  readonly selection: Readonly<Record<string, string>>
  /** Prepares to read blocks from `from` on, in any order. */
  open(from: bigint): RowReader | Promise<RowReader>
}

/** Options of the command that select rows. */
export type SelectionFlag = 'token' | 'address' | 'protocol'

/** What these options select. Undefined without the option. */
export type Selection = {
  readonly pool: ProviderPool
  readonly lending: Pick<OutriggerNode['lending'], 'protocols'>
  readonly tokens: readonly string[] | undefined
  readonly addresses: readonly Address[] | undefined
  readonly protocols: readonly string[] | undefined
}

export type Dataset = {
  readonly schema: Schema
  /** The options that apply to it. */
  readonly flags: readonly SelectionFlag[]
  /** @throws {UsageError} nothing can be read of a selected item */
  select(selection: Selection): RowSource | Promise<RowSource>
}
