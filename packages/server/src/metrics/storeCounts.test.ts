import { createMemoryStore } from '@outrigger/core'
import { expect, it } from 'vitest'
import { countStore } from './storeCounts.ts'

const refuse = () => {
  throw new TypeError('revoked')
}

it('counts what fails in the store, and not what those refuse who write', async () => {
  const { store, counts } = countStore(createMemoryStore())
  const keys = store.collection<number>('keys')
  await keys.set('a', 1)
  await expect(keys.update('a', refuse)).rejects.toThrow('revoked')
  await expect(store.commit([{ collection: 'keys', key: 'a', change: refuse }])).rejects.toThrow('revoked')
  expect([counts.errorsOfMinute(), counts.component()]).toMatchObject([0, { status: 'healthy' }])
  await store.close()
})

it('is degraded while some operations fail, and unavailable while all do', async () => {
  const full = new RangeError('disk full')
  const failing = { ...createMemoryStore(), commit: () => Promise.reject(full) }
  const { store, counts } = countStore(failing)
  await expect(store.commit([])).rejects.toBe(full)
  expect([counts.errorsOfMinute(), counts.component()]).toMatchObject([1, { status: 'unavailable' }])
  const sinceMs = counts.failingSinceMs()
  expect(sinceMs).toBeGreaterThan(Date.now() - 5_000)
  await store.collection<number>('keys').get('a')
  // Reads do not show that writes work again.
  expect(counts.failingSinceMs()).toBe(sinceMs)
  await store.collection<number>('keys').set('a', 1)
  expect(counts.failingSinceMs()).toBeNull()
  expect(counts.component()).toMatchObject({ status: 'degraded' })
})
