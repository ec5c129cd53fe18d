import { lendingIds } from '@outrigger/api/contract'
import { toEvmAddress } from '@outrigger/server/internal'
import type { Address } from 'viem'
import { createChainNode } from '../config/chainNode.ts'
import { toList } from '../config/flags.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { toAccount } from '../ens/toAccount.ts'
import { UsageError } from '../exitCodes.ts'
import { type DatasetName, datasets } from '../export/datasets.ts'
import { exportBlocks } from '../export/exportBlocks.ts'
import { createExportProgress } from '../export/progress.ts'
import type { SelectionFlag } from '../export/rowSource.ts'
import { toBlockRange } from '../mev/blockRange.ts'
import { formatCount } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Format, formats } from '../output/tables/tableWriter.ts'
import { type AddCommand, withProviders } from './command.ts'

type Flags = ConfigFlags & {
  readonly output: string
  readonly format: string
  readonly chunk: string
  readonly parallel: string
} & { readonly [flag in SelectionFlag]?: string }

const help = `
<dataset> is ${Object.keys(datasets).join(', ')}.
<blocks> is a number or a range such as 17000000..17000999.
Prices and positions of old blocks need an archive provider.`

/** `outrigger export`: blocks of a chain, their contents, and the state after them, as files. */
export const addExport: AddCommand = (program, cli) => {
  const command = program
    .command('export <dataset> <chain> <blocks>')
    .description('write blocks, their contents, or prices and lending positions after them to files')
    .requiredOption('-o, --output <dir>', 'directory of the files; its complete files are not read again')
    .option('--format <format>', formats.join(', '), 'parquet')
    .option('--chunk <blocks>', 'blocks per file', '1000')
    .option('--parallel <blocks>', 'blocks that are read at the same time', '8')
    .option('--token <symbol|address,…>', 'prices: only these tokens (default: the wrapped native token)')
    .option(
      '--address <address,…>',
      'positions: these accounts after every block (default: the accounts that it changes)',
    )
    .option('--protocol <id,…>', `positions: only these lenders: ${lendingIds.join(', ')}`)
  withProviders(command)
    .addHelpText('after', help)
    .action((dataset: string, chain: string, blocks: string, flags: Flags) =>
      cli.run((output) => runExport({ dataset, chain, blocks, flags }, output)),
    )
}

type Wanted = { readonly dataset: string; readonly chain: string; readonly blocks: string; readonly flags: Flags }

async function runExport({ dataset: datasetName, chain, blocks, flags }: Wanted, output: Output): Promise<void> {
  const dataset = toDataset(datasetName)
  const range = toBlockRange(blocks)
  if (range === null) throw new UsageError(`${blocks} is not a range of blocks. Use one such as 17000000..17000999.`)
  const chunkBlocks = toWholeNumber('--chunk', flags.chunk, { atLeast: 1, atMost: 100_000 })
  const parallel = toWholeNumber('--parallel', flags.parallel, { atLeast: 1, atMost: 256 })
  const format = toFormat(flags.format)
  requireApplicable(dataset, flags)
  const addresses = await toAddresses(flags, output)
  const { node, pool, name } = await createChainNode(flags, chain)
  await using _ = node
  const source = await datasets[dataset].select({
    pool,
    lending: node.lending,
    tokens: toList(flags.token)?.map((text) => (text.startsWith('0x') ? toEvmAddress(text) : text)),
    addresses,
    protocols: toList(flags.protocol),
  })
  const progress = createExportProgress(output, dataset)
  const { output: directory } = flags
  const done = await exportBlocks({
    pool,
    dataset,
    source,
    range,
    directory,
    format,
    chunkBlocks,
    parallel,
    onProgress: progress,
  })
  const row = {
    chain: name,
    dataset,
    from_block: Number(range.from),
    to_block: Number(range.to),
    files: done.files,
    written_files: done.writtenFiles,
    replaced_files: done.replacedFiles,
    rows: done.rows,
    directory,
  }
  const kept = done.files - done.writtenFiles
  output.data(row, () => [
    `${formatCount(done.rows)} rows in ${formatCount(done.files)} ${done.files === 1 ? 'file' : 'files'} in ${directory}${kept > 0 ? `, ${formatCount(kept)} of them from before` : ''}.`,
  ])
}

function toDataset(name: string): DatasetName {
  const names = Object.keys(datasets) as DatasetName[]
  const found = names.find((one) => one === name)
  if (found === undefined) throw new UsageError(`There is no data set ${name}. Choose one of ${names.join(', ')}.`)
  return found
}

/** @throws {UsageError} an option selects rows of another data set */
function requireApplicable(dataset: DatasetName, flags: Flags): void {
  const applicable: readonly SelectionFlag[] = datasets[dataset].flags
  for (const [name, { flags: own }] of Object.entries(datasets))
    for (const flag of own)
      if (flags[flag] !== undefined && !applicable.includes(flag))
        throw new UsageError(`--${flag} applies to the data set ${name} only. Leave it out to export ${dataset}.`)
}

async function toAddresses(flags: Flags, output: Output): Promise<readonly Address[] | undefined> {
  const accounts = toList(flags.address)?.map((text) => toAccount(text, flags, output))
  return accounts && (await Promise.all(accounts)).map(toEvmAddress)
}

function toFormat(text: string): Format {
  const found = formats.find((one) => one === text)
  if (found === undefined) throw new UsageError(`--format takes ${formats.join(', ')}.`)
  return found
}
