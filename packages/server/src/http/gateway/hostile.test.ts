import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type OutriggerNode, openNode } from '../../createNode.ts'
import type { Listening } from '../../node/listening.ts'
import { openRpcSocket } from './fixtures/rpcSocket.ts'

let anvil: Anvil
let node: OutriggerNode
let at: Listening
let key: string
let baselineBytes = 0

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  const chains = { ethereum: { endpoints: [anvil.rpcUrl] } }
  node = await openNode({ chains }, {}, { gateway: { limits: { requestTimeoutMs: 1500, connections: 600 } } })
  at = await node.listen({ port: 0, gatewayPort: 0 })
  key = (await node.keys.create({ name: 'x', tier: 'unlimited', scopes: ['admin:account'] })).secret
  for (let i = 0; i < 50; i += 1) await post(alive)
  baselineBytes = getMemory()
})
afterAll(async () => {
  await node?.close()
  await anvil?.close()
})
// After any attack the node still responds and has not kept the data that it was sent.
afterEach(async () => {
  expect((await post(alive)).body).toBe('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
  expect(getMemory() - baselineBytes).toBeLessThan(60 * 1024 * 1024)
})

const alive = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns the memory of the heap and of buffers, without garbage. */
function getMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function post(body: string | Buffer, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port: at.gatewayPort,
        host: '127.0.0.1',
        path: '/ethereum/rpc',
        method: 'POST',
        headers: { 'x-api-key': key, ...headers },
        agent: false,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      },
    )
    request.on('error', reject).end(body)
    // Refused while the body is still being sent. After the answer Node has no error listener on the socket, which ends with an
    // error.
    request.on('socket', (socket) => socket.on('error', () => {}))
  })
}
const codeOf = async (answer: Promise<{ status: number; body: string }>) => {
  const { status, body } = await answer
  return [status, JSON.parse(body).error?.code]
}
const raw = (text: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(at.gatewayPort, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
    socket.on('error', () => {})
  })
const head = (more: string) => `POST /ethereum/rpc HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n${more}\r\n`
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })

describe('bodies', () => {
  it('that are no JSON, or not UTF-8, are told so', async () => {
    const broken = [
      '{',
      'nonsense',
      '{"jsonrpc":"2.0","method":"eth_chainId","id":1}}',
      '\u0000',
      "{'jsonrpc':'2.0'}",
      '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[NaN]}',
      Buffer.from([0xff, 0xfe, 0x7b]),
    ]
    for (const body of broken) expect(await codeOf(post(body))).toEqual([200, -32700])
  })

  it('of 10 MB are refused, announced or not, without being kept', async () => {
    const large = Buffer.alloc(10_000_000, 'x')
    expect(await codeOf(post(large))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await codeOf(post(large, { 'transfer-encoding': 'chunked' }))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(post(large))))
    expect(new Set(answers.map(String))).toEqual(new Set(['413,PAYLOAD_TOO_LARGE']))
  })

  it('with 10,000 calls are refused call by call, with more as a whole', async () => {
    for (const item of ['{}', alive]) {
      const { body } = await post(`[${Array(10_000).fill(item).join()}]`)
      expect(body.match(/"error":\{"code":-32600/g)).toHaveLength(10_000)
      expect(await codeOf(post(`[${Array(10_001).fill(item).join()}]`))).toEqual([200, -32600])
    }
  })

  it('nested deeply are refused, wherever they are deep', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    for (const body of [
      deep(400_000),
      `{"a":`.repeat(100_000),
      `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${deep(100)}}`,
      `[{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${deep(100)}}]`,
    ])
      expect(await codeOf(post(body))).toEqual([200, -32600])
    expect((await post(`{"jsonrpc":"2.0","id":1,"method":"eth_nothing","params":${deep(60)}}`)).body).toContain(
      '-32601',
    )
  })

  it('with names of the prototype are data, and names too long for a method are none', async () => {
    for (const method of ['__proto__', 'constructor', 'toString'])
      expect(await codeOf(post(JSON.stringify({ jsonrpc: '2.0', id: 1, method })))).toEqual([200, -32601])
    const { body } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(100_000) }))
    expect(JSON.parse(body).error.code).toBe(-32600)
    expect(body.length).toBeLessThan(500)
    const polluted = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","__proto__":{"x":1},"constructor":1}'
    expect((await post(polluted)).body).toContain('"result":"0x1"')
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

