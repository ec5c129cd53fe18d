import { lendingIds } from '@outrigger/api/contract'
import { type ChainName, getChain, type Store } from '@outrigger/core'
import { type BookStatus, getBookStatus, type LendingProtocol } from '@outrigger/defi'
import { openStore, toLendingRegistry } from '@outrigger/server'
import { toSnakeCase } from '@outrigger/server/internal'
import type { Command } from 'commander'
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
import { type AddCommand, addSubcommand, type GlobalFlags, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags & GlobalFlags

/** Where books are kept, and which. */
type Shelf = { readonly store: Store; readonly chain: ChainName; readonly protocols: readonly LendingProtocol[] }

/** `outrigger book …`: lists of all borrowers, which liquidations are found with; those of the data directory. */
export const addBook: AddCommand = (program, cli) => {
  const book = program.command('book').description('build, show and carry books of borrowers').helpCommand(false)
  const add = (usage: string, description: string): Command =>
    withDataDir(addSubcommand(book, usage, description)).option('--protocol <id,…>', 'only of these (default: all)')

  withProviders(add('build <chain>', 'find everybody who has ever borrowed; goes on where it was broken off')).action(
    (chain: string, flags: Flags) =>
      cli.serve(flags, async (output, signal) => {
        const { node, name } = await createChainNode(flags, chain, { keep: true })
        await using _ = node
        const protocols = node.lending.protocols(name, toList(flags.protocol))
        await completeBooks(node.lending.get(name), { output, signal, patient: true })
        show(await getBookStatus(node.store, name, protocols), output)
      }),
  )
  add('status <chain>', 'how far each of them is').action((chain: string, flags: Flags) =>
    cli.run(flags, async (output) => {
      const statuses = await withShelf(flags, chain, (shelf) =>
        getBookStatus(shelf.store, shelf.chain, shelf.protocols),
      )
      show(statuses, output)
    }),
  )
  add('export <chain> [file]', 'write them to a file, gzip where it ends in .gz (default: stdout)').action(
    (chain: string, file = '-', flags: Flags) =>
      cli.run(flags, async (output) => {
        const written = await withShelf(flags, chain, (shelf) => writeBooks({ ...shelf, file }))
        output.note(`Exported: ${written.join(', ')}.`)
      }),
  )
  add('import <chain> [file]', 'put those of a file in place of what there is (default: stdin)').action(
    (chain: string, file = '-', flags: Flags) =>
      cli.run(flags, async (output) => {
        show(await withShelf(flags, chain, (shelf) => readBooks({ ...shelf, file })), output)
      }),
  )
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

// Block numbers and counts of them are JSON numbers, as on the wire.
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
  if (output.json) for (const book of books) output.data(toWireBook(book), () => [])
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

/** The block at which its accounts added up to what the contract says; `not` where they did not, and what that means. */
function toProofText(proof: BookStatus['proof']): string {
  if (proof === null) return '-'
  return proof.isProven ? formatCount(proof.blockNumber) : `not at ${formatCount(proof.blockNumber)}`
}
