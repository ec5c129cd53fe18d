import { existsSync } from 'node:fs'
import { getChain } from '@outrigger/core'
import { getIndexStatus, type IndexedScope, type RemovedIndex, removeFromIndex } from '@outrigger/data/address-index'
import { indexableChains, toIndexPath } from '@outrigger/server/internal'
import { openLocalIndex, requireDataDir } from '../chainData/localIndex.ts'
import { toAddress } from '../chainData/parameters.ts'
import { createChainDataNode } from '../config/chainNode.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { toAccount } from '../ens/toAccount.ts'
import { UsageError } from '../exitCodes.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { wrap } from '../output/text.ts'
import { type AddCommand, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags & { readonly all?: boolean; readonly from?: string; readonly remove?: boolean }

/** Time between two lines of progress. */
const progressMs = 1_000

/** `outrigger index`: a local index of addresses, for history if nodes have none. */
export const addAddressIndex: AddCommand = (program, cli) => {
  const command = program
    .command('index [chain] [address]')
    .description('show the local address indexes, or add or remove an address')
  withDataDir(withProviders(command))
    .option('--from <block>', 'number of the first block to index')
    .option('--remove', 'remove the address')
    .option(
      '--all',
      'index the whole chain instead of one address; with --remove, addresses that were added individually stay',
    )
    .action((chain: string | undefined, text: string | undefined, flags: Flags) =>
      cli.run(async (output, signal) => {
        if (chain === undefined) return showAll(flags, output)
        const isName = text !== undefined && getChain(chain).family === 'evm'
        const address = toScope(chain, isName ? await toAccount(text, flags, output) : text, flags)
        await (flags.remove ? remove(chain, address, flags, output) : add(chain, address, flags, { output, signal }))
      }),
    )
}

async function showAll(flags: Flags, output: Output): Promise<void> {
  const dataDir = await requireDataDir(flags)
  const rows: Row[] = []
  for (const chain of indexableChains) {
    const path = toIndexPath(dataDir, chain)
    if (existsSync(path)) rows.push(...(await getIndexStatus(path)).map((scope) => ({ chain, ...scope })))
  }
  if (rows.length === 0) output.note('No index yet. Create one with: outrigger index <chain> <address> --from <block>')
  showStatus(output, rows)
}

type Running = { readonly output: Output; readonly signal: AbortSignal }

async function add(chain: string, address: string | null, flags: Flags, { output, signal }: Running): Promise<void> {
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
  if (result?.stopped) output.note(`${result.stopped} Run the same command to continue.`)
}

async function remove(chain: string, address: string | null, flags: Flags, output: Output): Promise<void> {
  const { name } = getChain(chain)
  const path = toIndexPath(await requireDataDir(flags), name)
  const removed = existsSync(path) ? await removeFromIndex(path, address === null ? {} : { address }) : null
  if (removed === null) {
    const scope = address ?? 'the whole chain'
    throw new UsageError(`The index of ${name} does not contain ${scope}. \`outrigger index\` shows what it contains.`)
  }
  showRemoved(output, name, removed)
  if (toConfig(await loadSettings(flags)).addressIndex?.[name] !== undefined)
    output.note(`addressIndex.${name} is still in the configuration. A node may index it again when it starts.`)
}

function showRemoved(output: Output, chain: string, { address, held, entries }: RemovedIndex): void {
  const row = {
    chain,
    address,
    removed_entries: entries,
    from_block: held && Number(held.fromBlock),
    to_block: held && Number(held.toBlock),
  }
  const range = held === null ? 'no blocks' : `blocks ${held.fromBlock} to ${held.toBlock}`
  const text = `Removed ${address ?? 'the whole chain'} from the index of ${chain}: ${range}, ${entries} entries.`
  output.data(row, () => wrap(text, getLineWidth()))
}

/** Returns the address in the form of its chain, or null for the whole chain. @throws {UsageError} */
function toScope(chain: string, text: string | undefined, { all }: Flags): string | null {
  if ((text === undefined) !== (all === true))
    throw new UsageError('Name an address, or use --all for the whole chain.')
  const { family, name } = getChain(chain)
  if (!(indexableChains as readonly string[]).includes(name))
    throw new UsageError(`${chain} needs no local index, because its nodes return the histories of addresses.`)
  return text === undefined ? null : toAddress(text, family)
}

function toFrom(text: string | undefined): bigint {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return BigInt(text)
  throw new UsageError('--from takes the number of the first block to index. To remove an address, use --remove.')
}

function createProgress(output: Output, chain: string) {
  let printedMs = Number.NEGATIVE_INFINITY
  return ({ added, missing }: { readonly added: number; readonly missing: number }) => {
    if (missing > 0 && performance.now() - printedMs < progressMs) return
    printedMs = performance.now()
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
        row.chain,
        row.address ?? 'all',
        String(row.from_block ?? '-'),
        String(row.to_block ?? '-'),
        String(row.wanted_from),
      ]),
    ),
    '',
    ...(rows.every(({ chain }) => getChain(chain).family !== 'evm')
      ? []
      : wrap('Internal transactions are not included. They need a node with traces.', getLineWidth())),
  ]
}
