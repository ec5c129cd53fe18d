import { OutriggerError } from '../../errors/outriggerError.ts'
import { redactMessage } from '../redact.ts'
import { toErrorObject } from '../wire/envelope.ts'
import { parseJson } from '../wire/parseJson.ts'

const requestMs = 2000

/** A message over a socket: an answer with an `id`, or an event of a subscription in `params`. */
export type SocketMessage = {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
  readonly params?: { readonly subscription?: unknown; readonly result?: unknown } | null
}

export class SocketRequestError extends OutriggerError {
  readonly code = 'SOCKET_REQUEST_FAILED'
  override readonly retryable = true
}

/** JSON-RPC requests over the socket of one endpoint, each with its own time limit. */
export class SocketRequests {
  readonly #name: string
  readonly #secrets: readonly string[]
  readonly #send: (text: string) => void
  readonly #waiting = new Map<number, (message: SocketMessage) => void>()
  #lastId = 0

  constructor(endpoint: { readonly name: string; readonly secrets: readonly string[] }, send: (text: string) => void) {
    this.#name = endpoint.name
    this.#secrets = endpoint.secrets
    this.#send = send
  }

  /** @throws {SocketRequestError} */
  send(method: string, params: readonly unknown[] = []): Promise<unknown> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      const end = ({ error, result }: SocketMessage) => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        if (error === undefined || error === null) resolve(result)
        else reject(this.#toError(method, error))
      }
      const timer = setTimeout(() => end({ error: { message: `no answer within ${requestMs} ms` } }), requestMs)
      this.#waiting.set(id, end)
      this.#send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  receive(message: SocketMessage): void {
    if (typeof message.id === 'number') this.#waiting.get(message.id)?.(message)
  }

  /** Rejects all open requests, because the socket is lost. */
  failAll(why: string): void {
    for (const end of [...this.#waiting.values()]) end({ error: { message: why } })
  }

  #toError(method: string, error: unknown): SocketRequestError {
    const why = redactMessage(toErrorObject(error).message, this.#secrets)
    return new SocketRequestError(`${method} over the socket of ${this.#name}: ${why}.`)
  }
}

/** Parses a message. Undefined if the text is not a JSON object. */
export function parseMessage(text: string): SocketMessage | undefined {
  try {
    const message = parseJson(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