describe('connections', () => {
  it('that send a head or a body too slowly are ended', async () => {
    const slow = [
      await raw('POST /ethereum/rpc HTTP/1.1\r\nHost: x\r\nX-A: '),
      await raw(head('Content-Length: 100\r\n')),
    ]
    const dripping = setInterval(() => {
      for (const socket of slow) socket.write('a')
    }, 100)
    const answers = await Promise.all(slow.map(answerOf))
    clearInterval(dripping)
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 .*"code":"REQUEST_TIMEOUT"/s)
  })

  it('that leave mid-body, or never say anything, hold nothing', async () => {
    for (let i = 0; i < 200; i += 1) (await raw(head('Content-Length: 1000000\r\n') + 'x'.repeat(1000))).destroy()
    const idle = await Promise.all(Array.from({ length: 200 }, () => raw('')))
    expect((await post(alive)).status).toBe(200)
    for (const socket of idle) socket.destroy()
  })

  it('that smuggle or garble HTTP are refused', async () => {
    const garbled = [
      'NONSENSE\r\n\r\n',
      head('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
      head('Content-Length: -1\r\n'),
      `POST /ethereum/rpc HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
    ]
    for (const text of garbled) expect(await answerOf(await raw(text))).toMatch(/^HTTP\/1.1 4\d\d .*"error":\{"code":/s)
  })
})

describe('sockets', () => {
  const wsUrl = () => `${at.gatewayWsUrl}/ethereum/ws`

  it('in a flood of upgrades without a key are all turned away', async () => {
    const outcomes = await Promise.all(
      Array.from(
        { length: 500 },
        () =>
          new Promise<number>((resolve) => {
            const socket = new WebSocket(wsUrl())
            socket.on('close', resolve).on('error', () => resolve(503))
          }),
      ),
    )
    expect(outcomes.every((code) => code === 1008 || code === 503)).toBe(true)
    expect(outcomes.filter((code) => code === 1008).length).toBeGreaterThan(100)
  })

  it('that are upgraded and then left half open are closed', async () => {
    const upgrade =
      'GET /ethereum/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
    const open = await Promise.all(Array.from({ length: 100 }, () => raw(upgrade)))
    await Promise.all(open.map(answerOf))
  }, 15_000)

  it('that talk nonsense are answered, and go on', async () => {
    const { socket, ask, say, close } = await openRpcSocket(wsUrl(), key)
    expect(await say('{')).toMatchObject({ error: { code: -32700 } })
    expect(await say('['.repeat(100_000))).toMatchObject({ error: { code: -32600 } })
    expect(await say(`[${Array(10_001).fill('{}').join()}]`)).toMatchObject({ error: { code: -32600 } })
    for (const id of ['0x0', `0x${'00'.repeat(16)}`, '__proto__', null, {}])
      expect((await ask('eth_unsubscribe', [id])).error).toEqual({ code: -32000, message: 'subscription not found' })
    for (let i = 0; i < 1000; i += 1) socket.send('{}')
    expect((await ask('eth_chainId')).result).toBe('0x1')
    close()
  })

  it('that send binary, huge or invalid frames are closed with the reason', async () => {
    const closing = async (send: (socket: WebSocket) => void) => {
      const { socket, closed } = await openRpcSocket(wsUrl(), key)
      send(socket)
      return (await closed).code
    }
    expect(await closing((socket) => socket.send(Buffer.alloc(10)))).toBe(1003)
    expect(await closing((socket) => socket.send('x'.repeat(10_000_000)))).toBe(1009)
    expect(await closing((socket) => socket.send(Buffer.from([0xff, 0xfe]), { binary: false }))).toBe(1007)
  })

  it('that subscribe and leave leave nothing', async () => {
    for (let i = 0; i < 100; i += 1) {
      const { ask, socket } = await openRpcSocket(wsUrl(), key)
      await ask('eth_subscribe', ['newHeads'])
      socket.terminate()
    }
    const metrics = async () => (await fetch(`${at.url.replace('/api', '')}/metrics`)).text()
    await expect
      .poll(async () => /gateway_sockets\{chain="ethereum"\} (\d+)/.exec(await metrics())?.[1], { timeout: 8000 })
      .toBe('0')
  })
})
