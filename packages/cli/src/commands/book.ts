import { lendingIds } from '@outrigger/api/contract'
import { type ChainName, getChain, type Store } from '@outrigger/core'
import { type BookStatus, getBookStatus, type LendingProtocol } from '@outrigger/defi'
import { openStore, toLendingRegistry } from '@outrigger/server'
import { toSnakeCase } from '@outrigger/server/internal'
import { createChainNode } from '../config/chainNode.ts'
import { toList } from '../config/flags.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import { readBooks, writeBooks } from '../lending/bookFile.ts'
import { completeBooks } from '../lending/completeBooks.ts'
import { formatCount } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Column, toTable } from '../output/table.ts'
import { toBookRows } from '../rows/books.ts'
import { type AddCommand, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags & { readonly status?: boolean; readonly export?: string; readonly import?: string }

/** The store of the books, and the protocols whose books are used. */
type Shelf = { readonly store: Store; readonly chain: ChainName; readonly protocols: readonly LendingProtocol[] }

/** `outrigger book`: builds, shows, exports and imports the lists of borrowers that liquidations need. */
export const addBook: AddCommand = (program, cli) => {
  const command = program
    .command('book <chain>')
    .description('find every borrower of a chain for liquidations, or resume an interrupted run')
  withDataDir(withProviders(command))
    .option('--protocol <id,…>', 'only these protocols (default: all)')
    .option('--status', 'show how complete the lists of borrowers are and exit')
    .option('--export <file>', 'write the lists of borrowers to a file and exit; gzip if it ends in .gz, - for stdout')
    .option('--import <file>', 'replace the lists of borrowers with those in a file and exit; - for stdin')
    .action((chain: string, flags: Flags) => {
      if ([flags.status, flags.export, flags.import].filter((flag) => flag !== undefined).length > 1)
        throw new UsageError('Give one of --status, --export and --import.')
      if (!flags.status && flags.export === undefined && flags.import === undefined)
        return cli.serve((output, signal) => build(chain, flags, { output, signal }))
      return cli.run((output) => withShelf(flags, chain, (shelf) => useShelf(shelf, flags, output)))
    })
}

type Running = { readonly output: Output; readonly signal: AbortSignal }

async function build(chain: string, flags: Flags, { output, signal }: Running): Promise<void> {
  const { node, name } = await createChainNode(flags, chain, { keep: true })
  await using _ = node
  const protocols = node.lending.protocols(name, toList(flags.protocol))
  await completeBooks(node.lending.get(name), { output, signal, patient: true })
  show(await getBookStatus(node.store, name, protocols), output)
}

async function useShelf(shelf: Shelf, flags: Flags, output: Output): Promise<void> {
  if (flags.export !== undefined) {
    const written = await writeBooks({ ...shelf, file: flags.export })
    output.note(`Exported: ${written.join(', ')}.`)
  } else if (flags.import !== undefined) show(await readBooks({ ...shelf, file: flags.import }), output)
  else show(await getBookStatus(shelf.store, shelf.chain, shelf.protocols), output)
}

async function withShelf<result>(
  flags: Flags,
  chainName: string,
  work: (shelf: Shelf) => Promise<result>,
): Promise<result> {
  const chain = getChain(chainName).name as ChainName
  const { dataDir, store: url, ...settings } = toConfig(await loadSettings(flags))
  const known = toLendingRegistry({ lendingProtocols: lendingIds, ...settings })
  const protocols = known.filter(({ deployments }) => (deployments[chain] ?? []).length > 0)
  if (protocols.length === 0)
    throw new UsageError(`None of ${known.map(({ id }) => id).join(', ')} is known on ${chain}.`)
  await using store = await openStore({ dataDir, store: url })
  return await work({ store, chain, protocols })
}

const right = (title: string): Column => ({ title, align: 'right' })

// Block numbers and counts are JSON numbers, as on the wire.
function toWireBook(book: BookStatus): Record<string, unknown> {
  const { blocks, to, proof, ...rest } = book
  return toSnakeCase<unknown>({
    ...rest,
    blocks: Number(blocks),
    to: to === null ? null : Number(to),
    proof: proof && toSnakeCase<unknown>({ ...proof, blockNumber: Number(proof.blockNumber) }),
  })
}

function show(books: readonly BookStatus[], output: Output): void {
  if (output.json)
    for (const book of books)
      output.data(
        toWireBook(book),
        () => [],
        () => toBookRows([book]),
      )
  else
    output.data(books, () =>
      toTable(
        [
          { title: 'protocol' },
          { title: 'name' },
          ...['borrowers', 'searched', 'up to', 'proven at'].map(right),
          { title: 'contract', shorten: true },
          { title: '', text: true },
        ],
        books.map(({ protocol, name, borrowers, blocks, to, deployment, proof }) => [
          protocol,
          name ?? '',
          formatCount(borrowers),
          formatCount(blocks),
          to === null ? '-' : formatCount(to),
          toProofText(proof),
          deployment,
          proof === null || proof.isProven ? '' : (proof.reason ?? ''),
        ]),
      ),
    )
}

/** Returns the block of the last comparison with the sums of the contract, after `not at` if the sums differed. */
function toProofText(proof: BookStatus['proof']): string {
  if (proof === null) return '-'
  return proof.isProven ? formatCount(proof.blockNumber) : `not at ${formatCount(proof.blockNumber)}`
}
