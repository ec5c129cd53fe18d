import { existsSync } from 'node:fs'
import { getChain } from '@outrigger/core'
import { getIndexStatus, type IndexedScope, type RemovedIndex, removeFromIndex } from '@outrigger/data/address-index'
import { indexableChains, toIndexPath } from '@outrigger/server/internal'
import type { Command } from 'commander'
import { openLocalIndex, requireDataDir } from '../chainData/localIndex.ts'
import { toAddress } from '../chainData/parameters.ts'
import { createChainDataNode } from '../config/chainNode.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { wrap } from '../output/text.ts'
import { type AddCommand, addSubcommand, type Cli, type GlobalFlags, withDataDir, withProviders } from './command.ts'

type AddFlags = ConfigFlags & GlobalFlags & { readonly all?: boolean; readonly from?: string }

/** Between two lines of progress. */
const progressMs = 1_000

/** `outrigger index`: a local index of addresses, for history where nodes have none. */
export const addAddressIndex: AddCommand = (program, cli) => {
  const index = program.command('index').description('a local index of addresses, for their history')
  addAdd(index, cli)
  addStatus(index, cli)
  addRemove(index, cli)
}

function addAdd(index: Command, cli: Cli): void {
  const command = addSubcommand(
    index,
    'add <chain> [address]',
    'read the transactions of an address, or of all, into it',
  )
  withDataDir(withProviders(command))
    .option('--all', 'the whole chain instead of one address')
    .option('--from <block>', 'how far back')
    .action((chain: string, text: string | undefined, flags: AddFlags) =>
      cli.run(flags, async (output, signal) => {
        const address = toWanted(chain, text, flags)
        const fromBlock = toFrom(flags.from)
        const { node, pool, name } = await createChainDataNode(flags, chain)
        await using _ = node
        await using index = await openLocalIndex(flags, pool, { isNew: true })
        await index?.add({ fromBlock, ...(address !== null && { address }) })
        const result = await index?.backfill({ signal, onProgress: createProgress(output, name) })
        showStatus(
          output,
          (index?.status() ?? []).map((scope) => ({ chain: name, ...scope })),
        )
        if (result?.stopped) output.note(`${result.stopped} The same command goes on where it ended.`)
      }),
    )
}

function addStatus(index: Command, cli: Cli): void {
  const command = addSubcommand(index, 'status', 'what the indexes of this data directory hold')
  withDataDir(command)
    .option('--config <file>', 'configuration file (default: outrigger.config.{json,mjs} here)')
    .action((flags: ConfigFlags & GlobalFlags) =>
      cli.run(flags, async (output) => {
        const dataDir = await requireDataDir(flags)
        const rows: Row[] = []
        for (const chain of indexableChains) {
          const path = toIndexPath(dataDir, chain)
          if (!existsSync(path)) continue
          rows.push(...(await getIndexStatus(path)).map((scope) => ({ chain, ...scope })))
        }
        if (rows.length === 0) output.note('No index yet: outrigger index add <chain> <address> --from <block>')
        showStatus(output, rows)
      }),
    )
}

type RemoveFlags = ConfigFlags & GlobalFlags & { readonly all?: boolean }

function addRemove(index: Command, cli: Cli): void {
  const command = addSubcommand(index, 'remove <chain> [address]', 'take an address, or the whole chain, out of it')
  withDataDir(command)
    .option('--config <file>', 'configuration file (default: outrigger.config.{json,mjs} here)')
    .option('--all', 'the whole chain; addresses that were added by themselves stay')
    .action((chain: string, text: string | undefined, flags: RemoveFlags) =>
      cli.run(flags, async (output) => {
        const address = toWanted(chain, text, flags)
        const { name } = getChain(chain)
        const path = toIndexPath(await requireDataDir(flags), name)
        const removed = existsSync(path) ? await removeFromIndex(path, address === null ? {} : { address }) : null
        const what = address ?? 'the whole chain'
        if (removed === null)
          throw new UsageError(`The index of ${name} does not hold ${what}: outrigger index status says what it holds.`)
        showRemoved(output, name, removed)
        if (await isConfigured(flags, name))
          output.note(`addressIndex.${name} is in the configuration: a node may add it again with its next start.`)
      }),
    )
}

async function isConfigured(flags: ConfigFlags, chain: string): Promise<boolean> {
  return toConfig(await loadSettings(flags)).addressIndex?.[chain] !== undefined
}

function showRemoved(output: Output, chain: string, { address, held, entries }: RemovedIndex): void {
  const row = {
    chain,
    address,
    removed_entries: entries,
    from_block: held && Number(held.fromBlock),
    to_block: held && Number(held.toBlock),
  }
  const range = held === null ? 'no block was held' : `blocks ${held.fromBlock} to ${held.toBlock}`
  const text = `Removed ${address ?? 'the whole chain'} from the index of ${chain}: ${range}, ${entries} entries.`
  output.data(row, () => wrap(text, getLineWidth()))
}

/** An address as it is written; null for the whole chain. @throws {UsageError} */
function toWanted(chain: string, text: string | undefined, { all }: { readonly all?: boolean }): string | null {
  if ((text === undefined) !== (all === true))
    throw new UsageError('Name an address, or use --all for the whole chain.')
  const { family, name } = getChain(chain)
  if (!(indexableChains as readonly string[]).includes(name))
    throw new UsageError(`${chain} has no index of addresses: its nodes have histories of their own.`)
  return text === undefined ? null : toAddress(text, family)
}

function toFrom(text: string | undefined): bigint {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return BigInt(text)
  throw new UsageError('--from takes the number of the block to begin with.')
}

function createProgress(output: Output, chain: string) {
  let saidMs = Number.NEGATIVE_INFINITY
  return ({ added, missing }: { readonly added: number; readonly missing: number }) => {
    if (missing > 0 && performance.now() - saidMs < progressMs) return
    saidMs = performance.now()
    output.progress(`Indexing ${chain}: ${added} blocks read, ${missing} to go …`)
  }
}

type Row = IndexedScope & { readonly chain: string }

function showStatus(output: Output, scopes: readonly Row[]): void {
  const rows = scopes.map(({ chain, address, wantedFrom, held, isComplete }) => ({
    chain,
    address,
    wanted_from: Number(wantedFrom),
    complete: isComplete,
    from_block: held && Number(held.fromBlock),
    to_block: held && Number(held.toBlock),
  }))
  if (output.json) for (const row of rows) output.data(row, () => [])
  else if (rows.length > 0) output.data(rows, () => toLines(rows))
}

type Line = {
  readonly chain: string
  readonly address: string | null
  readonly wanted_from: number
  readonly complete: boolean
  readonly from_block: number | null
  readonly to_block: number | null
}

function toLines(rows: readonly Line[]): readonly string[] {
  const right = (title: string) => ({ title, align: 'right' as const })
  const columns = [
    { title: 'chain' },
    { title: 'address', shorten: true },
    right('from'),
    right('to'),
    right('wanted from'),
  ]
  return [
    ...toTable(
      columns,
      rows.map((row) => [
        ...[row.chain, row.address ?? 'all', String(row.from_block ?? '-'), String(row.to_block ?? '-')],
        String(row.wanted_from),
      ]),
    ),
    '',
    ...(rows.every(({ chain }) => getChain(chain).family !== 'evm')
      ? []
      : wrap('internal transactions are not in it: they take a node with traces', getLineWidth())),
  ]
}
