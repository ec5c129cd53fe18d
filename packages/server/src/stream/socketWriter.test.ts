import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createEmptyBatch } from './batch.ts'
import { toFrame } from './frame.ts'
import { createPayload } from './payload.ts'
import { createSocketWriter } from './socketWriter.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Opens both ends of a WebSocket. */
async function connect() {
  const server = createServer()
  const acceptor = new WebSocketServer({ server })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const accepted = once(acceptor, 'connection')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [[mine, { socket }]] = (await Promise.all([accepted, once(client, 'open')])) as unknown as [
    [WebSocket, { socket: Socket }],
  ]
  const messages: string[] = []
  client.on('message', (data) => messages.push(String(data)))
  let stuck = 0
  closers.push(() => {
    client.terminate()
    server.close()
  })
  const isOpen = () => mine.readyState === mine.OPEN
  return { client, mine, messages, stuck: () => stuck, connection: { socket, isOpen, onStuck: () => (stuck += 1) } }
}

it('frames of every length are read as they were written', async () => {
  const { messages, connection } = await connect()
  const texts = [0, 1, 125, 126, 65_535, 65_536, 200_000].map((length) => 'x'.repeat(length)).concat('ünï→🦀')
  for (const text of texts) connection.socket.write(toFrame(text))
  connection.socket.write(toFrame('{"a":', Buffer.from('"é"'), '}'))
  await expect.poll(() => messages).toEqual([...texts, '{"a":"é"}'])
})

it('messages of one turn leave in order and in one write', async () => {
  const { messages, connection } = await connect()
  const writer = createSocketWriter({ bufferedBytes: 1_000_000 })
  const outbox = writer.open(connection)
  const { write } = connection.socket
  let writes = 0
  connection.socket.write = ((...args: Parameters<typeof write>) => {
    writes += 1
    return write.apply(connection.socket, args)
  }) as typeof write
  // On a busy machine the turn would count as long.
  vi.useFakeTimers({ toFake: ['performance'] })
  outbox.send({ n: 0 })
  for (let n = 1; n < 20; n += 1) outbox.push(toFrame(JSON.stringify({ n })))
  vi.useRealTimers()
  await expect.poll(() => messages.length).toBe(20)
  expect(messages.map((text) => JSON.parse(text).n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect([writes, writer.counts]).toEqual([1, { events: 19, dropped: 0 }])
})

it('in a long turn the first messages do not wait for its end, and all stay in order', async () => {
  const { messages, connection } = await connect()
  const writer = createSocketWriter({ bufferedBytes: 1_000_000 })
  const outbox = writer.open(connection)
  const before = connection.socket.bytesWritten
  const untilMs = performance.now() + 100
  let count = 0
  for (; performance.now() < untilMs; count += 1) {
    outbox.push(toFrame(JSON.stringify({ n: count })))
    for (const nextMs = performance.now() + 1; performance.now() < nextMs; );
  }
  // The event loop has not turned since then.
  expect(connection.socket.bytesWritten).toBeGreaterThan(before)
  await expect.poll(() => messages.length).toBe(count)
  expect(messages.map((text) => JSON.parse(text).n)).toEqual(Array.from({ length: count }, (_, n) => n))
})

it('the same frames make the same bytes, once', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((text) => toFrame(text)) as [Buffer, Buffer, Buffer]
  const empty = createEmptyBatch()
  const [one, other] = [empty.with(a).with(b), empty.with(a).with(b)]
  expect(one.toBuffer()).toBe(other.toBuffer())
  expect(one.toBuffer()).toEqual(Buffer.concat([a, b]))
  expect(empty.with(a).with(c).toBuffer()).toEqual(Buffer.concat([a, c]))
  expect(empty.with(a).with(b).with(c).toBuffer()).toEqual(Buffer.concat([a, b, c]))
  expect([empty.with(a).toBuffer(), one.bytes]).toEqual([a, a.length + b.length])
  const payload = createPayload({ type: 'transaction' }, { hash: '0x1' })
  expect(payload.toFrame('sub_1')).toBe(payload.toFrame('sub_1'))
  expect(String(payload.toFrame('sub_2').subarray(2))).toBe(
    '{"type":"transaction","subscription_id":"sub_2","data":{"hash":"0x1"}}',
  )
})

it('a slow reader gets what is newest, is told what it lost, and costs a bounded amount', async () => {
  const { client, messages, connection, stuck } = await connect()
  const writer = createSocketWriter({ bufferedBytes: 100_000 })
  const outbox = writer.open(connection)
  client.pause()
  const fill = 'x'.repeat(10_000)
  const count = 3000
  for (let n = 0; n < count; n += 1) {
    outbox.push(toFrame(JSON.stringify({ n, fill })))
    if (n === 2000) outbox.send({ answer: true })
    if (n % 10 === 0) await turn()
  }
  expect(connection.socket.writableLength).toBeLessThan(200_000)
  expect(writer.counts.dropped).toBeGreaterThan(1000)
  client.resume()
  const last = () => messages.at(-1)?.slice(0, 20) ?? ''
  await expect.poll(last, { timeout: 10_000 }).toContain(`"n":${count - 1}`)
  const read = messages.map((text) => JSON.parse(text))
  const lost = read.filter(({ type }) => type === 'lagged').reduce((sum, { dropped }) => sum + dropped, 0)
  const numbers = read.flatMap(({ n }) => n ?? [])
  expect(lost).toBe(writer.counts.dropped)
  expect(numbers.length + lost).toBe(count)
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
  // Answers are never dropped.
  expect(read.filter(({ answer }) => answer)).toHaveLength(1)
  expect(stuck()).toBe(0)
  outbox.push(toFrame('"after"'))
  await expect.poll(last).toBe('"after"')
})

it('nothing follows a close frame', async () => {
  const { client, mine, messages, connection } = await connect()
  const outbox = createSocketWriter({ bufferedBytes: 1000 }).open(connection)
  const closed = once(client, 'close')
  outbox.push(toFrame('"late"'))
  mine.close(1001)
  outbox.send({ later: true })
  expect((await closed)[0]).toBe(1001)
  expect(messages).toEqual([])
})
