import type { Command } from 'commander'
import { UsageError } from '../exitCodes.ts'
import type { OpenTable } from '../output/tables/openTable.ts'
import { type TableFlags, toTarget } from '../output/tables/target.ts'
import { listings } from '../rows/registry.ts'
import type { AddCommand } from './command.ts'

/** Commands whose query decides the columns of their rows. */
export const queries: readonly string[] = ['sql']

/** Adds the options that write rows to a file to each command that lists rows. */
export const addTableOptions: AddCommand = (program) => {
  for (const name of [...Object.keys(listings), ...queries]) {
    const command = name
      .split(' ')
      .reduce<Command | undefined>((parent, word) => parent?.commands.find((one) => one.name() === word), program)
    command
      ?.option(
        '-o, --output <file>',
        'write rows to FILE.parquet, FILE.csv, FILE.ndjson, DIR/ (with --append), or - for stdout',
      )
      .option('--format <parquet|csv|ndjson>', 'format of the rows (default: by the name of the file)')
      .option('--append', 'add the rows to a file, or as new files to a directory with a folder per day')
      .option('--force', 'replace an existing file')
  }
}

/**
 * Opens the table that the options of a command request. Without them, the code of tables is not loaded.
 *
 * @throws {UsageError}
 */
export async function openTableOf(command: Command, json: boolean): Promise<OpenTable | undefined> {
  const path = toPath(command)
  const schema = listings[path] ?? null
  const target = schema !== null || queries.includes(path) ? toTarget(command.opts<TableFlags>()) : null
  if (target === null) return undefined
  if (json) throw new UsageError('Give either --json or -o and --format.')
  const { openTable } = await import('../output/tables/openTable.ts')
  return openTable(target, schema)
}

/** The name of a command after those of the commands above it, such as `mev inspect`. */
function toPath(command: Command): string {
  const { parent } = command
  return parent === null || parent.parent === null ? command.name() : `${toPath(parent)} ${command.name()}`
}
