import { fork } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usePostgres } from '@outrigger/devnet/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { createMemoryStore } from './memory.ts'
import { createPostgresStore } from './postgres.ts'
import { createSqliteStore, StoreBusyError, StoreUnavailableError } from './sqlite.ts'
import { openDatabase } from './sqliteDriver.ts'
import type { Store } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'outrigger-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newPath = () => {
  files += 1
  return join(folder, String(files), 'store.db')
}

const cluster = usePostgres()

const stores: Record<string, () => Promise<Store>> = {
  memory: async () => createMemoryStore(),
  sqlite: () => createSqliteStore({ path: newPath() }),
  postgres: () => createPostgresStore({ url: cluster().createDatabase() }),
}

/** Stores that several processes may share, by a place of theirs. */
const shared: Record<string, () => (readOnly: boolean) => Promise<Store>> = {
  sqlite() {
    const path = newPath()
    return (readOnly) => createSqliteStore({ path, readOnly })
  },
  postgres() {
    const url = cluster().createDatabase()
    return (readOnly) => createPostgresStore({ url, readOnly })
  },
}

describe.each(Object.entries(shared))('a read-only %s store', (_, createPlace) => {
  it('needs data, creates none, follows another process and rejects writes', async () => {
    const open = createPlace()
    await expect(open(true)).rejects.toThrow(StoreUnavailableError)
    await expect(open(true)).rejects.toThrow(StoreUnavailableError)
    await using store = await open(false)
    await store.collection('keys').set('a', 1)
    await using reader = await open(true)
    await store.collection('keys').set('b', 2)
    expect(await reader.collection('keys').list()).toEqual([
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ])
    await expect(reader.collection('keys').set('a', 3)).rejects.toThrow(/read-?only/i)
    await expect(reader.collection('keys').delete('a')).rejects.toThrow(/read-?only/i)
    expect(await store.collection('keys').get('a')).toBe(1)
  })
})

