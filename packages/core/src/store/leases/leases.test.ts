import { usePostgres } from '@outrigger/devnet/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../memory.ts'
import { createPostgresStore } from '../postgres.ts'
import type { Store } from '../store.ts'
import { createLeases, LeaseLostError, type Leases } from './leases.ts'

const cluster = usePostgres()

const stores = {
  memory: async () => createMemoryStore(),
  postgres: () => createPostgresStore({ url: cluster().createDatabase() }),
}
const times = { ttlMs: 300, renewMs: 50 }
const feed = 'alerts/base'

describe.each(Object.entries(stores))('leases in a %s store', (_, open) => {
  it('have one holder, and pass on when it ends', async () => {
    await using store = await open()
    const first = createLeases({ store, ...times })
    const second = createLeases({ store, ...times })
    first.want('alerts', new Set(['base']))
    await expect.poll(() => first.isHeld(feed)).toBe(true)
    second.want('alerts', new Set(['base']))
    await second.refresh()
    await second.refresh()
    expect([second.isHeld(feed), second.get(feed)?.owner]).toEqual([false, first.owner])
    await first.close()
    await expect.poll(() => second.isHeld(feed)).toBe(true)
    await second.close()
  })

  it('let commits of the holder through and of no other, at once when the lease has passed on', async () => {
    await using store = await open()
    // The clock of this process does not advance, so the process never notices that its lease has expired.
    const stuck = createLeases({ store: freezable(store), ...times, monotonic: { now: () => 0 } })
    stuck.want('alerts', new Set(['base']))
    await expect.poll(() => stuck.isHeld(feed)).toBe(true)
    const write = (leases: Leases, value: string) =>
      store.commit([leases.fence(feed), { collection: 'c', key: 'k', change: () => value }])
    await write(stuck, 'first')
    isFrozen = true
    const second = createLeases({ store, ...times })
    expect(() => second.fence(feed)).toThrow(LeaseLostError)
    second.want('alerts', new Set(['base']))
    await expect.poll(() => second.isHeld(feed)).toBe(true)
    await write(second, 'second')
    expect(stuck.isHeld(feed)).toBe(true)
    await expect(write(stuck, 'late')).rejects.toThrow(LeaseLostError)
    expect(await store.collection('c').get('k')).toBe('second')
    isFrozen = false
    await expect.poll(() => stuck.isHeld(feed)).toBe(false)
    for (const leases of [stuck, second]) await leases.close()
  })

  it('tell who is alive, and hand over what a dead one left until that is done', async () => {
    await using store = await open()
    const first = createLeases({ store, ...times, address: () => 'http://first' })
    const second = createLeases({ store, ...times })
    for (const leases of [first, second]) await leases.refresh()
    await expect.poll(() => second.members().length).toBe(2)
    expect(second.members().find(({ owner }) => owner === first.owner)?.address).toBe('http://first')
    const dead: string[] = []
    second.onDead(async (owner) => {
      dead.push(owner)
      if (dead.length === 1) throw new RangeError('not yet')
    })
    await first.close()
    await expect.poll(async () => (await store.collection('leases').list({ prefix: 'node/' })).length).toBe(1)
    expect(dead).toEqual([first.owner, first.owner])
    expect(second.members().map(({ owner }) => owner)).toEqual([second.owner])
    await second.close()
  })
})

let isFrozen = false
/** A store that a process cannot reach while `isFrozen` is true. */
function freezable(store: Store): Store {
  const commit: Store['commit'] = async (...change) => {
    while (isFrozen) await new Promise((resolve) => setTimeout(resolve, 10))
    return store.commit(...change)
  }
  return { ...store, commit }
}
