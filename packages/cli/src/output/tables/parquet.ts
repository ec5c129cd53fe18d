import { closeSync, openSync, renameSync } from 'node:fs'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { UsageError } from '../../exitCodes.ts'
import type { Column, ColumnType, Row, Schema } from '../../rows/schema.ts'
import { version } from '../../version.ts'
import { type TableWriter, toWriteError } from './tableWriter.ts'
import { toText } from './text.ts'
import { writeAll } from './textFile.ts'

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

/** Rows that are kept in memory before they are written as one row group. */
const groupRows = 10_000
/** Longest time that a row is kept in memory. Slow streams get smaller row groups. */
const groupMs = 300_000

type ParquetFile = {
  readonly file: string
  readonly schema: Schema
  /** Replaces an existing file. */
  readonly force: boolean
}

/**
 * Writes a Parquet file in row groups. Until it is closed, its name ends in `.part`. It has a footer after each row group, so
 * that also the part that a killed process leaves is a valid file.
 *
 * @throws {UsageError} a part of an earlier run exists @throws {TableWriteError}
 */
export function createParquetFile({ file, schema, force }: ParquetFile): TableWriter {
  const part = `${file}.part`
  const descriptor = openPart(part, force)
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: toElements(schema),
    kvMetadata: toMetadata(schema),
    createdBy: `outrigger ${version}`,
  })
  const names = Object.entries(schema.columns)
  let pending: Row[] = []
  let isOpen = true
  let position = 0

  // One write replaces the footer by the row group and a new footer. Without a `flush` the library works synchronously.
  function writeGroup(): void {
    const columnData = names.map(([name, { type }]) => ({
      name,
      data: pending.map((row) => toValue(type, row[name] ?? null)),
      offsetIndex: false,
    }))
    pending = []
    void parquet.write({ columnData, rowGroupSize: groupRows })
    const end = writer.offset
    void parquet.finish()
    const bytes = writer.getBytes()
    if (end === magicBytes) declareNoGroups(bytes)
    toWriteError(part, () => writeAll(descriptor, bytes, position))
    position = end
    writer.offset = end
    writer.index = 0
  }

  writeGroup()
  const timer = setInterval(() => pending.length > 0 && writeGroup(), groupMs).unref()
  return {
    write(rows) {
      if (!isOpen) return
      for (const row of rows) {
        pending.push(row)
        if (pending.length === groupRows) writeGroup()
      }
    },
    close() {
      if (!isOpen) return
      isOpen = false
      clearInterval(timer)
      if (pending.length > 0) writeGroup()
      closeSync(descriptor)
      toWriteError(file, () => renameSync(part, file))
    },
  }
}

function openPart(part: string, force: boolean): number {
  return toWriteError(part, () => {
    try {
      return openSync(part, force ? 'w' : 'wx')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      throw new UsageError(
        `${part} exists. Another process is writing it, or one was killed. In that case it has the rows up to then: rename it to keep them, or use --force.`,
      )
    }
  })
}

/** Length of the start of a file, `PAR1`. */
const magicBytes = 4

/**
 * Corrects the footer of a file without row groups. The library declares the elements of the empty list as bytes and not as
 * structs (12 in Thrift's compact protocol), which strict readers reject. The list follows the number of rows, which is 0.
 */
function declareNoGroups(bytes: Uint8Array): void {
  const place = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(Buffer.from([0x16, 0x00, 0x19, 0x00]))
  if (place >= 0) bytes[place + 3] = 0x0c
}

/** Physical and logical types of Parquet. */
const types: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  hex: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  decimal: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  bool: { type: 'BOOLEAN' },
  int32: { type: 'INT32' },
  int64: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  timestamp: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } },
}

function toElements({ columns }: Schema): SchemaElement[] {
  const entries: readonly (readonly [string, Column])[] = Object.entries(columns)
  return [
    { name: 'root', num_children: entries.length },
    ...entries.map(
      ([name, { type, isNullable }]): SchemaElement => ({
        name,
        repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED',
        ...types[type],
      }),
    ),
  ]
}

const toMetadata = ({ name, version }: Schema) => [
  { key: 'outrigger.schema', value: name },
  { key: 'outrigger.schema_version', value: String(version) },
]

function toValue(type: ColumnType, cell: Row[string]): unknown {
  if (cell === null) return null
  if (types[type].type === 'BYTE_ARRAY') return toText(type, cell)
  return types[type].type === 'INT64' ? BigInt(cell) : cell
}
