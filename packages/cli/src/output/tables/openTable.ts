import type { Schema, Table } from '../../rows/schema.ts'
import { formatCount } from '../format.ts'
import { createParquetFile } from './parquet.ts'
import { createPartitions } from './partitions.ts'
import type { TableWriter } from './tableWriter.ts'
import type { Target } from './target.ts'
import { csv, ndjson } from './text.ts'
import { createTextFile, createTextStream } from './textFile.ts'

/** Rows of a command on their way to a file. */
export type OpenTable = {
  write(table: Table): void
  /** Completes the file, and reports its number of rows. Without rows the file is empty. */
  finish(note: (line: string) => void): void
  [Symbol.dispose](): void
}

/**
 * Opens the file at the first rows. Their query decides the kind of rows if `schema` is null. When the process ends, also by a signal or an error, the file is completed with the rows
 * so far.
 */
export function openTable(target: Target, schema: Schema | null): OpenTable {
  let opened: TableWriter | undefined
  let rows = 0
  const open = (kind: Schema) => {
    opened ??= createWriter(target, kind)
    return opened
  }
  const close = () => {
    process.off('exit', close)
    opened?.close()
  }
  process.on('exit', close)
  return {
    write(table) {
      const writer = open(schema ?? table.schema)
      try {
        writer.write(table.rows)
      } catch (error) {
        // A file that could not be written is left as it is.
        process.off('exit', close)
        opened = undefined
        throw error
      }
      rows += table.rows.length
    },
    finish(note) {
      if (schema !== null) open(schema)
      close()
      if (target.kind !== 'stdout') note(`${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} in ${target.path}`)
    },
    [Symbol.dispose]: close,
  }
}

function createWriter(target: Target, schema: Schema): TableWriter {
  const { kind, path, format, append, force } = target
  if (format === 'parquet') {
    const open = (file: string) => createParquetFile({ file, schema, force })
    return kind === 'directory' ? createPartitions({ directory: path, schema, format, open }) : open(path)
  }
  const text = format === 'csv' ? csv : ndjson
  if (kind === 'stdout') return createTextStream(schema, text)
  const open = (file: string) => createTextFile({ file, schema, format: text, flag: force ? 'w' : append ? 'a' : 'wx' })
  return kind === 'directory' ? createPartitions({ directory: path, schema, format, open }) : open(path)
}
