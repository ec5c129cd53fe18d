import { usePostgres } from '@outrigger/devnet/testing'
import { expect, it } from 'vitest'
import { createLeases } from '../leases/leases.ts'
import { createPostgresStore } from '../postgres.ts'
import { openPool } from './pool.ts'

const cluster = usePostgres()

const wait = { timeout: 20_000 }

async function openTwo() {
  const url = cluster().createDatabase()
  const stores = [await createPostgresStore({ url }), await createPostgresStore({ url })] as const
  const pool = await openPool({ url, connections: 1, patienceMs: 5000 })
  const listeners = async () =>
    (
      await pool.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%alerts'
      AND state = 'idle' AND datname = current_database()`)
    ).map(({ pid }) => pid)
  const [near, far] = stores
  const close = () => Promise.all([near.close(), far.close(), pool.close()])
  return { near, far, pool, listeners, [Symbol.asyncDispose]: async () => void (await close()) }
}

it('tells the other processes and not its own, of each topic apart, and once while they are not sent', async () => {
  await using two = await openTwo()
  const heard: unknown[] = []
  for (const [name, store] of Object.entries({ near: two.near, far: two.far }))
    for (const topic of ['keys', 'alerts'] as const)
      store.signals?.on(topic, (about) => heard.push([name, topic, about]))
  await expect.poll(two.listeners, wait).toHaveLength(2)
  two.near.signals?.send('keys', 'a1')
  two.near.signals?.send('keys', 'a1')
  two.near.signals?.send('alerts')
  await expect.poll(() => heard.length, wait).toBe(2)
  two.far.signals?.send('keys', 'b2')
  await expect.poll(() => heard.length, wait).toBe(3)
  expect(heard).toEqual([
    ['far', 'keys', 'a1'],
    ['far', 'alerts', ''],
    ['near', 'keys', 'b2'],
  ])
})

it('listens again when its connection was ended, and says that something may have been missed', async () => {
  await using two = await openTwo()
  const heard: unknown[] = []
  two.far.signals?.on('keys', (about) => heard.push(about))
  await expect.poll(two.listeners, wait).toHaveLength(1)
  const [pid] = await two.listeners()
  await two.pool.query('SELECT pg_terminate_backend($1)', [pid])
  await expect.poll(() => heard, wait).toEqual([null])
  two.near.signals?.send('keys', 'a1')
  await expect.poll(() => heard, wait).toEqual([null, 'a1'])
  expect(await two.listeners()).not.toContain(pid)
})

it('sends before it closes, and closes while the database is away', async () => {
  await using two = await openTwo()
  const heard: unknown[] = []
  two.far.signals?.on('keys', (about) => heard.push(about))
  await expect.poll(two.listeners, wait).toHaveLength(1)
  two.near.signals?.send('keys', 'last')
  await two.near.close()
  await expect.poll(() => heard, wait).toEqual(['last'])
  await cluster().kill()
  two.far.signals?.send('keys', 'nobody hears it')
  await two.far.close()
  await cluster().start()
})

it('hands a lease that is given back to another before that looks again', async () => {
  await using two = await openTwo()
  // The intervals are longer than the test, so neither process polls.
  const times = { ttlMs: 600_000, renewMs: 300_000 }
  const [first, second] = [createLeases({ store: two.near, ...times }), createLeases({ store: two.far, ...times })]
  first.want('alerts', new Set(['base']))
  await expect.poll(() => first.isHeld('alerts/base'), wait).toBe(true)
  second.want('alerts', new Set(['base']))
  await second.refresh()
  expect(second.isHeld('alerts/base')).toBe(false)
  await expect.poll(two.listeners, wait).toHaveLength(2)
  await first.close()
  await expect.poll(() => second.isHeld('alerts/base'), wait).toBe(true)
  await second.close()
})
