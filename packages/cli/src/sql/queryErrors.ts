import { OutriggerError } from '@outrigger/core'

/** The query is wrong. The message may have several lines, because DuckDB points at the place. */
class InvalidQueryError extends OutriggerError {
  readonly code = 'INVALID_QUERY'
}

/** The query failed while it ran. */
class QueryError extends OutriggerError {
  readonly code = 'QUERY'
}

const needsExtension = /^(?:Missing Extension Error|IO Error: Extension)/

/** What DuckDB says, and what to do about it. */
const advice: readonly (readonly [said: RegExp, todo: string])[] = [
  [
    /^Catalog Error: Table with name/,
    "`outrigger sql .tables` lists the tables of a node. Name files after the query, or quote a path: from 'rows.parquet'",
  ],
  [/^Binder Error: Referenced column/, '`outrigger sql .schema FILE` lists the columns.'],
  [
    needsExtension,
    'Outrigger loads no extension from the network. Parquet, CSV and JSON files on this machine need none: download the file, then name it.',
  ],
  [/^Out of Memory Error/, "Allow more memory in front of the query: set memory_limit = '4GB'; select …"],
]

/** The answer of DuckDB to a text of comments and semicolons only. */
const noStatement = 'Error in native callback'

/** Errors of a wrong query, as opposed to those of data, files and memory. */
const invalid = /^(?:Parser|Binder|Catalog|Missing Extension|Not implemented|Syntax) Error/

/** Suggestions of DuckDB that name tables of its own. */
const unhelpful = /^Did you mean "(?:pg_|duckdb_|sqlite_|pragma_|information_schema)/

/** Returns what to throw for an error of DuckDB. */
export function toQueryError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OutriggerError) return error
  const said = error.message.replace('Failed to extract statements: ', '')
  if (said === noStatement)
    return new InvalidQueryError('The query has no statement. For example: outrigger sql "select 1"', { cause: error })
  const todo = advice.find(([pattern]) => pattern.test(said))?.[1] ?? []
  const lines = said.split('\n').filter((line) => !unhelpful.test(line) && line !== '')
  const message = [...(needsExtension.test(said) ? lines.slice(0, 1) : lines), todo].flat().join('\n')
  const options = { cause: error }
  return invalid.test(said) ? new InvalidQueryError(message, options) : new QueryError(message, options)
}
