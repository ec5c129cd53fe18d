import { getChain } from '@outrigger/core'
import type { ChainFamily } from '@outrigger/core/internal'
import { type ChainPool, getBalance, getBlock, getHistory, getTransaction, getTransactionTrace } from '@outrigger/data'
import {
  toSnakeCase,
  toWireAddressHistory,
  toWireAsOf,
  toWireBalance,
  toWireBlock,
  toWireChainTransaction,
} from '@outrigger/server/internal'
import type { Command } from 'commander'
import { openLocalIndex } from '../chainData/localIndex.ts'
import { toAddress, toBlock, toHash, toLimit } from '../chainData/parameters.ts'
import { showRow, toAsOfLines, toTraceLines } from '../chainData/showChainData.ts'
import { createChainDataNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, addSubcommand, type Cli, type GlobalFlags, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags & GlobalFlags
type Answer<parameter> = (parameter: parameter, pool: ChainPool, output: Output, flags: HistoryFlags) => Promise<void>
type HistoryFlags = Flags & { readonly limit?: string; readonly cursor?: string }

/** `outrigger balance`: native balance of an address, and the block it is of. */
export const addBalance: AddCommand = (program, cli) => {
  const command = addSubcommand(program, 'balance <chain> <address>', 'native balance of an address')
  ask(command, cli, toAddress, async (address, pool, output) => {
    const found = await getBalance(pool, { address })
    showRow(output, toWireBalance(found, pool.chain), found.asOf)
  })
}

/** `outrigger block`: one block. */
export const addBlock: AddCommand = (program, cli) => {
  const command = addSubcommand(program, 'block <chain> <block>', 'a block, by number, hash or tag such as latest')
  ask(command, cli, toBlock, async (block, pool, output) => {
    const found = await getBlock(pool, { block, full: true })
    showRow(output, toWireBlock(found), found.asOf)
  })
}

/** `outrigger tx`: one transaction with what became of it. */
export const addTransaction: AddCommand = (program, cli) => {
  const command = addSubcommand(program, 'tx <chain> <hash>', 'a transaction, and what became of it')
  ask(command, cli, toHash, async (hash, pool, output) => {
    const found = await getTransaction(pool, { hash })
    showRow(output, toWireChainTransaction(found, pool.chain), found.asOf)
  })
}

/** `outrigger history`: transactions of an address, newest first, found without a hosted indexer. */
export const addHistory: AddCommand = (program, cli) => {
  const command = addSubcommand(program, 'history <chain> <address>', 'transactions of an address, newest first')
    .option('--limit <n>', 'most transactions, 1 to 1000 (default: 25)')
    .option('--cursor <cursor>', 'go on where the page before ended')
  ask(withDataDir(command), cli, toAddress, async (address, pool, output, flags) => {
    const { limit = '25', cursor } = flags
    await using index = await openLocalIndex(flags, pool)
    // Of EVM chains the newest blocks are looked through one by one; of others the index is all there is.
    if (pool.chain.family !== 'evm' && index?.held(address)) await index.backfill({ maxBlocks: 1 })
    const found = await getHistory(pool, { address, index, limit: toLimit(limit), ...(cursor && { cursor }) })
    const row = toWireAddressHistory(found, pool.chain)
    output.data({ ...row, as_of: toWireAsOf(found.asOf) }, () => toHistoryLines(row, toAsOfLines(found.asOf)))
  })
}

/** `outrigger trace`: the calls a transaction made. */
export const addTrace: AddCommand = (program, cli) => {
  const command = addSubcommand(program, 'trace <chain> <hash>', 'the calls a transaction made')
  ask(command, cli, toHash, async (hash, pool, output) => {
    const traces = await getTransactionTrace(pool, { hash })
    output.data(toSnakeCase<unknown>({ transactionHash: hash, traces }), () => toTraceLines(traces, pool.chain.family))
  })
}

/** A question about one thing of one chain. What is typed wrongly is said before anybody is asked. */
function ask<parameter>(
  command: Command,
  cli: Cli,
  parse: (text: string, family: ChainFamily) => parameter,
  answer: Answer<parameter>,
): void {
  withProviders(command).action((chain: string, text: string, flags: HistoryFlags) =>
    cli.run(flags, async (output) => {
      const parameter = parse(text, getChain(chain).family)
      const { node, pool } = await createChainDataNode(flags, chain)
      await using _ = node
      await answer(parameter, pool, output, flags)
    }),
  )
}

function toHistoryLines(
  { transactions, next_cursor, coverage }: ReturnType<typeof toWireAddressHistory>,
  asOf: readonly string[],
): readonly string[] {
  const columns = [
    { title: 'block', align: 'right' },
    { title: 'time (UTC)' },
    { title: 'hash', shorten: true },
    { title: 'from', shorten: true },
    { title: 'to', shorten: true },
    { title: 'value', align: 'right' },
    { title: 'status' },
  ] as const
  const rows = transactions.map(({ block_number, timestamp, hash, from, to, value, status }) => [
    ...[String(block_number ?? '-'), timestamp?.slice(0, 19).replace('T', ' ') ?? '-', hash, from ?? '-', to ?? '-'],
    ...[value, status],
  ])
  const missing = coverage.complete ? '' : '; internal transactions are missing, as this node has no traces'
  const { index } = coverage
  const held = index === undefined ? '' : `; the index holds ${index.from_block} to ${index.to_block}`
  return [
    ...(rows.length === 0 ? ['No transactions in these blocks.'] : toTable(columns, rows)),
    '',
    `blocks ${coverage.from_block} to ${coverage.to_block}, by ${coverage.source}${held}${missing}`,
    ...(next_cursor === null ? [] : [`older ones: --cursor ${next_cursor}`]),
    ...asOf,
  ]
}
