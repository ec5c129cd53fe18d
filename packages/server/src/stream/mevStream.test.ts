import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createClient, type FindingReading } from '@outrigger/api'
import { createEmitter, systemClock } from '@outrigger/core/internal'
import type { Finding, MevDetectorEvents } from '@outrigger/mev'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFindingFeed } from '../node/findingFeed.ts'
import { mountTestStreams } from './fixtures/mountTestStreams.ts'
import { openStream } from './fixtures/streamSocket.ts'
import { createMevStream } from './mevStream.ts'

const disconnects = Number(process.env['OUTRIGGER_DISCONNECTS'] ?? 20)
const patient = { timeout: 30_000, interval: 5 }
const detector = createEmitter<MevDetectorEvents>()
const watcher = { get: () => null, chain: 'ethereum' }
const feed = createFindingFeed({
  detector: { on: detector.on, findings: () => [] },
  watcher: watcher as never,
  clock: systemClock,
})

const toFinding = (id: string, profit: bigint, changes: Partial<Finding> = {}): Finding =>
  ({
    id,
    type: 'arbitrage',
    transactions: [],
    blockNumber: 7n,
    estimatedProfit: profit * 10n ** 15n,
    confidence: 0.5,
    basis: 'computed',
    swaps: [],
    details: { dexBuy: 'uniswap_v2', dexSell: 'sushiswap', token: `0x${'aa'.repeat(20)}`, spreadPercent: 1 },
    ...changes,
  }) as unknown as Finding

const server = createServer()
let url: string
let key: string
beforeAll(async () => {
  const running = new Map([['ethereum', { feed }]])
  const stream = createMevStream({
    mempools: { get: () => watcher },
    mev: { running },
    lending: { start() {} },
  } as never)
  key = await mountTestStreams(server, { mev: stream, mempool: stream, liquidations: stream, chain: stream })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = async () => {
  const stream = await openStream(`${url.replace('http', 'ws')}/api/v1/mev/ethereum/stream`, key)
  expect(await stream.next()).toMatchObject({ type: 'connected', chain: 'ethereum' })
  return stream
}

it('sends the current findings, then changes, through a filter', async () => {
  detector.emit('found', toFinding('small', 1n))
  detector.emit('found', toFinding('large', 100n))
  const stream = await open()
  const filter = { min_profit_eth: 0.01, types: ['arbitrage'] }
  stream.say({ action: 'subscribe', filter })
  expect(await stream.next()).toEqual({ type: 'subscribed', subscription_id: 'sub_1', filter, count: 1 })
  const first = await stream.next()
  expect(first).toMatchObject({ type: 'found', subscription_id: 'sub_1', data: { id: 'large', basis: 'computed' } })
  expect(first.data).toMatchObject({ estimated_profit_eth: 0.1, block_number: 7, details: { dex_buy: 'uniswap_v2' } })
  detector.emit('changed', toFinding('small', 50n))
  expect(await stream.next()).toMatchObject({ type: 'found', data: { id: 'small' } })
  detector.emit('changed', toFinding('large', 200n))
  expect(await stream.next()).toMatchObject({ type: 'changed', data: { id: 'large', estimated_profit_eth: 0.2 } })
  detector.emit('changed', toFinding('small', 2n))
  expect(await stream.next()).toMatchObject({ type: 'gone', id: 'small', reason: 'filtered' })
  detector.emit('gone', { finding: toFinding('small', 2n), reason: 'mined' })
  detector.emit('gone', { finding: toFinding('large', 200n), reason: 'mined' })
  expect(await stream.next()).toMatchObject({ type: 'gone', id: 'large', reason: 'mined' })
  stream.close()
})

it('refuses wrong filters and cursors, and goes on', async () => {
  const stream = await open()
  for (const [message, text] of [
    [{ filter: { type: 'arbitrage' } }, 'types'],
    [{ filter: { types: ['theft'] } }, 'sandwich'],
    [{ filter: { min_confidence: 2 } }, 'min_confidence'],
    [{ filter: { tokens: ['weth'] } }, 'tokens'],
    [{ cursor: 5 }, 'cursor'],
    [{ min_profit_eth: 1 }, 'filter'],
  ] as const) {
    stream.say({ action: 'subscribe', ...message })
    expect(await stream.next()).toMatchObject({ type: 'error', message: expect.stringContaining(text) })
  }
  stream.say({ action: 'subscribe', cursor: 'unknown' })
  expect(await stream.next()).toMatchObject({ type: 'subscribed', resumed: false })
  stream.close()
})

it('resumes before the first change that matches', async () => {
  const stream = await open()
  const filter = { types: ['frontrun'] }
  stream.say({ action: 'subscribe', filter })
  const { cursor, ...answer } = await stream.next()
  expect(answer).toEqual({ type: 'subscribed', subscription_id: 'sub_1', filter, count: 0 })
  stream.close()
  const missed = { type: 'frontrun', details: { target: `0x${'bb'.repeat(20)}`, selector: '0x12345678' } } as const
  detector.emit('found', toFinding('missed', 1n, missed as never))
  const back = await open()
  back.say({ action: 'subscribe', filter, cursor })
  expect(await back.next()).toMatchObject({ type: 'subscribed', resumed: true, count: 0 })
  expect(await back.next()).toMatchObject({ type: 'found', data: { id: 'missed' } })
  detector.emit('gone', { finding: toFinding('missed', 1n, missed as never), reason: 'mined' })
  back.close()
})

it(`reports every finding to a client once and in order through ${disconnects} lost connections`, async () => {
  detector.emit('found', toFinding('start', 5n))
  const connections = new Set<Socket>()
  server.on('connection', (socket) => connections.add(socket))
  const client = createClient({ url, apiKey: key })
  const received: string[] = []
  const gaps: unknown[] = []
  const note = (kind: string) => (finding: FindingReading) =>
    received.push(`${kind} ${finding.id} ${finding.estimatedProfit}`)
  client.mev.watch('ethereum', {
    onFound: note('found'),
    onChanged: note('changed'),
    onGone: ({ id, reason }) => received.push(`gone ${id} ${reason}`),
    onGap: (gap) => gaps.push(gap),
    onError: () => {},
  })
  const sent = ['found start 5000000000000000']
  const report = (round: number) => {
    const [found, changed] = [toFinding(`f${round}`, 1n), toFinding(`f${round}`, 2n)]
    detector.emit('found', found)
    detector.emit('changed', changed)
    sent.push(`found ${found.id} ${found.estimatedProfit}`, `changed ${changed.id} ${changed.estimatedProfit}`)
    if (round % 2 === 0) {
      detector.emit('gone', { finding: changed, reason: 'unprofitable' })
      sent.push(`gone ${changed.id} unprofitable`)
    }
  }
  await vi.waitFor(() => expect(received).toEqual(sent), patient)
  for (let round = 1; round <= disconnects; round += 1) {
    for (const socket of connections) socket.destroy()
    connections.clear()
    report(round)
    await vi.waitFor(() => expect(connections.size).toBe(1), patient)
    if (round % 3 === 0) await vi.waitFor(() => expect(received).toEqual(sent), patient)
  }
  await vi.waitFor(() => expect(received).toEqual(sent), patient)
  expect(gaps).toEqual([])
  await client.close()
}, 120_000)
