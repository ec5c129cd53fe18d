import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type Anvil, createAnvil } from '../chain/anvil.ts'
import {
  createFaultControl,
  createFaultProxy,
  type Fault,
  type FaultProxy,
  faultDefinitions,
  InvalidFaultError,
} from './index.ts'

let anvil: Anvil
let target: string
let proxy: FaultProxy

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  target = anvil.rpcUrl
  await rpc(target, 'anvil_mine', ['0x14'])
})
afterAll(() => anvil.close())
beforeEach(async () => {
  proxy = await createFaultProxy({ target })
})
afterEach(() => proxy.close())

// biome-ignore lint/suspicious/noExplicitAny: answers of a chain are read freely in tests
type Json = any

const post = (url: string, body: unknown, timeoutMs = 5000): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
const rpc = async (url: string, method: string, params: unknown[] = []): Promise<Json> =>
  (await post(url, { jsonrpc: '2.0', id: 7, method, params })).json()
const failure = (promise: Promise<unknown>): Promise<Json> =>
  promise.then(
    () => undefined,
    (error) => error.cause?.code ?? error.name,
  )

const openSocket = async (): Promise<WebSocket> => {
  const socket = new WebSocket(proxy.wsUrl)
  socket.on('error', () => undefined)
  await once(socket, 'open')
  return socket
}
const call = (socket: WebSocket, method: string, params: unknown[] = []): void =>
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }))
const nextText = async (socket: WebSocket): Promise<string> => {
  const [data] = await once(socket, 'message', { signal: AbortSignal.timeout(5000) })
  return data.toString()
}
const ask = async (socket: WebSocket, method: string, params: unknown[] = []): Promise<Json> => {
  const answer = nextText(socket)
  call(socket, method, params)
  return JSON.parse(await answer)
}

