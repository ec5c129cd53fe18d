import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failUnread } from '../../failure.ts'
import { createExchanges, type Exchange } from '../exchange.ts'
import { createFastLane } from './fastLane.ts'
import { type ByteStream, toLateStream, toMutatedStream } from './fixtures/byteStreams.ts'

const runs = Number(process.env['OUTRIGGER_CASES'] ?? (process.env['CI'] ? 20_000 : 2_000))
const seed = Number(process.env['OUTRIGGER_SEED'] ?? 1)
/** Number of concurrent connections. */
const concurrency = 8
const maxBodyBytes = 80

type Place = {
  readonly server: Server
  readonly peers: Map<number, Socket>
  readonly laneHeads: { count: number }
  close(): void
}
let places: { readonly lane: Place; readonly node: Place }

/** Answers in different ways with everything it was given. Answers late if the body says so, otherwise immediately. */
function handle(exchange: Exchange): void {
  exchange.readBody(maxBodyBytes, (body) => {
    const { method, url, headers } = exchange.request
    const said = body instanceof Error ? body.message : body.toString('latin1')
    const text = JSON.stringify({ method, url, headers, said })
    const answer = () => {
      if (said === 'none') exchange.send(204, null)
      else if (said === 'error') exchange.send(503, text, ['retry-after', '1'])
      else exchange.send(200, text)
    }
    if (said.startsWith('late')) setTimeout(answer, Math.random() * 3)
    else answer()
  })
}

async function start(hasLane: boolean): Promise<Place> {
  const parts = { onAnswered: () => {}, toHeaders: () => ['x-left', '1'] }
  const toExchange = createExchanges({ ...parts, cors: ['http://page'] })
  const laneHeads = { count: 0 }
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) =>
    handle(toExchange(request, response)),
  )
  server.on('clientError', failUnread)
  server.on('upgrade', ({ url }, socket) => socket.end(`upgrade ${url}`, () => socket.destroy()))
  const lane = hasLane
    ? createFastLane({
        ...parts,
        server,
        keepAliveMs: 75_000,
        handle(exchange) {
          laneHeads.count += 1
          handle(exchange)
        },
      })
    : null
  /** The server's ends of connections, by the client's port. */
  const peers = new Map<number, Socket>()
  server.on('connection', (socket: Socket) => peers.set(socket.remotePort ?? 0, socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    server,
    peers,
    laneHeads,
    close() {
      lane?.close(0)
      server.close()
      server.closeAllConnections()
    },
  }
}

beforeAll(async () => {
  places = { lane: await start(true), node: await start(false) }
})
afterAll(() => {
  for (const place of Object.values(places)) place.close()
})

/** Returns everything received on a connection except times and ids, and whether the server closed it on its own. */
async function exchangeAll({ server, peers }: Place, { pieces, requests }: ByteStream, isLate: boolean) {
  let received = ''
  let isClosed = false
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('data', (text) => {
    received += text
  })
  socket
    .on('error', () => {})
    .on('close', () => {
      isClosed = true
    })
  // Closes when the server closes, as clients do.
  socket.on('end', () => socket.end())
  await until(() => peers.has(socket.localPort ?? -1))
  const peer = peers.get(socket.localPort ?? -1) as Socket
  let sent = 0
  for (const piece of pieces) {
    if (peer.destroyed || socket.writableEnded) break
    socket.write(piece)
    sent += piece.length
    // Wait until the server has read each piece. Otherwise the result depends on timing, because Node rejects unreadable bytes
    // immediately, even if the previous answer is not written yet.
    if (!isLate) await until(() => peer.bytesRead >= sent || peer.destroyed)
    await nextTurn()
    await nextTurn()
  }
  if (isLate) await until(() => received.split('HTTP/1.1 200').length > requests)
  await nextTurn()
  const isEndedByServer = peer.writableEnded
  socket.end()
  await until(() => isClosed)
  peers.delete(peer.remotePort ?? 0)
  const text = received
    .replaceAll(/^Date: .*$/gm, 'Date')
    .replaceAll(/^x-request-id: [\w-]{8}-[\da-z]+\r$/gm, 'x-request-id\r')
  return { text, isEndedByServer }
}

async function until(isDone: () => boolean): Promise<void> {
  for (let turns = 0; !isDone(); turns += 1) {
    if (turns > 20_000) throw new RangeError('The connection stands still.')
    if (turns < 1000) await nextTurn()
    else await sleep(1)
  }
}

async function expectSame(stream: ByteStream, isLate: boolean, name: string): Promise<void> {
  const [lane, node] = await Promise.all([
    exchangeAll(places.lane, stream, isLate),
    exchangeAll(places.node, stream, isLate),
  ])
  if (lane.text === node.text && lane.isEndedByServer === node.isEndedByServer) return
  const sent = stream.pieces.map((piece) => piece.toString('latin1'))
  expect(lane, `${name}: ${JSON.stringify(sent).slice(0, 5000)}`).toEqual(node)
}

/** Compares streams, several concurrently. */
async function compareAll(toStream: (seed: number) => ByteStream, count: number, isLate: boolean): Promise<void> {
  let next = seed
  async function work(): Promise<void> {
    while (next < seed + count) {
      const own = next
      next += 1
      await expectSame(toStream(own), isLate, `OUTRIGGER_SEED=${own}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

it(`answers ${runs} mutated byte streams as Node's server does`, async () => {
  await compareAll(toMutatedStream, runs, false)
  // Otherwise nothing would have been compared.
  expect(places.lane.laneHeads.count).toBeGreaterThan(runs / 2)
}, 3_600_000)

it('answers requests that wait for the answers before them as Node does', async () => {
  await compareAll(toLateStream, Math.ceil(runs / 20), true)
}, 600_000)
