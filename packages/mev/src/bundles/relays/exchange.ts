import { OutriggerError } from '@outrigger/core'
import { parseJson } from '@outrigger/core/internal'

/**
 * How a request ended: the relay took it or refused it; it was not sent (`unreachable`); or it was, and there is no answer
 * (`uncertain`), so that it must not be sent again.
 */
export type RelayReply = {
  readonly outcome: 'accepted' | 'refused' | 'unreachable' | 'uncertain'
  /** Why, in words; null where it was accepted. */
  readonly message: string | null
  readonly result: unknown
  /** Unix ms. */
  readonly sentAtMs: number
  readonly answeredAtMs: number
}

/** A request to the byte as it goes out. */
export type PreparedRequest = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

/** An answer that the same request may be sent again after: the relay has certainly not taken it. */
export class NotTakenError extends OutriggerError {
  readonly code = 'NOT_TAKEN'
  readonly outcome: 'unreachable' | 'refused'
  constructor(outcome: 'unreachable' | 'refused', message: string) {
    super(message)
    this.outcome = outcome
  }
}

/** What an answer says. */
export type Exchanged = Pick<RelayReply, 'outcome' | 'message' | 'result'>

/** The longest answer that is read. What relays answer is far shorter. */
const maxAnswerBytes = 256 * 1024

/** Sends a request once. @throws {NotTakenError} @throws what fetch throws when the connection breaks or the signal aborts */
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
    if (status === 429) throw new NotTakenError('refused', 'takes no more requests for now (429)')
    return toExchanged('refused', `answered with a redirect (${status}), which is not followed`)
  }
  const text = await readText(response)
  if (text === null) return toExchanged('uncertain', `answered with more than ${maxAnswerBytes} bytes`)
  const answer = parse(text)
  if (answer?.error !== undefined && answer.error !== null) return toExchanged('refused', toMessage(answer.error))
  if (ok && answer !== null && 'result' in answer)
    return { outcome: 'accepted', message: null, result: answer.result ?? null }
  if (ok) return toExchanged('uncertain', 'answered with what is no JSON-RPC')
  return toExchanged(status >= 400 && status < 500 ? 'refused' : 'uncertain', `answered with status ${status}`)
}

const toExchanged = (outcome: RelayReply['outcome'], message: string): Exchanged => ({ outcome, message, result: null })

/** The text of an answer; null where it is too long, in which case the rest is not read. */
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

/** The code of a failure of the network. */
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