it('a read-only sqlite store leaves the file of a killed process as it is', async () => {
  const path = newPath()
  const store = await createSqliteStore({ path })
  await store.collection('keys').set('a', 1)
  // The directory of a killed process has a log that is not in the database yet.
  const copy = join(folder, 'killed.db')
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`)
  await store.close()
  const read = () => ['', '-wal'].map((end) => readFileSync(`${copy}${end}`))
  const before = read()
  const reader = await createSqliteStore({ path: copy, readOnly: true })
  expect(await reader.collection('keys').get('a')).toBe(1)
  await reader.close()
  expect(read()).toEqual(before)
})

describe.each(Object.entries(stores))('%s store', (_, create) => {
  it('stores, lists, changes and deletes documents per collection', async () => {
    await using store = await create()
    const keys = store.collection<{ n: number }>('keys')
    await keys.set('b', { n: 2 })
    await keys.set('a', { n: 1 })
    await store.collection('other').set('a', 'elsewhere')
    expect(await keys.get('a')).toEqual({ n: 1 })
    expect(await keys.get('absent')).toBeUndefined()
    expect(await keys.list()).toEqual([
      { key: 'a', value: { n: 1 } },
      { key: 'b', value: { n: 2 } },
    ])
    expect(await keys.update('a', (current) => ({ n: (current?.n ?? 0) + 10 }))).toEqual({ n: 11 })
    expect(await keys.update('a', () => undefined)).toBeUndefined()
    expect(await keys.get('a')).toBeUndefined()
    expect(await keys.delete('b')).toBe(true)
    expect(await keys.delete('b')).toBe(false)
    expect(await store.collection('other').get('a')).toBe('elsewhere')
  })

  it('changes several documents together or not at all', async () => {
    await using store = await create()
    const all = store.collection<number>('n')
    const add = (by: number) => (n: unknown) => Number(n ?? 0) + by
    await all.set('a', 1)
    await store.commit([
      { collection: 'n', key: 'a', change: add(1) },
      { collection: 'n', key: 'a', change: add(1) },
      { collection: 'm', key: 'b', change: add(5) },
    ])
    expect([await all.get('a'), await store.collection('m').get('b')]).toEqual([3, 5])
    const boom = new RangeError('no')
    const failing = store.commit([
      { collection: 'n', key: 'a', change: () => undefined },
      {
        collection: 'n',
        key: 'c',
        change() {
          throw boom
        },
      },
    ])
    await expect(failing).rejects.toBe(boom)
    expect([await all.get('a'), await all.get('c')]).toEqual([3, undefined])
    await store.commit([{ collection: 'n', key: 'a', change: () => undefined }])
    expect(await all.list()).toEqual([])
  })

  it('keeps the order of writes, and a failed write does not affect others', async () => {
    await using store = await create()
    const all = store.collection<number[]>('n')
    const isRefused = (index: number) => index % 10 === 5
    const writes = Array.from({ length: 200 }, (_, index) =>
      all.update('k', (list = []) => {
        if (isRefused(index)) throw new RangeError('no')
        return [...list, index]
      }),
    )
    const results = await Promise.allSettled(writes)
    expect(results.map(({ status }) => status === 'rejected')).toEqual(writes.map((_, index) => isRefused(index)))
    expect(await all.get('k')).toEqual(writes.flatMap((_, index) => (isRefused(index) ? [] : [index])))
  })

  it('treats wildcard characters in a prefix literally', async () => {
    await using store = await create()
    const all = store.collection<number>('n')
    for (const key of ['a_1', 'a_2', 'ab1', 'a%1', 'é_1']) await all.set(key, 1)
    expect((await all.list({ prefix: 'a_' })).map(({ key }) => key)).toEqual(['a_1', 'a_2'])
    expect((await all.list({ prefix: 'a_', limit: 1 })).map(({ key }) => key)).toEqual(['a_1'])
    expect((await all.list({ prefix: 'é' })).map(({ key }) => key)).toEqual(['é_1'])
  })

  it('leaves the document unchanged if a change throws', async () => {
    await using store = await create()
    const all = store.collection<number>('n')
    await all.set('k', 1)
    const boom = new RangeError('no')
    await expect(
      all.update('k', () => {
        throw boom
      }),
    ).rejects.toBe(boom)
    expect(await all.get('k')).toBe(1)
    await all.set('k', 2)
    expect(await all.get('k')).toBe(2)
  })
})

describe('sqlite store', () => {
  it('moves its log into the database while it writes, and keeps the log short', async () => {
    const path = newPath()
    const store = await createSqliteStore({ path })
    const write = (round: number) =>
      store.commit(
        Array.from({ length: 100 }, (_, n) => ({
          collection: 'n',
          key: `${round}/${n}`,
          change: () => 'x'.repeat(500),
        })),
        { durable: false },
      )
    let round = 0
    // Pages of the log are reused after the thread has moved them into the database.
    await expect
      .poll(
        async () => {
          for (let count = 0; count < 10; count += 1) await write(round++)
          return statSync(path).size
        },
        { interval: 100, timeout: 20_000 },
      )
      .toBeGreaterThan(1_000_000)
    expect(statSync(`${path}-wal`).size).toBeLessThan(64 * 1024 * 1024)
    await store.close()
    await using again = await createSqliteStore({ path })
    expect(await again.collection('n').list()).toHaveLength(100 * round)
  })

  it('loses no update of several processes', async () => {
    const path = newPath()
    await using store = await createSqliteStore({ path })
    const script = new URL('./fixtures/increment.ts', import.meta.url)
    const children = Array.from({ length: 4 }, () =>
      fork(script, [path, '50'], {
        execArgv: ['--import', 'tsx', '--conditions', '@outrigger/source'],
        stdio: 'inherit',
      }),
    )
    const codes = await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
    expect(codes).toEqual([0, 0, 0, 0])
    expect(await store.collection<number>('counters').get('n')).toBe(200)
  })

  it('waits for another writer in order, without blocking the process', async () => {
    const path = newPath()
    await using store = await createSqliteStore({ path })
    const other = await openDatabase(path)
    other.exec('BEGIN IMMEDIATE')
    let ticks = 0
    const ticking = setInterval(() => {
      ticks += 1
    }, 5)
    const all = store.collection<number>('n')
    const writes = Promise.all([all.set('k', 1), all.update('k', (n = 0) => n + 1), all.delete('absent')])
    await using second = await createSqliteStore({ path, busyTimeoutMs: 50 })
    const late = second.collection<number>('n').set('k', 9)
    await expect(late).rejects.toThrow(StoreBusyError)
    await expect(late).rejects.toMatchObject({ retryable: true })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    clearInterval(ticking)
    expect(await all.get('k')).toBeUndefined()
    other.exec('COMMIT')
    other.close()
    expect(await writes).toEqual([undefined, 2, false])
    expect(await all.get('k')).toBe(2)
    // While a process waits inside SQLite, its event loop does not run.
    expect(ticks).toBeGreaterThan(10)
  })

  it('reopens its own file, and reports why it cannot use another one', async () => {
    const path = newPath()
    const first = await createSqliteStore({ path })
    await first.collection('c').set('k', { deep: [1, 'two', null] })
    await first.close()
    await using again = await createSqliteStore({ path })
    expect(await again.collection('c').get('k')).toEqual({ deep: [1, 'two', null] })

    const broken = join(folder, 'broken.db')
    writeFileSync(broken, 'this is not a database, though it is long enough to be looked at')
    await expect(createSqliteStore({ path: broken })).rejects.toThrow(StoreUnavailableError)
    await expect(createSqliteStore({ path: '/dev/null/store.db' })).rejects.toThrow(/Check the path/)
  })
})