/** A target that keeps the order of frames, unlike anvil, and tracks its connections. */
const createEchoTarget = async () => {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${request.url}\n\n`)
  }).listen(0, '127.0.0.1')
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data.toString())))
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countConnections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close() {
      server.closeAllConnections()
      server.close()
      sockets.close()
    },
  }
}

describe('passing through', () => {
  test('HTTP, batches and WebSocket reach the target and are counted', async () => {
    expect(await rpc(proxy.url, 'eth_chainId')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x1' })
    const batch = await post(proxy.url, [
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'net_version' },
    ])
    expect(((await batch.json()) as Json[]).map((one) => one.result)).toEqual(['0x1', '1'])
    const socket = await openSocket()
    expect((await ask(socket, 'eth_chainId')).result).toBe('0x1')
    const { result } = await ask(socket, 'eth_subscribe', ['newHeads'])
    const pushed = nextText(socket)
    await rpc(target, 'anvil_mine', ['0x1'])
    expect(JSON.parse(await pushed).params.subscription).toBe(result)
    expect(proxy.stats).toEqual({
      requests: 4,
      byMethod: { eth_chainId: 3, net_version: 1, eth_subscribe: 1 },
      webSockets: 1,
      openWebSockets: 1,
      touchedWhileFaulty: 0,
    })
    socket.terminate()
  })

  test('answers 502 when the target is gone', async () => {
    const orphan = await createFaultProxy({ target: 'http://127.0.0.1:1' })
    expect((await post(orphan.url, { method: 'eth_chainId' })).status).toBe(502)
    await orphan.close()
  })

  test('REST and server-sent events stream through, below a base path too', async () => {
    const echo = await createEchoTarget()
    const rest = await createFaultProxy({ target: `${echo.url}/base/` })
    const { body } = await fetch(`${rest.url}/eth/v1/events?topics=head`)
    const first = await body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toBe('data: /base/eth/v1/events?topics=head\n\n')
    expect(rest.stats.byMethod).toEqual({ 'GET /eth/v1/events': 1 })
    await rest.close()
    echo.close()
  })
})

describe('faults', () => {
  test('refuse closes the port, cuts open sockets, and comes back on the same port', async () => {
    const socket = await openSocket()
    const closed = once(socket, 'close')
    await proxy.setFault({ kind: 'refuse' })
    await closed
    expect(await failure(rpc(proxy.url, 'eth_chainId'))).toBe('ECONNREFUSED')
    const refused = new WebSocket(proxy.wsUrl)
    const [error] = await once(refused, 'error')
    expect(error.code).toBe('ECONNREFUSED')
    await proxy.setFault({ kind: 'none' })
    expect((await rpc(proxy.url, 'eth_chainId')).result).toBe('0x1')
  })

  test('hang never answers, silences open sockets and new ones, and ends', async () => {
    const open = await openSocket()
    expect((await ask(open, 'eth_chainId')).result).toBe('0x1')
    await proxy.setFault({ kind: 'hang' })
    const late = await openSocket()
    const heard: unknown[] = []
    for (const socket of [open, late]) {
      socket.on('message', (data) => heard.push(data))
      socket.on('pong', () => heard.push('pong'))
      call(socket, 'eth_chainId')
      socket.ping()
    }
    expect(await failure(post(proxy.url, { method: 'eth_chainId' }, 300))).toBe('TimeoutError')
    expect(heard).toEqual([])
    expect(proxy.stats.touchedWhileFaulty).toBe(4)
    await proxy.setFault({ kind: 'none' })
    expect((await ask(open, 'eth_blockNumber')).id).toBe(7)
    open.terminate()
    late.terminate()
  })

  test('reset sends headers and half the body, then RST', async () => {
    await proxy.setFault({ kind: 'reset' })
    const raw = connect(Number(new URL(proxy.url).port), '127.0.0.1')
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    raw.write(
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    let text = ''
    raw.on('data', (chunk) => {
      text += chunk
    })
    const [error] = await once(raw, 'error')
    expect(error.code).toBe('ECONNRESET')
    const half = text.split('\r\n\r\n')[1] ?? ''
    expect(half.length * 2).toBeGreaterThanOrEqual(Number(/content-length: (\d+)/.exec(text)?.[1]) - 1)
    expect(() => JSON.parse(half)).toThrow()

    const socket = await openSocket()
    const closed = once(socket, 'close')
    call(socket, 'eth_chainId')
    expect((await closed)[0]).toBe(1006)
  })

  test('status answers 503, or 429 with Retry-After, and turns WebSockets away', async () => {
    const socket = await openSocket()
    const closed = once(socket, 'close')
    await proxy.setFault({ kind: 'status', status: 429, retryAfterSeconds: 3 })
    expect((await closed)[0]).toBe(1013)
    const limited = await post(proxy.url, { method: 'eth_chainId' })
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3'])
    await proxy.setFault({ kind: 'status' })
    const unavailable = await post(proxy.url, { method: 'eth_chainId' })
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, null])
    const [error] = await once(new WebSocket(proxy.wsUrl), 'error')
    expect(error.message).toContain('503')
  })

  test('slow delays requests and frames, in order and without adding up', async () => {
    await proxy.setFault({ kind: 'slow', delayMs: 150 })
    const before = performance.now()
    await rpc(proxy.url, 'eth_chainId')
    expect(performance.now() - before).toBeGreaterThan(145)

    const echo = await createEchoTarget()
    const slow = await createFaultProxy({ target: echo.url })
    await slow.setFault({ kind: 'slow', delayMs: 150 })
    const socket = new WebSocket(slow.wsUrl)
    await once(socket, 'open')
    const heard: { readonly text: string; readonly atMs: number }[] = []
    socket.on('message', (data) => heard.push({ text: data.toString(), atMs: performance.now() }))
    const sent = performance.now()
    for (const text of ['1', '2', '3', '4']) socket.send(text)
    while (heard.length < 4) await sleep(5)
    expect(performance.now() - sent).toBeGreaterThan(295)
    expect(heard.map(({ text }) => text)).toEqual(['1', '2', '3', '4'])
    // Delays that add up would leave the same gap between any two.
    const gapsMs = heard.slice(1).map(({ atMs }, index) => atMs - (heard[index]?.atMs ?? 0))
    expect(Math.min(...gapsMs)).toBeLessThan(145)
    await slow.close()
    echo.close()
  })

  test('rpcError answers -32603 in a 200, for each call of a batch, and the target never sees it', async () => {
    await proxy.setFault({ kind: 'rpcError' })
    const before = (await rpc(target, 'eth_blockNumber')).result
    const error = { code: -32603, message: 'Internal error' }
    const single = await post(proxy.url, { id: 1, method: 'anvil_mine', params: ['0x5'] })
    expect([single.status, await single.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, error }])
    const batch = await post(proxy.url, [
      { id: 1, method: 'eth_chainId' },
      { id: 2, method: 'eth_gasPrice' },
    ])
    expect(await batch.json()).toEqual([1, 2].map((id) => ({ jsonrpc: '2.0', id, error })))
    const socket = await openSocket()
    expect((await ask(socket, 'eth_chainId')).error).toEqual(error)
    expect((await rpc(target, 'eth_blockNumber')).result).toBe(before)
    socket.terminate()
  })

  test('staleHead lags consistently in head, blocks, fee history, state, receipts and pushed heads', async () => {
    await proxy.setFault({ kind: 'staleHead', blocks: 3 })
    const head = Number((await rpc(target, 'eth_blockNumber')).result)
    const stale = `0x${(head - 3).toString(16)}`
    expect((await rpc(proxy.url, 'eth_blockNumber')).result).toBe(stale)
    const expected = await rpc(target, 'eth_getBlockByNumber', [stale, false])
    for (const tag of ['latest', 'pending']) {
      expect(await rpc(proxy.url, 'eth_getBlockByNumber', [tag, false])).toEqual(expected)
    }
    const { result: safe } = await rpc(proxy.url, 'eth_getBlockByNumber', ['safe', false])
    expect(Number(safe.number)).toBeLessThanOrEqual(head - 3)
    const newest = `0x${head.toString(16)}`
    expect((await rpc(proxy.url, 'eth_getBlockByNumber', [newest, false])).result).toBeNull()
    const { result: latest } = await rpc(target, 'eth_getBlockByNumber', [newest, false])
    expect((await rpc(proxy.url, 'eth_getBlockByHash', [latest.hash, false])).result).toBeNull()
    expect(await rpc(proxy.url, 'eth_feeHistory', ['0x2', 'latest', []])).toEqual(
      await rpc(target, 'eth_feeHistory', ['0x2', stale, []]),
    )
    const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    await rpc(target, 'anvil_setBalance', [account, '0x1'])
    await rpc(target, 'anvil_mine', ['0x1'])
    expect(Number((await rpc(proxy.url, 'eth_getBalance', [account, 'latest'])).result)).toBeGreaterThan(1)

    const socket = await openSocket()
    expect((await ask(socket, 'eth_blockNumber')).result).toBe(`0x${(head - 2).toString(16)}`)
    await ask(socket, 'eth_subscribe', ['newHeads'])
    const pushed = nextText(socket)
    await rpc(target, 'anvil_mine', ['0x1'])
    const { number, hash, transactions } = JSON.parse(await pushed).params.result
    expect([number, transactions]).toEqual([`0x${(head - 1).toString(16)}`, undefined])
    expect(hash).toBe((await rpc(target, 'eth_getBlockByNumber', [number, false])).result.hash)

    const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const { result: logger } = await rpc(target, 'eth_sendTransaction', [{ from, data: '0x5f5fa000' }])
    const { blockNumber } = await vi.waitUntil(
      async () => (await rpc(target, 'eth_getTransactionReceipt', [logger])).result,
      { timeout: 20_000 },
    )
    const logs = async (url: string, fromBlock: string) =>
      (await rpc(url, 'eth_getLogs', [{ fromBlock, toBlock: blockNumber }])).result.length
    for (const fromBlock of [blockNumber, '0x0', 'earliest'])
      expect([await logs(target, fromBlock), await logs(proxy.url, fromBlock)]).toEqual([1, 0])
    await proxy.setFault({ kind: 'staleHead', blocks: 0 })
    expect(await logs(proxy.url, blockNumber)).toBe(1)
    await proxy.setFault({ kind: 'staleHead', blocks: 100_000 })
    expect((await rpc(proxy.url, 'eth_getBlockByNumber', ['latest', false])).result.number).toBe('0x0')
    socket.terminate()
  })

  test('wrongChainId lies about the chain, in batches too, and about nothing else', async () => {
    await proxy.setFault({ kind: 'wrongChainId', chainId: 137 })
    const batch = await post(proxy.url, [
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2, method: 'eth_blockNumber' },
      { jsonrpc: '2.0', id: 3, method: 'net_version' },
    ])
    const head = (await rpc(target, 'eth_blockNumber')).result
    expect(((await batch.json()) as Json[]).map((one) => one.result)).toEqual(['0x89', head, '137'])
    const socket = await openSocket()
    expect((await ask(socket, 'eth_chainId')).result).toBe('0x89')
    expect((await ask(socket, 'eth_blockNumber')).result).toBe(head)
    socket.terminate()
  })

  test('truncatedJson is a complete HTTP answer that does not parse', async () => {
    await proxy.setFault({ kind: 'truncatedJson' })
    const answer = await post(proxy.url, { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' })
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(text.length).toBeGreaterThan(5)
    expect(() => JSON.parse(text)).toThrow()
    const socket = await openSocket()
    const frame = nextText(socket)
    call(socket, 'eth_blockNumber')
    expect((await frame).startsWith('{"jsonrpc"')).toBe(true)
    expect(() => JSON.parse(text)).toThrow()
    socket.terminate()
  })

  test('emptyLogs hides logs only', async () => {
    // Init code that emits one LOG0 (PUSH0 PUSH0 LOG0 STOP) on deployment.
    const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    await rpc(target, 'eth_sendTransaction', [{ from, data: '0x5f5fa000' }])
    const filter = { fromBlock: 'latest', toBlock: 'latest' }
    expect((await rpc(proxy.url, 'eth_getLogs', [filter])).result).toHaveLength(1)
    await proxy.setFault({ kind: 'emptyLogs' })
    expect((await rpc(proxy.url, 'eth_getLogs', [filter])).result).toEqual([])
    expect((await rpc(proxy.url, 'eth_chainId')).result).toBe('0x1')
  })

  test('flap starts faulty and alternates each period', async () => {
    await proxy.setFault({ kind: 'flap', periodMs: 120, fault: { kind: 'refuse' } })
    const seen: string[] = []
    for (const until = Date.now() + 700; Date.now() < until; await sleep(10)) {
      const state = (await failure(rpc(proxy.url, 'eth_chainId'))) === undefined ? 'up' : 'down'
      if (seen.at(-1) !== state) seen.push(state)
    }
    expect(seen.slice(0, 4)).toEqual(['down', 'up', 'down', 'up'])
    await proxy.setFault({ kind: 'none' })
    await sleep(250)
    expect((await rpc(proxy.url, 'eth_chainId')).result).toBe('0x1')
  })
})

test('a request in flight keeps the fault it came in with', async () => {
  await proxy.setFault({ kind: 'slow', delayMs: 300 })
  const slow = rpc(proxy.url, 'eth_chainId')
  await sleep(50)
  await proxy.setFault({ kind: 'status' })
  expect((await slow).result).toBe('0x1')
})

test('close and abort leave no socket on either side, even with hung requests', async () => {
  const echo = await createEchoTarget()
  const controller = new AbortController()
  const doomed = await createFaultProxy({ target: echo.url, signal: controller.signal })
  const socket = new WebSocket(doomed.wsUrl)
  await once(socket, 'open')
  socket.send('x')
  await once(socket, 'message')
  const streaming = await fetch(doomed.url)
  await doomed.setFault({ kind: 'flap', periodMs: 10_000, fault: { kind: 'hang' } })
  const hung = failure(post(doomed.url, { method: 'eth_chainId' }))
  const closed = once(socket, 'close')
  await sleep(50)
  expect(await echo.countConnections()).toBe(2)
  controller.abort()
  await doomed.close()
  expect([await hung, (await closed)[0], await failure(streaming.text())]).toEqual([
    'UND_ERR_SOCKET',
    1006,
    'UND_ERR_SOCKET',
  ])
  expect(doomed.stats.openWebSockets).toBe(0)
  expect(await failure(rpc(doomed.url, 'eth_chainId'))).toBe('ECONNREFUSED')
  while ((await echo.countConnections()) > 0) await sleep(5)
  echo.close()
})

test('every definition works with its defaults, and an invalid fault lists the valid ones', async () => {
  for (const kind of Object.keys(faultDefinitions)) await proxy.setFault({ kind } as Fault)
  await expect(proxy.setFault({ kind: 'explode' } as never)).rejects.toThrow(/one of: none, refuse, hang/)
  await expect(proxy.setFault({ kind: 'slow', delayMs: '3' } as never)).rejects.toThrow(InvalidFaultError)
  await expect(proxy.setFault({ kind: 'slow', delay: 3 } as never)).rejects.toThrow(/delayMs/)
  await expect(proxy.setFault({ kind: 'flap', periodMs: 0, fault: { kind: 'hang' } })).rejects.toThrow(/periodMs/)
})

test('the control server lists, sets and explains', async () => {
  await using control = await createFaultControl({ primary: proxy })
  const put = (body: string) => fetch(`${control.url}/primary`, { method: 'PUT', body })
  expect((await put('{"kind":"wrongChainId","chainId":5}')).status).toBe(200)
  expect((await rpc(proxy.url, 'eth_chainId')).result).toBe('0x5')
  const listed = (await (await fetch(control.url)).json()) as Json
  expect(listed.proxies.primary).toMatchObject({ url: proxy.url, fault: { kind: 'wrongChainId', chainId: 5 } })
  expect(listed.faults.slow.delayMs).toBe(3000)
  const wrong = await put('{"kind":"x"}')
  expect([wrong.status, ((await wrong.json()) as Json).error]).toEqual([400, expect.stringContaining('hang')])
  expect((await put('{')).status).toBe(400)
  expect((await fetch(`${control.url}/other`)).status).toBe(404)
})
