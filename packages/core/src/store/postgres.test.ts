import { fork } from 'node:child_process'
import { once } from 'node:events'
import { usePostgres } from '@outrigger/devnet/testing'
import { describe, expect, it } from 'vitest'
import { type Break, startCommitBreaker } from './fixtures/commitBreaker.ts'
import { openPool } from './postgres/pool.ts'
import { setUpSchema } from './postgres/schema.ts'
import { createPostgresStore, StoreUnavailableError, StoreUnreachableError } from './postgres.ts'

const cluster = usePostgres()

const secret = 'hunter2'

describe('the postgres store', () => {
  it('loses no update of several processes, of the first on an empty database neither', async () => {
    const url = cluster().createDatabase()
    const script = new URL('./fixtures/increment.ts', import.meta.url)
    const children = Array.from({ length: 4 }, () =>
      fork(script, [url, '50'], {
        execArgv: ['--import', 'tsx', '--conditions', '@outrigger/source'],
        stdio: 'inherit',
      }),
    )
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))
    expect(codes).toEqual([0, 0, 0, 0])
    await using store = await createPostgresStore({ url })
    expect(await store.collection<number>('counters').get('n')).toBe(200)
  })

  it('does each write once, whether a commit or its answer is lost', async () => {
    const database = new URL(cluster().createDatabase()).pathname
    const breaks: Break[] = ['answer', 'commit', null, 'answer', 'answer', null]
    let commits = 0
    await using breaker = await startCommitBreaker(cluster().socket, () => breaks[commits++ % breaks.length] ?? null)
    const url = `postgres://postgres@127.0.0.1:${breaker.port}${database}`
    await using store = await createPostgresStore({ url })
    const counters = store.collection<number>('counters')
    for (let done = 1; done <= 30; done += 1) expect(await counters.update('n', (n = 0) => n + 1)).toBe(done)
    expect(commits).toBeGreaterThan(35)
  })

  it('goes on once its server is back, and says meanwhile that it is away', async () => {
    await using store = await createPostgresStore({ url: cluster().createDatabase(), patienceMs: 300 })
    const counters = store.collection<number>('counters')
    await counters.set('n', 1)
    await cluster().kill()
    await expect(counters.get('n')).rejects.toThrow(StoreUnreachableError)
    await expect(counters.set('n', 2)).rejects.toMatchObject({ retryable: true })
    await cluster().start()
    expect(await counters.get('n')).toBe(1)
    await counters.set('n', 3)
    expect(await counters.get('n')).toBe(3)
  })

  it('says what is wrong, and never a password', async () => {
    const open = (url: string) =>
      createPostgresStore({ url, patienceMs: 200 }).then(
        () => undefined,
        (error) => error,
      )
    const away = await open(`postgres://me:${secret}@127.0.0.1:1/db?password=${secret}`)
    expect(away).toBeInstanceOf(StoreUnreachableError)
    expect(away.message).toContain('postgres://127.0.0.1:1/…')
    for (const url of [`mysql://me:${secret}@db/x`, `postgres://me:${secret}@[bad/x`, 'postgres://'])
      expect(await open(url)).toBeInstanceOf(StoreUnavailableError)
    const existing = new URL(cluster().createDatabase())
    existing.pathname = '/absent'
    const absent = await open(existing.href)
    expect(absent.message).toMatch(/refuses: .*"absent" does not exist/)
    for (const error of [away, absent]) expect(JSON.stringify([error.message, error.stack])).not.toContain(secret)
  })

  it('brings a database forwards layout by layout, and refuses one of a newer version', async () => {
    const url = cluster().createDatabase()
    const pool = await openPool({ url, connections: 4, patienceMs: 1000 })
    const former = ['CREATE TABLE one (n integer); INSERT INTO one VALUES (1)']
    await setUpSchema(pool, [...former, 'CREATE TABLE two (n integer)'])
    const next = [...former, 'not run again', 'ALTER TABLE one ADD COLUMN m integer; UPDATE one SET m = n + 1']
    await Promise.all([setUpSchema(pool, next), setUpSchema(pool, next)])
    expect(await pool.query('SELECT n, m FROM one')).toEqual([{ n: 1, m: 2 }])
    await pool.close()
    const refused = createPostgresStore({ url })
    await expect(refused).rejects.toThrow('newer Outrigger (layout 3, this version supports up to 2)')
  })
})
