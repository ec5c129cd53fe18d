import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../../../createNode.ts'
import type { Listening } from '../../../node/listening.ts'

let node: OutriggerNode
let at: Listening
let key: string
let asked = 0

// Answers depending on the first of params: `slow` after a delay, `big` with a megabyte.
const upstream = createServer((request, response) => {
  readText(request).then((body) => {
    if (body === '') return response.writeHead(404).end()
    asked += 1
    const replies = [JSON.parse(body)].flat().map(({ id, method, params }) => {
      const result = method === 'eth_chainId' ? '0x1' : method === 'big' ? 'x'.repeat(1_000_000) : `ü${params[0] ?? ''}`
      return { jsonrpc: '2.0', id, result }
    })
    const text = JSON.stringify(body.startsWith('[') ? replies : replies[0])
    setTimeout(() => response.end(text), body.includes('"slow"') ? 40 : 0)
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  node = await createNode({
    chains: { ethereum: { endpoints: [{ url, wsUrl: false }] } },
    gateway: { allowMethods: ['*', 'echo', 'slow', 'big'] },
  })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = (await node.keys.create({ name: 'x', tier: 'unlimited' })).secret
})
afterAll(async () => {
  await node?.close()
  upstream.closeAllConnections()
  upstream.close()
})

const body = (id: number, method = 'echo') => `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":[${id}]}`
const post = (content: string, more = '') =>
  `POST /ethereum/rpc HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n${more}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`

type Connection = { readonly socket: Socket; answers(count: number): Promise<readonly string[]> }

function open(): Promise<Connection> {
  return new Promise((resolve) => {
    const socket = connect({ port: at.gatewayPort, host: '127.0.0.1', allowHalfOpen: true })
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    const answers = async (count: number) => {
      await expect
        .poll(() => received.split('HTTP/1.1 ').length - 1 >= count && /[}\]]$/.test(received), { timeout: 5000 })
        .toBe(true)
      return received.split('HTTP/1.1 ').slice(1)
    }
    socket.on('connect', () => resolve({ socket, answers })).on('error', () => {})
  })
}
const idOf = (answer: string) => JSON.parse(answer.split('\r\n\r\n')[1] ?? '').id

it('answers one request after the other on a connection, with complete heads', async () => {
  const { socket, answers } = await open()
  for (let id = 1; id <= 3; id += 1) {
    socket.write(post(body(id)))
    const answer = (await answers(id))[id - 1] ?? ''
    expect(answer).toMatch(/^200 OK\r\n/)
    expect(answer).toMatch(/\r\nDate: \w{3}, .* GMT\r\n/)
    const [head = '', content = ''] = answer.split('\r\n\r\n')
    expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(Buffer.byteLength(content))
    expect(JSON.parse(content)).toEqual({ jsonrpc: '2.0', id, result: `ü${id}` })
  }
  socket.destroy()
})

it.each([
  ['pipelined', () => [post(body(1)) + post(body(2)) + post(body(3))]],
  ['while another is being answered', () => [post(body(1, 'slow')), post(body(2)), post(body(3))]],
  ['in a burst while another is being answered', () => [post(body(1, 'slow')), post(body(2)) + post(body(3))]],
  ['cut in the head', () => [post(body(1)).slice(0, 20), post(body(1)).slice(20) + post(body(2)), post(body(3))]],
  ['cut in the body', () => [post(body(1)).slice(0, -5), post(body(1)).slice(-5), post(body(2)) + post(body(3))]],
  ['chunked in between', () => [post(body(1)), toChunked(body(2)) + post(body(3))]],
  ['with a query in between', () => [post(body(1)), post(body(2)).replace('/rpc', '/rpc?x=1'), post(body(3))]],
])('requests that come %s are answered in order, each once', async (_, parts) => {
  const { socket, answers } = await open()
  for (const part of parts()) {
    socket.write(part)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  expect((await answers(3)).map(idOf)).toEqual([1, 2, 3])
  socket.destroy()
})

it('a caller that says it is done is left', async () => {
  const { socket, answers } = await open()
  const closed = new Promise((resolve) => socket.on('end', resolve))
  socket.write(post(body(1)))
  await answers(1)
  socket.end()
  await closed
  const other = await open()
  const otherClosed = new Promise((resolve) => other.socket.on('end', resolve))
  other.socket.write(post(body(1), 'Connection: close\r\n'))
  expect((await other.answers(1))[0]).toMatch(/\r\nconnection: close\r\n/i)
  await otherClosed
})

it('a caller that reads no answers is not read either', async () => {
  const { socket } = await open()
  socket.pause()
  const before = asked
  for (let id = 0; id < 80; id += 1) {
    socket.write(post(body(1000 + id, 'big')))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  // Each answer is a megabyte. Only as many are requested as fit into the kernel's buffers on both sides, plus one.
  expect(asked - before).toBeLessThan(30)
  socket.destroy()
})

it.each([
  ['a second length', () => post(body(1), 'Content-Length: 5\r\n'), 400],
  ['a length and chunks', () => post(body(1), 'Transfer-Encoding: chunked\r\n'), 400],
  ['a folded field', () => post(body(1), 'X-A: b\r\n c\r\n'), 400],
  ['no host', () => post(body(1)).replace('Host: x\r\n', ''), 400],
  ['a bare line feed', () => post(body(1)).replace('Host: x\r\n', 'Host: x\n'), 400],
  ['a field without a name', () => post(body(1), ': x\r\n'), 400],
  ['a wrong key', () => post(body(1)).replace(key, 'nonsense'), 401],
  ['a head larger than Node reads', () => post(body(1), `X-A: ${'y'.repeat(20_000)}\r\n`), 431],
  ['another path', () => post(body(1)).replace('/ethereum/rpc', '/nowhere'), 404],
])('%s gets what HTTP says', async (_, request, status) => {
  const { socket } = await open()
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  socket.write(request())
  expect(Number((await answer).split(' ')[1])).toBe(status)
  socket.destroy()
})

it('a field of blanks is read in no time', async () => {
  for (const field of [
    `x-a:${' '.repeat(8000)}\x01`,
    `x-a: y${' '.repeat(15_000)}\x01`,
    `x-a: y${' '.repeat(60_000)}z`,
  ]) {
    const { socket } = await open()
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    socket.write(post(body(1), `${field}\r\n`), 'latin1')
    await answer
    socket.destroy()
  }
}, 10_000)

function toChunked(content: string): string {
  const head = post('').replace('Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n')
  return `${head}${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n0\r\n\r\n`
}
