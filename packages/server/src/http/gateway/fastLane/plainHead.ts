import type { IncomingHttpHeaders } from 'node:http'

/** The head of a plain request, and the length of its body. */
export type PlainHead = {
  readonly method: 'POST'
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly bodyBytes: number
}

const requestLine = /^POST (\/[a-z0-9]+\/rpc) HTTP\/1\.1$/
// Allows only the usual blanks around a value, so that any line is rejected in linear time.
const field = /^([!#$%&'*+.^_`|~\w-]+): ?((?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)$/
// Headers that change how a request is read or how its connection continues. A request with `Origin` needs more headers in its
// response.
const special = new Set(['transfer-encoding', 'expect', 'upgrade', 'trailer', 'te', 'proxy-connection', 'origin'])
/** Node ignores headers after the first 1,000. With this lower limit no header is missed. */
const maxFields = 100

/** Returns null for a head that is not plain. */
export function toPlainHead(text: string): PlainHead | null {
  const [first = '', ...lines] = text.split('\r\n')
  const url = requestLine.exec(first)?.[1]
  if (url === undefined || lines.length > maxFields) return null
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = field.exec(line) ?? []
    const key = name.toLowerCase()
    // Node joins some repeated headers and drops others.
    if (key === '' || special.has(key) || key in headers) return null
    headers[key] = value
  }
  const { host, connection = 'keep-alive', 'content-length': length = '' } = headers
  if (host === undefined || connection.toLowerCase() !== 'keep-alive' || !/^\d{1,6}$/.test(length)) return null
  return { method: 'POST', url, headers, bodyBytes: Number(length) }
}
