import { STATUS_CODES } from 'node:http'
import { toLines } from '../../../access/limits/limitHeaders.ts'
import { jsonType } from '../exchange.ts'

export type PlainResponse = {
  readonly status: number
  /** The body as JSON; null for none. */
  readonly text: string | null
  /** Length of the body in UTF-8. */
  readonly bytes: number
  readonly requestId: string
  /** Headers as lines. */
  readonly lines: string
  /** Further headers, names and values in turn. */
  readonly headers: readonly string[]
}

/** A response as bytes in a string. */
export type WrittenResponse = { readonly text: string; readonly encoding: 'latin1' | 'utf8' }

/** Writes responses as Node's server would, with its `Keep-Alive`. */
export function createResponseWriter(keepAliveMs: number): (response: PlainResponse) => WrittenResponse {
  const getTail = createTail(`connection: keep-alive\r\nkeep-alive: timeout=${keepAliveMs / 1000}\r\n\r\n`)
  return ({ status, text, bytes, requestId, lines, headers }) => {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    if (text !== null) head += `content-type: ${jsonType}\r\ncontent-length: ${bytes}\r\n`
    head += `x-request-id: ${requestId}\r\n${lines}${toLines(headers)}`
    // A body of ASCII leaves without a conversion, which costs more than all else that is done here.
    const encoding = bytes === (text?.length ?? 0) ? 'latin1' : 'utf8'
    return { text: `${head}${getTail()}${text ?? ''}`, encoding }
  }
}

/** The end of every head, with the date of the second. */
function createTail(keepAlive: string): () => string {
  let tail = ''
  let untilMs = 0
  return () => {
    const now = Date.now()
    if (now >= untilMs) {
      tail = `date: ${new Date(now).toUTCString()}\r\n${keepAlive}`
      untilMs = (Math.floor(now / 1000) + 1) * 1000
    }
    return tail
  }
}
