import { randomBytes } from 'node:crypto'
import { createAnvil } from '@outrigger/devnet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { createNode, type OutriggerNode } from '../createNode.ts'
import { openStream } from './fixtures/streamSocket.ts'

let node: OutriggerNode
let anvil: Awaited<ReturnType<typeof createAnvil>>
let url: string
let key: string
let origin: string

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
  node = await createNode({ chains: { ethereum: { endpoints: [anvil.rpcUrl] } } })
  const at = await node.listen({ port: 0, gatewayPort: 0 })
  url = `${at.wsUrl}/api/v1/mempool/ethereum/stream`
  origin = at.url.replace('/api', '')
  key = (await node.keys.create({ name: 'all', scopes: ['admin:account'], tier: 'unlimited' })).secret
})

afterAll(async () => {
  await node?.close()
  await anvil?.close()
})

const subscribe = (filter: unknown) => JSON.stringify({ action: 'subscribe', filter })
const pick = <value>(values: readonly value[]) => values[Math.floor(Math.random() * values.length)] as value
const many = (count: number, one: unknown) => Array.from({ length: count }, () => one)

/** Each gets one error, and the connection stays open. */
const answered: readonly (() => string | Buffer)[] = [
  () => randomBytes(40).toString('latin1'),
  () => randomBytes(1 + Math.floor(Math.random() * 2000)),
  () => '',
  () => '{',
  () => 'null',
  () => '[]',
  () => '42',
  () => '"subscribe"',
  () => '['.repeat(50_000),
  () => `${'{"action":'.repeat(5000)}1${'}'.repeat(5000)}`,
  () => `{"action":"subscribe","filter":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  () =>
    JSON.stringify({
      action: pick([undefined, null, 1, [], {}, 'SUBSCRIBE', 'sub', '__proto__', 'constructor', 'x'.repeat(60_000)]),
    }),
  () => '{"__proto__":{"action":"subscribe"}}',
  () => '{"action":"subscribe","filter":{"__proto__":{"tx_types":["swap"]}}}',
  () => '{"action":"subscribe","filter":{"constructor":{"prototype":{"x":1}}}}',
  () => subscribe(pick([null, 1, 'x', [], [{}], true])),
  () => subscribe({ tx_types: pick(['swap', ['Swap'], [1], [null], {}, many(1001, 'swap')]) }),
  () =>
    subscribe({
      [pick(['min_value_eth', 'min_gas_price_gwei', 'max_gas_price_gwei'])]: pick(['1', -1, null, [], {}, 1e300]),
    }),
  () => '{"action":"subscribe","filter":{"min_value_eth":1e999}}',
  () =>
    subscribe({ addresses: pick([['0x'], [1], 'x', many(1200, `0x${'00'.repeat(20)}`), [`0x${'zz'.repeat(20)}`]]) }),
  () => subscribe({ dex_protocols: pick([['../..'], ['a b'], [{}], ['x'.repeat(65)]]) }),
  () => subscribe({ include_mev: pick([1, 'true', null]) }),
  () => subscribe({ unknown: 1 }),
  () =>
    JSON.stringify({
      action: 'unsubscribe',
      subscription_id: pick([undefined, null, 1, {}, '', 'sub_0', '__proto__', 'sub_99']),
    }),
]

/** Each violates the WebSocket protocol and ends the connection with the matching close code. */
const ending: readonly { readonly code: number; readonly send: (socket: WebSocket) => void }[] = [
  { code: 1009, send: (socket) => socket.send('x'.repeat(70_000)) },
  { code: 1009, send: (socket) => socket.send(randomBytes(1_000_000)) },
  { code: 1007, send: (socket) => socket.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false }) },
  // A reserved bit, a reserved opcode, a frame without its mask.
  { code: 1002, send: (socket) => rawOf(socket).write(Buffer.from([0xf1, 0x80, 1, 2, 3, 4])) },
  { code: 1002, send: (socket) => rawOf(socket).write(Buffer.from([0x83, 0x80, 1, 2, 3, 4])) },
  { code: 1002, send: (socket) => rawOf(socket).write(Buffer.from([0x81, 0x01, 0x41])) },
]
const rawOf = (socket: WebSocket) => (socket as unknown as { _socket: NodeJS.WritableStream })._socket

it('10,000 hostile or broken messages leave the rules and the server as they were', async () => {
  const patient = await openStream(url, key)
  patient.say({ action: 'subscribe', filter: {} })
  expect((await patient.take(2)).map(({ type }) => type)).toEqual(['connected', 'subscribed'])

  let sent = 0
  for (let round = 0; round < 24; round += 1) {
    const stream = await openStream(url, key)
    await stream.next()
    const messages = Array.from({ length: 400 }, (_, index) =>
      (answered[(index + round) % answered.length] ?? String)(),
    )
    for (const message of messages) {
      const half = Math.floor(message.length / 2)
      if (Math.random() < 0.2 && half > 0) {
        // In fragments, which still form one message.
        stream.socket.send(message.slice(0, half), { fin: false, binary: typeof message !== 'string' })
        stream.socket.send(message.slice(half), { fin: true })
      } else stream.socket.send(message)
      sent += 1
    }
    const answers = await stream.take(messages.length)
    const strange = answers.filter(
      ({ type, error, message }) =>
        type !== 'error' || !/^(?:INVALID_PARAMETER|NOT_FOUND)$/.test(error) || message.length > 2000,
    )
    expect(strange).toEqual([])
    stream.say({ action: 'subscribe', filter: { tx_types: ['swap'] } })
    expect(await stream.next()).toMatchObject({ type: 'subscribed', subscription_id: 'sub_1' })
    const { code, send } = ending[round % ending.length] ?? { code: 0, send: () => {} }
    send(stream.socket)
    sent += 1
    expect((await stream.closed).code).toBe(code)
  }
  for (let round = 0; round < 400; round += 1) {
    const stream = await openStream(url, key)
    const { code, send } = ending[round % ending.length] ?? { code: 0, send: () => {} }
    send(stream.socket)
    sent += 1
    expect((await stream.closed).code).toBe(code)
  }
  expect(sent).toBeGreaterThanOrEqual(10_000)

  expect(({} as { x?: number; tx_types?: unknown }).x).toBeUndefined()
  expect((await fetch(`${origin}/livez`)).status).toBe(200)
  patient.say({ action: 'unsubscribe', subscription_id: 'sub_1' })
  expect(await patient.next()).toEqual({ type: 'unsubscribed', subscription_id: 'sub_1' })
  patient.close()
  const metrics = async () => (await fetch(`${origin}/metrics`)).text()
  await expect.poll(metrics, { timeout: 8000 }).toContain('outrigger_stream_sockets{stream="mempool"} 0')
  expect(await metrics()).toContain('outrigger_stream_dropped_total 0')
}, 60_000)

it('subscriptions of a connection are bounded', async () => {
  const stream = await openStream(url, key)
  await stream.next()
  for (let i = 0; i < 65; i += 1) stream.say({ action: 'subscribe' })
  const answers = await stream.take(65)
  expect(answers.filter(({ type }) => type === 'subscribed')).toHaveLength(64)
  expect(answers.at(-1)).toMatchObject({ type: 'error', error: 'RATE_LIMIT_EXCEEDED' })
  stream.close()
})

it('who asks on and on and never reads the answers is let go', async () => {
  const stream = await openStream(url, key)
  stream.socket.pause()
  const text = `{"action":"${'x'.repeat(10)}"}`
  for (let i = 0; i < 200_000 && stream.socket.readyState === stream.socket.OPEN; i += 1) {
    stream.socket.send(text)
    if (i % 5000 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const metrics = async () => (await fetch(`${origin}/metrics`)).text()
  await expect.poll(metrics, { timeout: 15_000 }).toContain('outrigger_stream_sockets{stream="mempool"} 0')
  stream.socket.terminate()
}, 30_000)
