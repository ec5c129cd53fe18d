import { OutriggerError } from '@outrigger/core'
import type { Row } from '../../rows/schema.ts'

export const formats = ['parquet', 'csv', 'ndjson'] as const
export type Format = (typeof formats)[number]

/** Writes rows of one schema to one file. Synchronous, so that the end of the process can still close the file. */
export type TableWriter = {
  write(rows: readonly Row[]): void
  /** Completes the file. Later calls do nothing. */
  close(): void
}

/** A file with rows cannot be written. */
export class TableWriteError extends OutriggerError {
  readonly code = 'TABLE_WRITE'
  constructor(file: string, cause: unknown) {
    super(`${file} cannot be written (${cause instanceof Error ? cause.message : String(cause)}).`, { cause })
  }
}

/** @throws {TableWriteError} the file system refuses */
export function toWriteError<value>(file: string, work: () => value): value {
  try {
    return work()
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? new TableWriteError(file, error) : error
  }
}
