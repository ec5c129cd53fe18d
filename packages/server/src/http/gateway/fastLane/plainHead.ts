import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiKey } from '../../../access/keyring.ts'

/** The head of a plain request; the same object for as long as a connection repeats it. */
export type PlainHead = {
  readonly chain: string
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
  readonly bodyBytes: number
  /** Set by whoever verifies the credential: the key, and until when it holds. */
  key: ApiKey | undefined
  keyUntilMs: number
}

const requestLine = /^POST \/([a-z0-9]+)\/rpc HTTP\/1\.1$/
// Blanks around a value only as they are usual, so that any line is refused in linear time.
const field = /^([!#$%&'*+.^_`|~\w-]+): ?((?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)$/
const needed = new Set([
  ...['x-api-key', 'authorization', 'x-request-id', 'host'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'],
])
// Headers that change how a request is read or what becomes of its connection, and those that only browsers send.
const special = new Set([
  ...['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te', 'content-encoding'],
  ...['origin', 'sec-fetch-site'],
])

/** Null for a head that is not plain. */
export function toPlainHead(text: string, socket: Socket): PlainHead | null {
  const [first = '', ...lines] = text.split('\r\n')
  const chain = requestLine.exec(first)?.[1]
  if (chain === undefined) return null
  const headers: Record<string, string> = {}
  let bodyBytes: number | undefined
  let hosts = 0
  for (const line of lines) {
    const [, name = '', value = ''] = field.exec(line) ?? []
    const key = name.toLowerCase()
    if (key === '' || special.has(key)) return null
    if (key === 'connection' && value.toLowerCase() !== 'keep-alive') return null
    if (key === 'host') hosts += 1
    if (key === 'content-length') {
      if (bodyBytes !== undefined || !/^\d{1,6}$/.test(value)) return null
      bodyBytes = Number(value)
    }
    if (!needed.has(key)) continue
    if (headers[key] !== undefined) return null
    headers[key] = value
  }
  if (bodyBytes === undefined || hosts !== 1) return null
  return { chain, headers, socket, bodyBytes, key: undefined, keyUntilMs: 0 }
}
