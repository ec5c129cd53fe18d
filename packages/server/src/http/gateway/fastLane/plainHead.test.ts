import { expect, it } from 'vitest'
import { toPlainHead } from './plainHead.ts'

const line = 'POST /base/rpc HTTP/1.1'
const read = (...lines: string[]) => toPlainHead(lines.join('\r\n'))

it('reads the head of a plain request', () => {
  expect(read(line, 'Host: x', 'X-API-Key: k', 'User-Agent: bot', 'Content-Length: 12')).toEqual({
    method: 'POST',
    url: '/base/rpc',
    headers: { host: 'x', 'x-api-key': 'k', 'user-agent': 'bot', 'content-length': '12' },
    bodyBytes: 12,
  })
  expect(read(line, 'host:x', 'CONTENT-LENGTH:0', 'Connection: Keep-Alive')).toMatchObject({ bodyBytes: 0 })
})

it.each([
  ['another method', ['GET /base/rpc HTTP/1.1', 'Host: x', 'Content-Length: 1']],
  ['another path', ['POST /base/rpc?a HTTP/1.1', 'Host: x', 'Content-Length: 1']],
  ['another version', ['POST /base/rpc HTTP/1.0', 'Host: x', 'Content-Length: 1']],
  ['no length', [line, 'Host: x']],
  ['two lengths', [line, 'Host: x', 'Content-Length: 1', 'Content-Length: 2']],
  ['no host', [line, 'Content-Length: 1']],
  ['a page', [line, 'Host: x', 'Origin: http://x', 'Content-Length: 1']],
  ['chunks', [line, 'Host: x', 'Transfer-Encoding: chunked', 'Content-Length: 1']],
  ['the end of its connection', [line, 'Host: x', 'Connection: close', 'Content-Length: 1']],
  ['the end of its connection, said to a proxy', [line, 'Host: x', 'Proxy-Connection: close', 'Content-Length: 1']],
  ['more headers than Node reads', [line, 'Host: x', ...Array(1000).fill('A: b'), 'Content-Length: 1']],
  ['a credential twice', [line, 'Host: x', 'X-API-Key: a', 'X-API-Key: b', 'Content-Length: 1']],
  ['a folded line', [line, 'Host: x', ' more', 'Content-Length: 1']],
  ['a blank before the colon', [line, 'Host : x', 'Content-Length: 1']],
])('leaves to Node a request with %s', (_, lines) => {
  expect(read(...lines)).toBeNull()
})
