import { existsSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreUnavailableError } from '@outrigger/core/store/sqlite'
import { afterAll, expect, it } from 'vitest'
import { openStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'outrigger-data-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('says what is wrong with a data directory it cannot use', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const place of [file, join(file, 'below')]) {
    await expect(openStore({ dataDir: place })).rejects.toThrow(StoreUnavailableError)
    await expect(openStore({ dataDir: place })).rejects.toThrow(`${place} cannot be used`)
  }
})

it.skipIf(!existsSync('/proc/self'))('says at once that /proc holds no data directory', async () => {
  for (const place of ['/proc/foo', '/proc/foo/bar'])
    await expect(openStore({ dataDir: place })).rejects.toThrow(/\/proc\/foo.* cannot be used/)
})

it('makes a data directory however deep, for the owner alone', async () => {
  const place = join(folder, 'a', 'b', 'c')
  await (await openStore({ dataDir: place })).close()
  expect(statSync(place).mode & 0o077).toBe(0)
})

it('refuses a damaged database before anybody is served from it', async () => {
  const dataDir = join(folder, 'damaged')
  const store = await openStore({ dataDir })
  for (let i = 0; i < 50; i += 1) await store.collection('keys').set(`k${i}`, 'x'.repeat(1000))
  await store.close()
  writeSync(openSync(join(dataDir, 'outrigger.db'), 'r+'), Buffer.alloc(4096, 0xff), 0, 4096, 3 * 4096)
  await expect(openStore({ dataDir })).rejects.toThrow(StoreUnavailableError)
})
