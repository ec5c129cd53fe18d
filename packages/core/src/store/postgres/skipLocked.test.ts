import { usePostgres } from '@outrigger/devnet/testing'
import { expect, it } from 'vitest'
import { createPostgresStore } from '../postgres.ts'
import type { Change, Store } from '../store.ts'
import { openPool } from './pool.ts'

const cluster = usePostgres()

/** Moves documents from the collection `free` to `own`, except those that another process is moving. @returns moved keys */
async function take(store: Store, own: string, keys: readonly string[]): Promise<readonly string[]> {
  const taken = new Map<string, unknown>()
  const changes = keys.flatMap((key): readonly Change[] => [
    {
      collection: 'free',
      key,
      skipLocked: true,
      change(current) {
        if (current === undefined) taken.delete(key)
        else taken.set(key, current)
        return undefined
      },
    },
    { collection: own, key, change: (current) => taken.get(key) ?? current },
  ])
  await store.commit(changes)
  return [...taken.keys()]
}
const fill = (store: Store, keys: readonly string[]) =>
  store.commit(keys.map((key) => ({ collection: 'free', key, change: () => key })))

it('neither waits for a document that another connection has locked nor touches it', async () => {
  const url = cluster().createDatabase()
  await using store = await createPostgresStore({ url })
  const pool = await openPool({ url, connections: 1, patienceMs: 5000 })
  await fill(store, ['a', 'b', 'c'])
  await pool.transact(async (client) => {
    await client.query('BEGIN')
    await client.query(`SELECT 1 FROM outrigger_documents WHERE key = 'b' FOR UPDATE`)
    expect(await take(store, 'mine', ['a', 'b', 'c'])).toEqual(['a', 'c'])
    await client.query('ROLLBACK')
  })
  expect((await store.collection('free').list()).map(({ key }) => key)).toEqual(['b'])
  expect(await take(store, 'mine', ['a', 'b', 'c'])).toEqual(['b'])
  expect(await store.collection('mine').list()).toHaveLength(3)
  await pool.close()
})

it('gives each of 600 documents to one of three who take them at once', { timeout: 120_000 }, async () => {
  const url = cluster().createDatabase()
  const stores = await Promise.all(
    ['one', 'two', 'three'].map(async (own) => ({ own, store: await createPostgresStore({ url }) })),
  )
  const keys = Array.from({ length: 600 }, (_, index) => `k${String(index).padStart(3, '0')}`)
  await Promise.all(stores.slice(0, 1).map(({ store }) => fill(store, keys)))
  const taken = await Promise.all(
    stores.map(async ({ store, own }) => {
      const got: string[] = []
      for (;;) {
        const found = await store.collection('free').list({ limit: 20 })
        if (found.length === 0) return got
        got.push(
          ...(await take(
            store,
            own,
            found.map(({ key }) => key),
          )),
        )
      }
    }),
  )
  expect(taken.flat().sort()).toEqual(keys)
  for (const [index, { store, own }] of stores.entries())
    expect((await store.collection(own).list()).map(({ key }) => key)).toEqual(taken[index]?.toSorted())
  for (const { store } of stores) await store.close()
})
