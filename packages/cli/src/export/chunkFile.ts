import { renameSync, rmSync } from 'node:fs'
import { createParquetFile } from '../output/tables/parquet.ts'
import { type Format, type TableWriter, toWriteError } from '../output/tables/tableWriter.ts'
import { csv, ndjson } from '../output/tables/text.ts'
import { createTextFile } from '../output/tables/textFile.ts'
import type { Schema } from '../rows/schema.ts'

export type ChunkFile = Pick<TableWriter, 'write'> & {
  /** Gives the file its name. */
  complete(): void
  /** Removes the file, unless it is complete. */
  abandon(): void
}

/** Creates a file that has its name only when it is complete. */
export function createChunkFile(file: string, schema: Schema, format: Format): ChunkFile {
  const temporary = format === 'parquet' ? file : `${file}.part`
  const writer =
    format === 'parquet'
      ? createParquetFile({ file, schema, force: true })
      : createTextFile({ file: temporary, schema, format: format === 'csv' ? csv : ndjson, flag: 'w' })
  let isComplete = false
  return {
    write: writer.write,
    complete() {
      writer.close()
      if (temporary !== file) toWriteError(file, () => renameSync(temporary, file))
      isComplete = true
    },
    abandon() {
      if (isComplete) return
      writer.close()
      rmSync(temporary, { force: true })
    },
  }
}
