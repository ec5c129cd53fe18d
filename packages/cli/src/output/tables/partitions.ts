import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getOrCreate } from '@outrigger/core/internal'
import { UsageError } from '../../exitCodes.ts'
import type { Row, Schema } from '../../rows/schema.ts'
import { type Format, type TableWriter, toWriteError } from './tableWriter.ts'

/** Days whose files are open at the same time. The one opened first is closed for another. */
const mostOpen = 8

type Partitions = {
  readonly directory: string
  readonly schema: Schema
  readonly format: Format
  readonly open: (file: string) => TableWriter
}

/**
 * Writes rows to new files of a directory, by the UTC day of their time: `date=2026-11-30/prices-v1-….parquet`. DuckDB, Spark
 * and pandas read such a directory as one table.
 *
 * @throws {UsageError} the directory has rows of another schema
 */
export function createPartitions({ directory, schema, format, open }: Partitions): TableWriter {
  const prefix = `${schema.name}-v${schema.version}-`
  toWriteError(directory, () => mkdirSync(directory, { recursive: true }))
  checkFiles(directory, prefix, format)
  const run = `${new Date().toISOString().replaceAll(/[-:.]/g, '')}-${process.pid}`
  const writers = new Map<string, TableWriter>()
  let files = 0

  function toWriter(day: string): TableWriter {
    const known = writers.get(day)
    if (known !== undefined) return known
    const [oldest] = writers
    if (oldest !== undefined && writers.size === mostOpen) {
      oldest[1].close()
      writers.delete(oldest[0])
    }
    const folder = join(directory, `date=${day}`)
    toWriteError(folder, () => mkdirSync(folder, { recursive: true }))
    files += 1
    const writer = open(join(folder, `${prefix}${run}-${files}.${format}`))
    writers.set(day, writer)
    return writer
  }
  return {
    write(rows) {
      const days = new Map<string, Row[]>()
      for (const row of rows) getOrCreate(days, toDay(schema, row), () => []).push(row)
      for (const [day, group] of days) toWriter(day).write(group)
    },
    close() {
      for (const writer of writers.values()) writer.close()
    },
  }
}

/** The UTC day of a row, or today if it has no time. */
const toDay = ({ time }: Schema, row: Row): string =>
  new Date(Number((time === null ? null : row[time]) ?? Date.now())).toISOString().slice(0, 10)

/** @throws {UsageError} a file is not of these rows, so that no reader could read the directory as one table */
function checkFiles(directory: string, prefix: string, format: Format): void {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const other = files.find(
    ({ name }) => !name.startsWith(prefix) || !name.replace(/\.part$/, '').endsWith(`.${format}`),
  )
  if (other !== undefined)
    throw new UsageError(
      `${join(other.parentPath, other.name)} has other rows than ${prefix}*.${format}, so nothing was added. Use another directory.`,
    )
}
