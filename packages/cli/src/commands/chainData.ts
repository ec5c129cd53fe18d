import { type ChainName, getChain } from '@outrigger/core'
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
import { decodeCall, toCallLines } from '../chainData/decodedCall.ts'
import { openLocalIndex } from '../chainData/localIndex.ts'
import { toAddress, toBlock, toHash, toLimit } from '../chainData/parameters.ts'
import { showRow, toAsOfLines, toTraceLines } from '../chainData/showChainData.ts'
import { createChainDataNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toAccount } from '../ens/toAccount.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { toTransactionRows } from '../rows/transactions.ts'
import { type AddCommand, type Cli, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags & { readonly limit?: string; readonly cursor?: string; readonly trace?: boolean }
type Show<parameter> = (parameter: parameter, pool: ChainPool, output: Output, flags: Flags) => Promise<void>

/** `outrigger balance`: the native balance of an address, and its block. */
export const addBalance: AddCommand = (program, cli) => {
  const command = program
    .command('balance <chain> <address>')
    .description('show the native balance of an address or ENS name')
  addShow(command, cli, toAddress, async (address, pool, output) => {
    const found = await getBalance(pool, { address })
    showRow(output, toWireBalance(found, pool.chain), found.asOf)
  })
}

/** `outrigger block`: one block. */
export const addBlock: AddCommand = (program, cli) => {
  const command = program
    .command('block <chain> <block>')
    .description('show a block by number, by hash or by a tag such as latest')
  addShow(command, cli, toBlock, async (block, pool, output) => {
    const found = await getBlock(pool, { block, full: true })
    showRow(output, toWireBlock(found), found.asOf)
  })
}

/** `outrigger tx`: one transaction and its outcome, or its calls. */
export const addTransaction: AddCommand = (program, cli) => {
  const command = program
    .command('tx <chain> <hash>')
    .description('show a transaction, its outcome and its decoded call')
    .option('--trace', 'print the calls of the transaction instead')
  addShow(command, cli, toHash, async (hash, pool, output, { trace }) => {
    if (trace) {
      const traces = await getTransactionTrace(pool, { hash })
      const row = toSnakeCase<unknown>({ transactionHash: hash, traces })
      return output.data(row, () => toTraceLines(traces, pool.chain.family))
    }
    const found = await getTransaction(pool, { hash })
    const call = found.family === 'evm' ? decodeCall(found) : null
    const lines = call === null ? [] : toCallLines(pool.chain.name as ChainName, call)
    showRow(output, toWireChainTransaction(found, pool.chain), found.asOf, { fields: { ...(call && { call }) }, lines })
  })
}

/** `outrigger history`: transactions of an address, found without a hosted indexer. */
export const addHistory: AddCommand = (program, cli) => {
  const command = program
    .command('history <chain> <address>')
    .description('list the transactions of an address or ENS name, newest first')
    .option('--limit <n>', 'maximum number of transactions, 1 to 1000 (default: 25)')
    .option('--cursor <cursor>', 'continue after the previous page')
  addShow(withDataDir(command), cli, toAddress, async (address, pool, output, flags) => {
    const { limit = '25', cursor } = flags
    await using index = await openLocalIndex(flags, pool)
    // The newest blocks of EVM chains are searched one by one. Other families have only the index.
    if (pool.chain.family !== 'evm' && index?.held(address)) await index.backfill({ maxBlocks: 1 })
    const found = await getHistory(pool, { address, index, limit: toLimit(limit), ...(cursor && { cursor }) })
    const row = toWireAddressHistory(found, pool.chain)
    output.data(
      { ...row, as_of: toWireAsOf(found.asOf) },
      () => toHistoryLines(row, toAsOfLines(found.asOf)),
      () => toTransactionRows(row.transactions, pool.chain),
    )
  })
}

/** Adds the action of a command about one item of one chain. Checks the argument before any request. */
function addShow<parameter>(
  command: Command,
  cli: Cli,
  parse: (text: string, family: ChainFamily) => parameter,
  show: Show<parameter>,
): void {
  withProviders(command).action((chain: string, text: string, flags: Flags) =>
    cli.run(async (output) => {
      const { family } = getChain(chain)
      const isName = parse === toAddress && family === 'evm'
      const parameter = parse(isName ? await toAccount(text, flags, output) : text, family)
      const { node, pool } = await createChainDataNode(flags, chain)
      await using _ = node
      await show(parameter, pool, output, flags)
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
    String(block_number ?? '-'),
    timestamp?.slice(0, 19).replace('T', ' ') ?? '-',
    hash,
    from ?? '-',
    to ?? '-',
    value,
    status,
  ])
  const missing = coverage.complete ? '' : '; internal transactions are missing because this node has no traces'
  const { index } = coverage
  const range = index === undefined ? '' : `; the index has blocks ${index.from_block} to ${index.to_block}`
  return [
    ...(rows.length === 0 ? ['No transactions in these blocks.'] : toTable(columns, rows)),
    '',
    `blocks ${coverage.from_block} to ${coverage.to_block}, by ${coverage.source}${range}${missing}`,
    ...(next_cursor === null ? [] : [`older transactions: --cursor ${next_cursor}`]),
    ...asOf,
  ]
}
