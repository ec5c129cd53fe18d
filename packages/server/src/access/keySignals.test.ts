import type { Store } from '@outrigger/core'
import { createPostgresStore } from '@outrigger/core/store/postgres'
import { usePostgres } from '@outrigger/devnet/testing'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { createKeyring } from './keyring.ts'

const cluster = usePostgres()

const wait = { timeout: 20_000 }
const ip = '127.0.0.1'
const stopped = { now: () => 1_700_000_000_000 }

/** Runs an SQL statement, as an operator would. */
async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}
const listeners = `FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND state = 'idle' AND datname = current_database()`

it('a key that is revoked, rotated or limited at one node is so at another by the signal alone', async () => {
  const url = cluster().createDatabase()
  await using store = await createPostgresStore({ url })
  await using otherStore = await createPostgresStore({ url })
  await using keys = createKeyring(store, { isRemote: true })
  // Its clock stands still, so its cached keys never expire by age.
  await using other = createKeyring(otherStore, { isRemote: true, clock: stopped })
  const { key, secret } = await keys.create({ name: 'bot' })
  expect(await other.verify(secret, ip)).toMatchObject({ tier: 'free' })
  await expect.poll(() => query(url, `SELECT pid ${listeners}`), wait).toHaveLength(2)
  await keys.update(key.id, { tier: 'scale' })
  await expect.poll(async () => (await other.verify(secret, ip))?.tier, wait).toBe('scale')
  const { secret: next } = await keys.rotate(key.id, { overlapSeconds: 0 })
  await expect.poll(() => other.verify(secret, ip), wait).toBeUndefined()
  expect(await other.verify(next, ip)).toBeDefined()
  // After reconnecting it learns of the changes that it missed.
  await query(url, `SELECT pg_terminate_backend(pid) ${listeners}`)
  await keys.revoke(key.id)
  await expect.poll(() => other.verify(next, ip), wait).toBeUndefined()
})

it('a revocation is seen at its next look by a node that hears no signals', async () => {
  const url = cluster().createDatabase()
  await using store = await createPostgresStore({ url })
  await using otherStore = await createPostgresStore({ url })
  const { signals: _, ...deaf }: Store = otherStore
  await using keys = createKeyring(store, { isRemote: true })
  await using other = createKeyring(deaf, { isRemote: true })
  const { key, secret } = await keys.create({ name: 'bot' })
  expect(await other.verify(secret, ip)).toBeDefined()
  await keys.revoke(key.id)
  await expect.poll(() => other.verify(secret, ip), wait).toBeUndefined()
})
