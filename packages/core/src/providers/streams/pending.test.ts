import { once } from 'node:events'
import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { chains } from '../../chains/registry.ts'
import { sleep } from '../../time/sleep.ts'
import { createProviderPool } from '../pool.ts'
import type { PendingTransaction, ProviderPool } from '../poolTypes.ts'
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
const subscribed = () => [primary, backup].map(({ stats }) => stats.byMethod['eth_subscribe'] ?? 0)

it('shows each transaction of two providers once, whole to those who ask for it', async () => {
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
  // Pushed whole: nothing had to be looked up.
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

it('shows what came while every socket was lost', async () => {
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

it('reads filters over HTTP where there is no socket, at another endpoint when one is lost', async () => {
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

it('looks transactions up where a provider pushes hashes only', async () => {
  // A relay to the chain that refuses what is not in the common subset.
  const plain = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(plain, 'listening')
  plain.on('connection', (client) => {
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
      const { id, params } = JSON.parse(String(data))
      // No words, and nothing that can be made into words.
      const error = { code: -32602, message: { toString: 1 } }
      if (params.length > 1) client.send(JSON.stringify({ jsonrpc: '2.0', id, error }))
      else upstream.send(String(data))
    })
  })
  const { port } = plain.address() as { port: number }
  await pool.close()
  pool = create(`ws://127.0.0.1:${port}`)
  const seen: PendingTransaction[] = []
  pool.watchPendingTransactions((pending) => seen.push(pending), { full: true })
  await until('subscriptions', () => pool.report().endpoints.every(({ socket }) => socket))
  const truth = await sent(30)
  await until('all', () => seen.length >= 30)
  expect(hashesOf(seen).sort()).toEqual(truth.sort())
  expect(seen.every(({ hash, transaction }) => transaction?.['hash'] === hash)).toBe(true)
  await pool.close()
  for (const client of plain.clients) client.terminate()
  plain.close()
})
