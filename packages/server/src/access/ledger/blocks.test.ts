import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresStore } from '@outrigger/core/store/postgres'
import { usePostgres } from '@outrigger/devnet/testing'
import { afterAll, describe, expect, it } from 'vitest'
import type { MonthUsage } from './documents.ts'
import { openLedger } from './ledger.ts'

const cluster = usePostgres()
const folder = mkdtempSync(join(tmpdir(), 'outrigger-blocks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clock = { now: () => Date.parse('2026-11-22T12:00:00Z') }
const large = { cu: 90_000, trace: 0 }
const cost = 26

/** Three nodes on one database, which know of each other what `alive` says, and a clock that is set forward by hand. */
async function openNodes(names: readonly string[], limits = large) {
  const url = cluster().createDatabase()
  const dataDir = mkdtempSync(join(folder, 'nodes-'))
  const time = { aheadMs: 0 }
  const alive = new Set(names)
  const members = () =>
    [...alive].map((owner) => ({ owner, name: owner, epoch: 1, beat: 1, untilMs: 0, address: null }))
  const open = async (owner: string) => {
    const opened = await createPostgresStore({ url })
    const state = { isCut: false, admitted: 0 }
    const store: typeof opened = {
      ...opened,
      async commit(...args) {
        if (state.isCut) throw new RangeError('cut off')
        await opened.commit(...args)
      },
    }
    const monotonic = { now: () => performance.now() + time.aheadMs }
    const parts = {
      store,
      clock,
      monotonic,
      leases: { owner, members },
      dataDir: join(dataDir, owner),
    }
    const ledger = await openLedger({ ...parts, onFault: () => {} })
    /** A call as it is served. */
    async function call(keyId = 'key'): Promise<'free' | 'spent' | 'elsewhere'> {
      await ledger.load(keyId, limits)
      const found = ledger.check(keyId, 'cu', cost, limits)
      if (found !== 'free') return found
      ledger.hold(keyId, 'cu', cost)
      await new Promise(setImmediate)
      ledger.release(keyId, 'cu', cost)
      ledger.charge({ keyId, chain: 'base', method: 'eth_call', pool: 'cu', cu: cost })
      state.admitted += cost
      return found
    }
    /** Calls until nothing has been left for a while. */
    async function callToTheEnd(): Promise<void> {
      for (let refusedAtMs = Number.NaN; !(performance.now() - refusedAtMs > 1500); ) {
        if ((await call()) === 'free') refusedAtMs = Number.NaN
        else {
          refusedAtMs = Number.isNaN(refusedAtMs) ? performance.now() : refusedAtMs
          await sleep(20)
        }
      }
    }
    return { store: opened, state, ledger, call, callToTheEnd }
  }
  const nodes = await Promise.all(names.map((name) => open(name)))
  const sum = () => nodes.reduce((total, { state }) => total + state.admitted, 0)
  const read = async () =>
    (await nodes[0]?.store.collection<MonthUsage>('ledger_months').get('2026-11/key')) as MonthUsage
  async function close(): Promise<void> {
    for (const { ledger } of nodes) await ledger.close().catch(() => {})
    for (const { store } of nodes) await store.close()
  }
  return { nodes, time, alive, sum, read, close }
}

it('two nodes share a small pool, and one of them has the rest when the other is idle', {
  timeout: 60_000,
}, async () => {
  const { nodes, sum, close } = await openNodes(['a', 'b'], { cu: 1000, trace: 0 })
  for (let count = 0; count < 8; count += 1)
    for (const { call } of nodes) {
      expect(await call()).toBe('free')
      await sleep(150)
    }
  await nodes[1]?.callToTheEnd()
  expect(1000 - sum()).toBeLessThan(4 * cost)
  await close()
})

describe('three nodes at the end of a pool', () => {
  it('let through all of it together, and not a call more', { timeout: 60_000 }, async () => {
    const { nodes, sum, read, close } = await openNodes(['a', 'b', 'c'])
    await Promise.all(nodes.flatMap(({ callToTheEnd }) => [callToTheEnd(), callToTheEnd(), callToTheEnd()]))
    expect(large.cu - sum()).toBeGreaterThanOrEqual(0)
    expect(large.cu - sum()).toBeLessThan(3 * cost)
    expect(Math.min(...nodes.map(({ state }) => state.admitted))).toBeGreaterThan(5000)
    await Promise.all(nodes.map(({ ledger }) => ledger.close()))
    expect(await read()).toEqual({ requests: sum() / cost, cu: sum(), traceCu: 0 })
    await close()
  })

  it('leave out what a dead one may have spent, until its time is over', {
    timeout: 60_000,
  }, async () => {
    const { nodes, time, alive, sum, read, close } = await openNodes(['a', 'b', 'c'])
    const [first, second, third] = nodes
    if (!first || !second || !third) throw new RangeError('three')
    for (let count = 0; count < 100; count += 1) await Promise.all(nodes.map(({ call }) => call()))
    await Promise.all(nodes.map(({ ledger }) => ledger.fold()))
    const block = (await read()).blocks?.['a']?.cu ?? 0
    expect(block).toBeGreaterThan(5000)
    // It answers some more, and dies before they are in the store.
    first.state.isCut = true
    for (let count = 0; count < 50; count += 1) expect(await first.call()).toBe('free')
    alive.delete('a')
    await Promise.all([second.callToTheEnd(), third.callToTheEnd()])
    const left = large.cu - sum()
    expect(left).toBeGreaterThanOrEqual(block - 50 * cost - 3 * cost)
    expect(left).toBeLessThan(block + 3 * cost)
    // Ten minutes later it has stopped, and they have what it had; it may have spent of that what it could not write.
    time.aheadMs += 610_000
    expect(await first.call()).toBe('elsewhere')
    await Promise.all([second.callToTheEnd(), third.callToTheEnd()])
    expect(sum()).toBeLessThanOrEqual(large.cu + 50 * cost)
    expect(sum()).toBeGreaterThan(large.cu - 3 * cost)
    await close()
  })

  it('have back at once what one that ends has not used', { timeout: 60_000 }, async () => {
    const { nodes, sum, read, close } = await openNodes(['a', 'b', 'c'])
    const [first, second, third] = nodes
    for (const node of nodes) await node.call()
    await Promise.all([first?.ledger.close(), second?.ledger.close()])
    expect(Object.keys((await read()).blocks ?? {})).toEqual(['c'])
    await third?.callToTheEnd()
    expect(large.cu - sum()).toBeGreaterThanOrEqual(0)
    expect(large.cu - sum()).toBeLessThan(cost)
    await close()
  })

  it('go on with what they have while the database is away', { timeout: 60_000 }, async () => {
    const { nodes, time, close } = await openNodes(['a', 'b', 'c'])
    const [first] = nodes
    await first?.call()
    for (const { state } of nodes) state.isCut = true
    time.aheadMs += 500_000
    for (let count = 0; count < 300; count += 1) expect(await first?.call()).toBe('free')
    await expect(first?.call('another')).rejects.toThrow('cut off')
    await close()
  })
})
