import { OutriggerError } from '@outrigger/core'
import { parseJson } from '@outrigger/core/internal'
import { toFetchReason } from '../../reads/fetchReason.ts'
import { AggregatorError } from './aggregatorErrors.ts'
import { type Fields, toFields } from './fields.ts'

export type FetchOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Limit for an answer in bytes, after decompression. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/**
 * Fetches one JSON answer. Redirects are not followed because they would send the key to another host.
 *
 * @throws {AggregatorError} contains neither the URL nor the request
 */
export async function fetchJson(path: string, body: unknown, options: FetchOptions): Promise<Fields> {
  const { url, headers, maxBytes, signal } = options
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    })
    if (!response.ok || response.body === null) {
      await response.body?.cancel()
      throw new AggregatorError(`it answers HTTP status ${response.status}${hints[response.status] ?? ''}`)
    }
    return toFields(parse(await readText(response.body, maxBytes)))
  } catch (cause) {
    if (cause instanceof OutriggerError || signal.aborted) throw cause
    throw new AggregatorError(toFetchReason(cause), { cause })
  }
}

async function readText(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new AggregatorError(`its answer has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new AggregatorError('its answer is not JSON')
  }
}

const hints: { readonly [status: number]: string } = {
  400: '. It found no route or rejected the request',
  401: '. Is its API key right?',
  403: '. Is its API key right?',
  404: '. It found no route or does not know a token',
  429: ' (too many requests)',
}
