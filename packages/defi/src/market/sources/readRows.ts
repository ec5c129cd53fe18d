import { OutriggerError } from '@outrigger/core'
import { JSONParser } from '@streamparser/json'
import { toFetchReason } from '../../reads/fetchReason.ts'
import { MarketSchemaError, MarketSourceError } from '../marketErrors.ts'

type RowsRequest = {
  readonly url: string
  /** The field with the rows. Undefined if the answer itself is the list. */
  readonly field: string | undefined
  /** Whether the field is an object, which is the only row. @default false */
  readonly isObject?: boolean | undefined
  /** Additional headers, such as a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Limit for the answer in bytes, after decompression. */
  readonly maxBytes: number
  readonly timeoutMs: number
  /** ETag of the stored answer. A source without newer data replies 304 instead of sending it again. */
  readonly etag: string | null
  readonly signal: AbortSignal
  /** Called for each row as it arrives, with its place: `data[12]`. An exception ends the read. */
  onRow(row: unknown, at: string): void
}

/** `unchanged`: the stored answer is still the newest. */
type RowsOutcome = 'unchanged' | { readonly etag: string | null }

/**
 * Reads a list of rows as it arrives. Only one row and the results of `onRow` are in memory.
 *
 * @throws {MarketSourceError} if the response is missing, an error, late, too long, incomplete or not JSON
 * @throws {MarketSchemaError} if the list is not in its documented place
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
    throw new MarketSourceError(toFetchReason(cause), { cause })
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
    // The parser would report an exception thrown here as invalid JSON.
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
