import { once } from 'node:events'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { chains } from '../../chains/registry.ts'
import { sleep } from '../../time/sleep.ts'
import { createProviderPool } from '../pool.ts'
import type { PendingSighting, PendingTransaction, ProviderPool } from '../poolTypes.ts'
import { createLoggingChain, type LoggingChain } from './fixtures/loggingChain.ts'
import { until } from './fixtures/until.ts'

let chain: LoggingChain
let primary: FaultProxy
let backup: FaultProxy
let pool: ProviderPool
beforeAll(async () => {
  chain = await createLoggingChain()
})
afterAll(() => chain.close())
beforeEach(async () => {
  primary = await createFaultProxy({ target: chain.anvil.rpcUrl })
  backup = await createFaultProxy({ target: chain.anvil.rpcUrl })
  pool = create()
})
afterEach(async () => {
  await pool.close()
  await Promise.all([primary.close(), backup.close()])
  await chain.ask('evm_setAutomine', true)
  await chain.mine(1)
})
const create = (wsUrl?: string | false) =>
  createProviderPool({
    chain: chains.ethereum,
    endpoints: [primary, backup].map(({ url }) => (wsUrl === undefined ? url : { url, wsUrl })),
  })
const sent = async (count: number) => {
  const hashes: string[] = []
  for (let i = 0; i < count; i += 1) hashes.push(await chain.log())
  return hashes
}
const hashesOf = (seen: readonly PendingTransaction[]) => seen.map(({ hash }) => hash)
// An account of anvil that no other test sends from.
const fresh = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const subscribed = () => [primary, backup].map(({ stats }) => stats.byMethod['eth_subscribe'] ?? 0)

it('reports each transaction of two providers once, in full to listeners with the full option', async () => {
  const hashes: PendingTransaction[] = []
  const whole: PendingTransaction[] = []
  const unwatch = [
    pool.watchPendingTransactions((pending) => hashes.push(pending)),
    pool.watchPendingTransactions((pending) => whole.push(pending), { full: true }),
  ]
  await until('subscriptions', () => pool.report().endpoints.every(({ socket }) => socket))
  await sleep(100)
  const truth = await sent(20)
  await until('all', () => whole.length >= 20 && hashes.length >= 20)
  await sleep(100)
  expect(hashesOf(hashes)).toEqual(truth)
  expect(hashesOf(whole)).toEqual(truth)
  expect(whole.every(({ hash, transaction }) => transaction?.['hash'] === hash)).toBe(true)
  // The provider pushed whole transactions, so none was looked up.
  expect(primary.stats.byMethod['eth_getTransactionByHash']).toBeUndefined()
  unwatch[1]?.()
  await until('hashes alone', () => subscribed().every((count) => count >= 2))
  await sleep(100)
  const more = await sent(3)
  await until('more', () => hashes.length >= 23)
  expect(hashesOf(hashes).slice(20)).toEqual(more)
  unwatch[0]?.()
  await until('closed', () => primary.stats.openWebSockets + backup.stats.openWebSockets === 0)
})

it('reports transactions that arrived while every socket was lost', async () => {
  const seen: PendingTransaction[] = []
  pool.watchPendingTransactions((pending) => seen.push(pending), { full: true })
  await until('subscriptions', () => pool.report().endpoints.every(({ socket }) => socket))
  await chain.ask('evm_setAutomine', false)
  const truth = await sent(2)
  await until('before', () => seen.length === 2)
  await Promise.all([primary, backup].map((proxy) => proxy.setFault({ kind: 'refuse' })))
  truth.push(...(await sent(5)))
  await Promise.all([primary, backup].map((proxy) => proxy.setFault({ kind: 'none' })))
  await until('the gap', () => seen.length >= 7)
  await until('subscriptions', () => pool.report().endpoints.every(({ socket }) => socket))
  truth.push(...(await sent(2)))
  await until('after', () => seen.length >= 9)
  await sleep(300)
  expect(hashesOf(seen).sort()).toEqual(truth.sort())
  expect(seen.every(({ transaction }) => transaction !== null)).toBe(true)
})

it('reads filters over HTTP if there is no socket, from another endpoint when one is lost', async () => {
  await pool.close()
  pool = create(false)
  const seen: PendingTransaction[] = []
  const unwatch = pool.watchPendingTransactions((pending) => seen.push(pending), { full: true })
  const filters = (proxy: FaultProxy) => proxy.stats.byMethod['eth_getFilterChanges'] ?? 0
  await until('a filter', () => filters(primary) > 0)
  const truth = await sent(3)
  await until('by the filter', () => seen.length === 3)
  await chain.ask('evm_setAutomine', false)
  await primary.setFault({ kind: 'refuse' })
  truth.push(...(await sent(3)))
  await until('by the other filter', () => seen.length === 6)
  expect(hashesOf(seen).sort()).toEqual(truth.sort())
  expect(seen.every(({ hash, transaction }) => transaction?.['hash'] === hash)).toBe(true)
  unwatch()
  await until('uninstalled', () => backup.stats.byMethod['eth_uninstallFilter'] === 1)
  const before = filters(backup)
  await sleep(700)
  expect(filters(backup)).toBe(before)
})

