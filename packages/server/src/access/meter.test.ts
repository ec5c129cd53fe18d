import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, type Store } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { createSqliteStore } from '@outrigger/core/store/sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { createMeter } from './meter.ts'

const folder = mkdtempSync(join(tmpdir(), 'outrigger-meter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const path = join(folder, 'store.db')
const stores: Record<string, () => Promise<Store>> = {
  memory: async () => createMemoryStore(),
  sqlite: () => createSqliteStore({ path }),
}
const call = { chain: 'ethereum', class: 'call', outcome: 'ok', cached: false } as const
const day = new Date().toISOString().slice(0, 10)

/** The store, and how it was written to. */
function watchWrites(store: Store) {
  const writes = { commits: 0, others: 0, fails: false }
  const watched: Store = {
    ...store,
    async commit(changes) {
      writes.commits += 1
      if (writes.fails) throw new RangeError('away')
      return store.commit(changes)
    },
    collection(name) {
      const collection = store.collection<never>(name)
      const count =
        <args extends unknown[], result>(write: (...args: args) => result) =>
        (...args: args) => {
          writes.others += 1
          return write(...args)
        }
      return { ...collection, set: count(collection.set), update: count(collection.update) } as never
    },
  }
  return { watched, writes }
}

describe.each(Object.entries(stores))('the meter on the %s store', (_, create) => {
  it('writes the usage of 1,000 active keys as one atomic batch', async () => {
    await using store = await create()
    const { watched, writes } = watchWrites(store)
    const meter = createMeter(watched, systemClock)
    for (let key = 0; key < 1000; key += 1)
      for (let calls = 0; calls < 3; calls += 1) meter.count(`key${key}`, call, 26)
    await meter.flush()
    expect(writes).toMatchObject({ commits: 1, others: 0 })
    expect(await store.collection('usage').list()).toHaveLength(1000)
    meter.count('key7', call, 26)
    await meter.close()
    expect(await meter.get('key7', day)).toEqual({
      requests: 4,
      cu: 104,
      cuByChain: { ethereum: 104 },
      requestsByClass: { call: 4 },
    })
    await meter.flush()
    expect(writes.commits, 'nothing new is nothing to write').toBe(2)
  })

  it('keeps what the store would not take for the next time', async () => {
    await using store = await create()
    const { watched, writes } = watchWrites(store)
    const meter = createMeter(watched, systemClock)
    meter.count('late', call, 5)
    writes.fails = true
    await expect(meter.flush()).rejects.toThrow('away')
    meter.count('late', call, 5)
    writes.fails = false
    await meter.close()
    expect(await store.collection('usage').get(`late/${day}`)).toMatchObject({ requests: 2, cu: 10 })
  })
})

it('two meters of one database add up', async () => {
  await using first = await createSqliteStore({ path })
  await using second = await createSqliteStore({ path })
  const meters = [first, second].map((store) => createMeter(store, systemClock))
  for (const meter of meters) meter.count('shared', call, 26)
  await Promise.all(meters.map((meter) => meter.close()))
  expect(await first.collection('usage').get(`shared/${day}`)).toMatchObject({ requests: 2, cu: 52 })
})
