import { OutriggerError } from '@outrigger/core'
import { redactText } from '@outrigger/core/internal'
import { JSONParser } from '@streamparser/json'
import { MarketSchemaError, MarketSourceError } from '../marketErrors.ts'

export type RowsRequest = {
  readonly url: string
  /** The field that has the rows; undefined where the answer itself is the list. */
  readonly field: string | undefined
  /** The field is an object: the only row. @default false */
  readonly isObject?: boolean | undefined
  /** Sent beside the usual ones, such as a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Bytes of the answer, unpacked, beyond which it is refused. */
  readonly maxBytes: number
  readonly timeoutMs: number
  /** Of the answer held: a source that has no newer one says so in place of sending it again. */
  readonly etag: string | null
  readonly signal: AbortSignal
  /** Takes each row as it arrives, with its place: `data[12]`. What it throws ends the read. */
  onRow(row: unknown, at: string): void
}

/** `unchanged`: what is held is still the newest. */
export type RowsOutcome = 'unchanged' | { readonly etag: string | null }

/**
 * Reads a list of rows as it arrives: no more is held than one row and what `onRow` keeps.
 *
 * @throws {MarketSourceError} not reached, refused, too late, too long, cut short, not JSON
 * @throws {MarketSchemaError} the list is not where it was
 */
export async function readRows(request: RowsRequest): Promise<RowsOutcome> {
  const { url, timeoutMs, etag, signal } = request
  const inTime = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...request.headers, ...(etag !== null && { 'if-none-match': etag }) },
      redirect: 'error',
      signal: AbortSignal.any([signal, inTime]),
    })
    if (response.status === 304 && etag !== null) return 'unchanged'
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel()
      throw new MarketSourceError(`it answers HTTP status ${response.status}`)
    }
    await readBody(response.body, request)
    return { etag: response.headers.get('etag') }
  } catch (cause) {
    if (cause instanceof OutriggerError) throw cause
    if (inTime.aborted) throw new MarketSourceError(`no answer within ${timeoutMs} ms`, { cause })
    throw new MarketSourceError(toReason(cause), { cause })
  }
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  { field, isObject, maxBytes, onRow }: RowsRequest,
): Promise<void> {
  const rowsPath = field === undefined ? '$.*' : `$.${field}.*`
  const parser = new JSONParser({ paths: [isObject ? `$.${field}` : rowsPath], keepStack: false })
  let [bytes, rows] = [0, 0]
  let refusal: unknown
  parser.onValue = ({ value, parent }) => {
    // The parser takes what is thrown here for bad JSON.
    if (refusal !== undefined) return
    try {
      if (!isObject && !Array.isArray(parent)) throw new MarketSchemaError(field ?? 'the answer', 'is not a list')
      onRow(value, `${field ?? ''}[${rows}]`)
      rows += 1
    } catch (error) {
      refusal = error
    }
  }
  parser.onError = (error) => {
    refusal ??= new MarketSourceError(`its answer is not JSON: ${error.message}`)
  }
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new MarketSourceError(`its answer has more than ${maxBytes} bytes`)
    parser.write(chunk)
    if (refusal !== undefined) throw refusal
  }
  if (!parser.isEnded) throw new MarketSourceError('its answer is cut short')
  if (rows === 0) throw new MarketSchemaError(field ?? 'the answer', 'has no rows')
}

/** What fetch says, with why: the message alone is "fetch failed". */
function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be reached'
  const { cause } = error
  if (error.message === 'terminated') return 'its answer is cut short'
  const why = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message
  return `it cannot be reached: ${redactText(why)}`
}
