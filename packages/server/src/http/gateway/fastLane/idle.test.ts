import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFastLane } from './fastLane.ts'

const keepAliveMs = 600
const large = 'x'.repeat(32_000_000)
let server: Server
let lane: { close(drainMs: number): void }
const opened: Socket[] = []

// Answers with the body, late if the body says so, or with more than the kernel buffers.
beforeEach(async () => {
  server = createServer()
  lane = createFastLane({
    server,
    keepAliveMs,
    onAnswered: () => {},
    toHeaders: () => [],
    handle: (exchange) =>
      exchange.readBody(1000, (bytes) => {
        const body = String(bytes)
        setTimeout(() => exchange.send(200, body === 'large' ? large : body), body === 'late' ? 3 * keepAliveMs : 0)
      }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  lane.close(0)
  await new Promise((resolve) => server.close(resolve))
})

async function open() {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  opened.push(socket)
  const seen = { bytes: 0, isClosed: false }
  socket.on('data', (chunk) => {
    seen.bytes += chunk.length
  })
  socket.on('close', () => {
    seen.isClosed = true
  })
  await new Promise((resolve) => socket.on('connect', resolve))
  const ask = (body: string) =>
    socket.write(`POST /base/rpc HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  return { socket, seen, ask }
}
const countOpen = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))

it('closes a connection on which nothing is asked, and none that is used', async () => {
  const [idle, used] = [await open(), await open()]
  for (let n = 0; n < 12; n += 1) {
    used.ask('again')
    await sleep(keepAliveMs / 4)
  }
  expect(idle.seen.isClosed).toBe(true)
  expect(used.seen.isClosed).toBe(false)
  await expect.poll(() => used.seen.isClosed, { timeout: 20 * keepAliveMs }).toBe(true)
})

it('leaves open one that waits for its answer', async () => {
  const { seen, ask } = await open()
  ask('late')
  await expect.poll(() => seen.bytes, { timeout: 20 * keepAliveMs }).toBeGreaterThan(0)
  expect(seen.isClosed).toBe(false)
})

it('closes one whose caller takes nothing of its answer', async () => {
  const { socket, ask } = await open()
  socket.pause()
  ask('large')
  await expect.poll(countOpen, { timeout: 20 * keepAliveMs }).toBe(0)
})

it('gives a slow caller its answer for as long as it takes some', async () => {
  const { socket, seen, ask } = await open()
  const read = () => {
    socket.pause()
    setTimeout(() => socket.resume(), 3)
  }
  socket.on('data', read)
  ask('large')
  while (seen.bytes < large.length) await sleep(5)
  socket.off('data', read).resume()
  // The idle time starts when the client has read everything.
  const before = seen.bytes
  await sleep(keepAliveMs / 4)
  ask('again')
  await expect.poll(() => seen.bytes, { timeout: 20 * keepAliveMs }).toBeGreaterThan(before)
})
