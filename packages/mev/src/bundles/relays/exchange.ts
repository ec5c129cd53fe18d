import { OutriggerError } from '@outrigger/core'
import { parseJson } from '@outrigger/core/internal'

/**
 * Outcome of a request. `accepted` and `refused` come from the relay. `unreachable`: not sent. `uncertain`: sent without a usable
 * reply, so the request must not be repeated.
 */
export type RelayReply = {
  readonly outcome: 'accepted' | 'refused' | 'unreachable' | 'uncertain'
  /** Reason of the outcome. Null if the relay accepted the request. */
  readonly message: string | null
  readonly result: unknown
  /** Unix ms. */
  readonly sentAtMs: number
  readonly answeredAtMs: number
}

/** Request with its exact bytes. */
export type PreparedRequest = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

/** Thrown if the relay certainly did not accept the request, so that a retry is safe. */
export class NotTakenError extends OutriggerError {
  readonly code = 'NOT_TAKEN'
  readonly outcome: 'unreachable' | 'refused'
  constructor(outcome: 'unreachable' | 'refused', message: string) {
    super(message)
    this.outcome = outcome
  }
}

/** Outcome of one exchange. */
export type Exchanged = Pick<RelayReply, 'outcome' | 'message' | 'result'>

/** Size limit of a response. Relay responses are far shorter. */
const maxAnswerBytes = 256 * 1024

/** Sends a request once. @throws {NotTakenError} @throws the error of fetch if the connection breaks or the signal aborts */
export async function exchange(
  url: string,
  { body, headers }: PreparedRequest,
  signal: AbortSignal,
): Promise<Exchanged> {
  // A redirect would send the bundle to a host that is not configured.
  const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' }).catch((error) => {
    const code = toCode(error)
    throw neverSent.has(code) ? new NotTakenError('unreachable', `cannot be reached (${code})`) : error
  })
  const { status, ok } = response
  if (status === 429 || (status >= 300 && status < 400)) {
    await response.body?.cancel()
    if (status === 429) throw new NotTakenError('refused', 'is rate limiting (429)')
    return toExchanged('refused', `answered with a redirect (${status}), which is not followed`)
  }
  const text = await readText(response)
  if (text === null) return toExchanged('uncertain', `answered with more than ${maxAnswerBytes} bytes`)
  const answer = parse(text)
  if (answer?.error !== undefined && answer.error !== null) return toExchanged('refused', toMessage(answer.error))
  if (ok && answer !== null && 'result' in answer)
    return { outcome: 'accepted', message: null, result: answer.result ?? null }
  if (ok) return toExchanged('uncertain', 'answered without a JSON-RPC response')
  return toExchanged(status >= 400 && status < 500 ? 'refused' : 'uncertain', `answered with status ${status}`)
}

const toExchanged = (outcome: RelayReply['outcome'], message: string): Exchanged => ({ outcome, message, result: null })

/** Returns the text of a response. Null if it exceeds the size limit, and the rest is not read. */
async function readText({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const neverSent: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])

/** Returns the code of a network error. */
export function toCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
  return typeof code === 'string' ? code : toCode(cause)
}

type Answer = { readonly result?: unknown; readonly error?: unknown }

function parse(text: string): Answer | null {
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function toMessage(error: unknown): string {
  const message = (error as { readonly message?: unknown }).message ?? error
  return typeof message === 'string' ? message : JSON.stringify(message)
}
