import { parseJson, retry } from '@outrigger/core/internal'
import { PriceSourceError } from '../priceErrors.ts'

type JsonRequest = {
  readonly baseUrl: string
  /** Path below the base URL, with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Maximum length of a response, far above the responses of these services. */
const maxCharacters = 4_000_000

/**
 * Reads a JSON response of an external service. Retries once after a temporary failure.
 *
 * @throws {PriceSourceError} the message has the status but no URL, because a URL may contain a key
 */
export async function getJson<answer>(request: JsonRequest): Promise<answer> {
  const { signal } = request
  return retry(() => tryOnce<answer>(request), {
    minDelayMs: 100,
    tries: 2,
    shouldRetry: (error) => !(error instanceof PriceSourceError && error.isRefusal),
    signal,
  })
}

async function tryOnce<answer>({ baseUrl, path, headers, signal }: JsonRequest): Promise<answer> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal,
  }).catch((cause: unknown) => {
    throw new PriceSourceError('it cannot be reached', { cause })
  })
  if (!response.ok) {
    await response.body?.cancel()
    const isRefusal = response.status < 500
    const message = `it answers HTTP status ${response.status}${hints[response.status] ?? ''}`
    throw new PriceSourceError(message, { isRefusal })
  }
  const text = await response.text()
  if (text.length > maxCharacters) throw new PriceSourceError(`its answer has ${text.length} characters`)
  try {
    return parseJson(text) as answer
  } catch {
    throw new PriceSourceError('its answer is not JSON')
  }
}

const hints: { readonly [status: number]: string } = {
  401: ', is its API key right?',
  403: ', is its API key right?',
  429: ', too many requests',
}
