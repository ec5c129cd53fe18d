import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { UsageError } from '../../exitCodes.ts'
import type { Schema } from '../../rows/schema.ts'
import type { TableWriter } from './tableWriter.ts'
import { toWriteError } from './tableWriter.ts'
import type { TextFormat } from './text.ts'

type TextFile = {
  readonly file: string
  readonly schema: Schema
  readonly format: TextFormat
  /** `wx` creates a file, `w` replaces one, `a` adds to one. */
  readonly flag: 'wx' | 'w' | 'a'
}

/** Writes lines to stdout. */
export function createTextStream(schema: Schema, { toHeader, toLine }: TextFormat): TableWriter {
  const header = toHeader(schema)
  if (header !== null) process.stdout.write(`${header}\n`)
  return {
    write: (rows) => void process.stdout.write(rows.map((row) => `${toLine(schema, row)}\n`).join('')),
    close: () => {},
  }
}

/**
 * Writes lines to a file. Every call writes whole lines, so that the file can be read at any time.
 *
 * @throws {UsageError} the file to add to has other columns @throws {TableWriteError}
 */
export function createTextFile({ file, schema, format, flag }: TextFile): TableWriter {
  const isNew = flag !== 'a' || !hasRows(file)
  if (!isNew) checkColumns(file, schema, format)
  const descriptor = toWriteError(file, () => openSync(file, flag))
  let isOpen = true
  const write = (text: string) => toWriteError(file, () => writeAll(descriptor, Buffer.from(text)))
  const header = format.toHeader(schema)
  if (isNew && header !== null) write(`${header}\n`)
  return {
    write(rows) {
      if (isOpen && rows.length > 0) write(rows.map((row) => `${format.toLine(schema, row)}\n`).join(''))
    },
    close() {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}

/** Writes all bytes at a position, or at the end of the file. One call of `writeSync` may write fewer. */
export function writeAll(descriptor: number, bytes: Uint8Array, position: number | null = null): void {
  let done = 0
  while (done < bytes.length)
    done += writeSync(descriptor, bytes, done, bytes.length - done, position === null ? null : position + done)
}

const hasRows = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
const longestLine = 65_536

/** @throws {UsageError} the columns differ, or the file ends in the middle of a line */
function checkColumns(file: string, { columns }: Schema, { readColumns }: TextFormat): void {
  const { first, last } = readEnds(file)
  const known = readColumns(first) ?? []
  const wanted = Object.keys(columns)
  if (known.join() !== wanted.join())
    throw new UsageError(
      `${file} has other columns, so nothing was added. It has ${known.join(', ') || 'none'}; these rows have ${wanted.join(', ')}. Write to another file.`,
    )
  if (last !== '\n') throw new UsageError(`${file} ends in the middle of a line. Remove that line first.`)
}

function readEnds(file: string): { readonly first: string; readonly last: string } {
  const descriptor = openSync(file, 'r')
  try {
    const start = Buffer.alloc(longestLine)
    const length = readSync(descriptor, start, 0, longestLine, 0)
    const end = Buffer.alloc(1)
    readSync(descriptor, end, 0, 1, statSync(file).size - 1)
    return { first: start.toString('utf8', 0, length).split(/\r?\n/, 1)[0] ?? '', last: end.toString() }
  } finally {
    closeSync(descriptor)
  }
}
