import type { Clock } from '@outrigger/core'
import type { Freshness } from '@outrigger/oracle'
import { createStaleWhileRevalidate } from '@outrigger/oracle/internal'
import { MarketSchemaError, MarketSourceError, MarketUnavailableError } from '../marketErrors.ts'
import { readRows } from './readRows.ts'
import { type Row, toRow } from './row.ts'

/** What is read of a source, and where. */
export type DatasetDescription<row> = {
  /** In words: `pools`. */
  readonly name: string
  readonly url: string
  /** Whose it is. @default DefiLlama */
  readonly owner?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The field that has the rows; left out where the answer itself is the list. */
  readonly field?: string
  /** The field is an object: the only row. @default false */
  readonly isObject?: boolean
  /** Null leaves the row out. */
  readonly toFigure: (row: Row) => row | null
  /** Columns that are optional in a row and cannot be missing in all of them. */
  readonly columns: readonly string[]
}

export type DatasetOptions = {
  readonly ttlMs: number
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Rows that survive their source. */
type Figures<row> = Freshness & { readonly rows: readonly row[] }

/** How a dataset's source does. */
export type MarketSourceReport = {
  readonly name: string
  /** `degraded`: it fails, and what was read before is served · `unknown`: nobody has asked yet. */
  readonly status: 'unknown' | 'healthy' | 'degraded' | 'unavailable'
  /** When it last answered rightly, Unix milliseconds; null where it never did. */
  readonly lastReadMs: number | null
  /** In a row; 0 while it answers. */
  readonly failures: number
  /** Why the last read failed; null while it answers. */
  readonly reason: string | null
}

export type Dataset<row> = {
  get(): Promise<Figures<row>>
  report(): MarketSourceReport
  close(): void
}

/** After a failure the source rests: long answers are not asked for again and again. It doubles with each failure. */
const restMs = { first: 1_000, most: 60_000 }
/** Longer than a read may take: what keeps it from an answer is to be reported. */
const marginMs = 500
/** How long a reader of what has expired waits for the new, before the old is served. */
const patienceMs = 1_000

/**
 * Rows of one address: read when they are asked for and older than `ttlMs`, and served on, marked stale, while the source
 * fails. An answer that is not whole or not of the known form changes nothing of what is held.
 */
export function createDataset<row>(description: DatasetDescription<row>, options: DatasetOptions): Dataset<row> {
  const { ttlMs, timeoutMs, clock } = options
  let held: { readonly rows: readonly row[]; readonly etag: string | null } | undefined
  let lastReadMs: number | null = null
  let failed: { readonly count: number; readonly error: unknown; readonly restUntilMs: number } | undefined

  async function read() {
    const leftMs = failed === undefined ? 0 : failed.restUntilMs - clock.now()
    // More than a rest is left where the clock was put back.
    if (failed !== undefined && leftMs > 0 && leftMs <= restMs.most) throw failed.error
    try {
      const answer = await readFigures(description, options, held?.etag ?? null)
      if (answer !== 'unchanged') held = answer
      if (held === undefined) throw new MarketSourceError('it has sent nothing yet and says that nothing is new')
      failed = undefined
      lastReadMs = clock.now()
      return { value: held.rows, source: 'primary' as const }
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
      status: toStatus(held !== undefined, failed !== undefined),
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
  for (const column of missing) throw new MarketSchemaError(`${field ?? ''}[].${column}`, 'is a number in no row')
  if (rows.length === 0) throw new MarketSourceError('its answer has no row that can be used')
  return { rows, etag: outcome.etag }
}
