import { STATUS_CODES } from 'node:http'
import { jsonType } from '../exchange.ts'

export type PlainResponse = {
  readonly status: number
  /** The body as JSON; null for none. */
  readonly text: string | null
  readonly requestId: string
  /** Further headers, names and values in turn. */
  readonly headers: readonly string[]
}

/** Writes responses as Node's server would, with its `Keep-Alive`. */
export function createResponseWriter(keepAliveMs: number): (response: PlainResponse) => string {
  const keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${keepAliveMs / 1000}\r\n\r\n`
  return ({ status, text, requestId, headers }) => {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    if (text !== null) head += `content-type: ${jsonType}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
    head += `x-request-id: ${requestId}\r\n`
    for (let index = 0; index < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`
    return `${head}date: ${getDate()}\r\n${keepAlive}${text ?? ''}`
  }
}

let date = ''
let dateUntilMs = 0

function getDate(): string {
  const now = Date.now()
  if (now >= dateUntilMs) {
    date = new Date(now).toUTCString()
    dateUntilMs = (Math.floor(now / 1000) + 1) * 1000
  }
  return date
}
