import type { Clock } from '@outrigger/core'
import type { Freshness } from '@outrigger/oracle'
import { createStaleWhileRevalidate } from '@outrigger/oracle/internal'
import { MarketSchemaError, MarketSourceError, MarketUnavailableError } from '../marketErrors.ts'
import { readRows } from './readRows.ts'
import { type Row, toRow } from './row.ts'

/** A dataset of a source: its URL and the form of its rows. */
type DatasetDescription<row> = {
  /** Name in error messages, for example `pools`. */
  readonly name: string
  readonly url: string
  /** Name of the source. @default DefiLlama */
  readonly owner?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The field with the rows. Absent if the answer itself is the list. */
  readonly field?: string
  /** Whether the field is an object, which is the only row. @default false */
  readonly isObject?: boolean
  /** Converts a row. Null skips it. */
  readonly toFigure: (row: Row) => row | null
  /** Columns that may be missing in some rows, but not in all. */
  readonly columns: readonly string[]
}

type DatasetOptions = {
  readonly ttlMs: number
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Rows with their age. */
type Figures<row> = Freshness & { readonly rows: readonly row[] }

/** The status of a dataset's source. */
export type MarketSourceReport = {
  readonly name: string
  /** `degraded`: it fails, and earlier rows are returned · `unknown`: it was not requested yet. */
  readonly status: 'unknown' | 'healthy' | 'degraded' | 'unavailable'
  /** When it was last read successfully, in Unix milliseconds. Null if never. */
  readonly lastReadMs: number | null
  /** Number of failures in a row; 0 after a success. */
  readonly failures: number
  /** Why the last read failed. Null after a success. */
  readonly reason: string | null
}

export type Dataset<row> = {
  get(): Promise<Figures<row>>
  report(): MarketSourceReport
  close(): void
}

/** Pause after a failure, so that long answers are not requested in quick succession. Doubles with each failure. */
const restMs = { first: 1_000, most: 60_000 }
/** Added to a read's time limit, so that the read's own error is reported. */
const marginMs = 500
/** How long a caller waits for fresh rows before expired rows are returned. */
const patienceMs = 1_000

/**
 * Creates a dataset of the rows at one URL. Rows are read on request if they are older than `ttlMs`. While the source
 * fails, earlier rows are returned and marked as stale. An incomplete or undocumented answer never replaces them.
 */
export function createDataset<row>(description: DatasetDescription<row>, options: DatasetOptions): Dataset<row> {
  const { ttlMs, timeoutMs, clock } = options
  let stored: { readonly rows: readonly row[]; readonly etag: string | null } | undefined
  let lastReadMs: number | null = null
  let failed: { readonly count: number; readonly error: unknown; readonly restUntilMs: number } | undefined

  async function read() {
    const leftMs = failed === undefined ? 0 : failed.restUntilMs - clock.now()
    // A longer remaining pause means that the clock was set back.
    if (failed !== undefined && leftMs > 0 && leftMs <= restMs.most) throw failed.error
    try {
      const answer = await readFigures(description, options, stored?.etag ?? null)
      if (answer !== 'unchanged') stored = answer
      if (stored === undefined)
        throw new MarketSourceError('it replied "not modified" although nothing was read before')
      failed = undefined
      lastReadMs = clock.now()
      return { value: stored.rows, source: 'primary' as const }
    } catch (error) {
      const count = (failed?.count ?? 0) + 1
      const pauseMs = Math.min(restMs.most, restMs.first * 2 ** (count - 1))
      failed = { count, error, restUntilMs: clock.now() + pauseMs }
      throw error
    }
  }

  const served = createStaleWhileRevalidate({
    read,
    serve: (rows: readonly row[], freshness): Figures<row> => ({ ...freshness, rows }),
    unavailable: (cause) => new MarketUnavailableError(description.name, cause, description.owner),
    ttlMs,
    coldTimeoutMs: timeoutMs + marginMs,
    patienceMs,
    clock,
  })
  return {
    get: served.get,
    close: served.close,
    report: () => ({
      name: description.name,
      status: toStatus(stored !== undefined, failed !== undefined),
      lastReadMs,
      failures: failed?.count ?? 0,
      reason: failed?.error instanceof Error ? failed.error.message : null,
    }),
  }
}

function toStatus(isHeld: boolean, isFailing: boolean): MarketSourceReport['status'] {
  if (isHeld) return isFailing ? 'degraded' : 'healthy'
  return isFailing ? 'unavailable' : 'unknown'
}

async function readFigures<row>(
  { url, field, isObject, headers, toFigure, columns }: DatasetDescription<row>,
  options: DatasetOptions,
  etag: string | null,
) {
  const rows: row[] = []
  const missing = new Set(columns)
  const outcome = await readRows({
    url,
    field,
    isObject,
    headers,
    etag,
    ...options,
    onRow(value, at) {
      const row = toRow(value, at)
      const figure = toFigure(row)
      for (const column of missing) if (row.number(column) !== null) missing.delete(column)
      if (figure !== null) rows.push(figure)
    },
  })
  if (outcome === 'unchanged') return outcome
  for (const column of missing) throw new MarketSchemaError(`${field ?? ''}[].${column}`, 'is not a number in any row')
  if (rows.length === 0) throw new MarketSourceError('its answer has no usable row')
  return { rows, etag: outcome.etag }
}
