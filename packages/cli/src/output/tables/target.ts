import { accessSync, constants, statSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { UsageError } from '../../exitCodes.ts'
import { type Format, formats } from './tableWriter.ts'

/** Options of a command that lists rows. */
export type TableFlags = {
  readonly output?: string
  readonly format?: string
  readonly append?: boolean
  readonly force?: boolean
}

/** Where rows are written: to stdout, to a file, or to new files of a directory. */
export type Target = {
  readonly kind: 'stdout' | 'file' | 'directory'
  readonly path: string
  readonly format: Format
  readonly append: boolean
  readonly force: boolean
}

/**
 * Returns where the options write rows, or null without any. Checks what can be checked before any row
 * exists, so that a long command does not fail at its end.
 *
 * @throws {UsageError}
 */
export function toTarget({ output, format: formatText, append = false, force = false }: TableFlags): Target | null {
  if (output === undefined && formatText === undefined) {
    if (append || force) throw new UsageError('--append and --force need -o, which names the file.')
    return null
  }
  if (append && force) throw new UsageError('Give either --append or --force.')
  const format = toFormat(formatText)
  if (output === undefined || output === '-') return { ...toStdout(format, { append, force }), append, force }
  const isDirectory = /[/\\]$/.test(output) || statSync(output, { throwIfNoEntry: false })?.isDirectory() === true
  if (isDirectory) return toDirectory(output, { format: format ?? 'parquet', append, force })
  return toFile(output, { format: format ?? toFormatOfName(output), append, force })
}

type Wishes = Pick<Target, 'append' | 'force'>

function toStdout(format: Format | undefined, { append, force }: Wishes): Pick<Target, 'kind' | 'path' | 'format'> {
  if (append || force) throw new UsageError('--append and --force need -o, which names the file.')
  if (format === undefined) throw new UsageError('Stdout has no file name. Add --format csv or --format ndjson.')
  if (format === 'parquet') throw new UsageError('Parquet is written to files only. Name one: -o rows.parquet')
  return { kind: 'stdout', path: '-', format }
}

function toDirectory(path: string, { format, append, force }: Wishes & { readonly format: Format }): Target {
  if (force) throw new UsageError('--force replaces one file, not a directory. Remove the directory first.')
  if (!append)
    throw new UsageError(
      `${path} is a directory. Add --append, which adds files to it, or name a file such as rows.parquet.`,
    )
  return { kind: 'directory', path, format, append, force }
}

function toFile(path: string, { format, append, force }: Wishes & { readonly format: Format }): Target {
  if (append && format === 'parquet')
    throw new UsageError('A Parquet file cannot grow. Add files to a directory instead: -o rows/ --append')
  if (!append && !force && statSync(path, { throwIfNoEntry: false }) !== undefined)
    throw new UsageError(
      `${path} exists. Use --force to replace it${format === 'parquet' ? '' : ', or --append to add to it'}.`,
    )
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch (cause) {
    throw new UsageError(`${path} cannot be written: ${dirname(path)} is missing or read-only.`, { cause })
  }
  return { kind: 'file', path, format, append, force }
}

function toFormat(text: string | undefined): Format | undefined {
  const format = formats.find((one) => one === text)
  if (text !== undefined && format === undefined) throw new UsageError(`--format takes ${formats.join(', ')}.`)
  return format
}

function toFormatOfName(path: string): Format {
  const format = formats.find((one) => `.${one}` === extname(path).toLowerCase())
  if (format === undefined)
    throw new UsageError(
      `The format of ${path} is unknown. Use a name that ends in ${formats.map((one) => `.${one}`).join(', ')}, or --format.`,
    )
  return format
}