it('reports every sighting of each provider, starting with its mempool', async () => {
  await chain.ask('evm_setAutomine', false)
  const truth = await sent(3)
  const sightings: PendingSighting[] = []
  const whole: PendingTransaction[] = []
  const startedAt = Date.now()
  pool.watchPendingTransactions((pending) => whole.push(pending), {
    full: true,
    onSighting: (sighting) => sightings.push(sighting),
  })
  await until('the snapshots', () => sightings.length >= 6)
  await until('subscriptions', () => pool.report().endpoints.every(({ socket }) => socket))
  truth.push(...(await sent(2)))
  await until('the pushes', () => sightings.length >= 10)
  await sleep(100)
  for (const { name } of pool.report().endpoints) {
    const shown = sightings.filter(({ provider }) => provider === name)
    expect(hashesOf(shown).sort()).toEqual([...truth].sort())
  }
  expect(sightings.every(({ hash, transaction }) => transaction?.['hash'] === hash)).toBe(true)
  expect(sightings.every(({ atMs }) => atMs >= startedAt && atMs <= Date.now())).toBe(true)
  expect(hashesOf(whole).sort()).toEqual([...truth].sort())
  // A later listener gets the same, including transactions that wait for an earlier nonce.
  const late: PendingSighting[] = []
  const gapped = await chain.ask('eth_sendTransaction', { ...chain.call, nonce: '0xffff' })
  pool.watchPendingTransactions(() => {}, { full: true, onSighting: (sighting) => late.push(sighting) })
  await until('all of both providers', () => late.length >= 12)
  expect(new Set(hashesOf(late))).toEqual(new Set([...truth, gapped]))
  expect(whole).toHaveLength(5)
  await chain.ask('anvil_dropTransaction', gapped)
})

/** A relay to the chain. It subscribes with the parameters from `adapt`, or refuses if there are none. */
async function startRelay(adapt: (params: readonly unknown[]) => readonly unknown[] | null) {
  const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(relay, 'listening')
  relay.on('connection', (client) => {
    const upstream = new WebSocket(chain.anvil.wsUrl)
    upstream.on('error', () => client.terminate())
    for (const frame of [
      'null',
      '[]',
      'x',
      '{"id":1e999}',
      '{"params":null}',
      '{"params":{"subscription":{"toString":1}}}',
    ])
      client.send(frame)
    upstream.on('message', (data) => client.send(String(data)))
    client.on('close', () => upstream.terminate())
    client.on('message', async (data) => {
      if (upstream.readyState !== WebSocket.OPEN) await new Promise((resolve) => upstream.once('open', resolve))
      const message = JSON.parse(String(data))
      const params = adapt(message.params)
      // The error has no message, and nothing that could become one.
      const error = { code: -32602, message: { toString: 1 } }
      if (params === null) client.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }))
      else upstream.send(JSON.stringify({ ...message, params }))
    })
  })
  const { port } = relay.address() as { port: number }
  return {
    url: `ws://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      for (const client of relay.clients) client.terminate()
      relay.close()
    },
  }
}

it('looks up transactions in batches if a provider pushes only hashes', async () => {
  using plain = await startRelay((params) => (params.length > 1 ? null : params))
  await pool.close()
  pool = create(plain.url)
  const seen: PendingTransaction[] = []
  pool.watchPendingTransactions((pending) => seen.push(pending), { full: true })
  await until('subscriptions', () => pool.report().endpoints.every(({ socket }) => socket))
  await chain.ask('evm_setAutomine', false)
  await Promise.all([primary, backup].map((proxy) => proxy.setFault({ kind: 'slow', delayMs: 30 })))
  const requests = () => primary.stats.requests + backup.stats.requests
  const truth: string[] = []
  let before = 0
  // The batch size grows step by step.
  for (let wave = 1; wave <= 6; wave += 1) {
    before = requests()
    const call = { ...chain.call, from: fresh }
    const nonces = Array.from({ length: 50 }, (_, index) => toHex(truth.length + index))
    truth.push(
      ...(await Promise.all(nonces.map((nonce) => chain.ask<string>('eth_sendTransaction', { ...call, nonce })))),
    )
    await until(`wave ${wave}`, () => seen.length >= truth.length)
  }
  expect(hashesOf(seen).sort()).toEqual(truth.sort())
  expect(seen.every(({ hash, transaction }) => transaction?.['hash'] === hash)).toBe(true)
  expect(requests() - before).toBeLessThan(30)
  await pool.close()
})

it("reads whole transactions from Alchemy's own subscription", async () => {
  using dialect = await startRelay((params) => {
    if (params[0] !== 'alchemy_pendingTransactions') return params[0] === 'newPendingTransactions' ? null : params
    return ['newPendingTransactions', true]
  })
  await pool.close()
  pool = create(dialect.url)
  const seen: PendingTransaction[] = []
  pool.watchPendingTransactions((pending) => seen.push(pending), { full: true })
  await until('subscriptions', () => pool.report().endpoints.every(({ socket }) => socket))
  const truth = await sent(10)
  await until('all', () => seen.length >= 10)
  expect(hashesOf(seen)).toEqual(truth)
  expect(seen.every(({ hash, transaction }) => transaction?.['hash'] === hash)).toBe(true)
  expect(primary.stats.byMethod['eth_getTransactionByHash']).toBeUndefined()
  await pool.close()
})
