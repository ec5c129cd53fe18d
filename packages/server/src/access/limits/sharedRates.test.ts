import { createMemoryStore, type Store } from '@outrigger/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSharedRates, type SharedRates } from './sharedRates.ts'

const perSecond = 500
const opened: SharedRates[] = []

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: 1_700_000_000_000 }))
afterEach(async () => {
  vi.useRealTimers()
  for (const rates of opened.splice(0)) await rates.close()
})

function openNodes(count: number, store: Store) {
  return Array.from({ length: count }, () => {
    const clock = { now: () => Date.now() }
    const rates = createSharedRates({ store, clock, onFault: (error) => expect.unreachable(String(error)) })
    opened.push(rates)
    return { rates, bucket: rates.bucketsOf('key')('cu', perSecond), due: 0 }
  })
}

/**
 * Returns the tokens that nodes let through in each tenth of a second. `loads(second)` is each node's load as a multiple of the
 * limit.
 */
async function run(seconds: number, loads: (second: number) => readonly number[], store: Store = createMemoryStore()) {
  const nodes = openNodes(loads(0).length, store)
  const admitted: number[] = []
  for (let tick = 0; tick < seconds * 1000; tick += 1) {
    vi.setSystemTime(Date.now() + 1)
    if (tick % 100 === 0) admitted.push(0)
    for (const [index, node] of nodes.entries()) {
      for (node.due += ((loads(tick / 1000)[index] ?? 0) * perSecond) / 1000; node.due >= 1; node.due -= 1)
        if (node.bucket.take(Date.now()) === 0) admitted[admitted.length - 1] = (admitted.at(-1) ?? 0) + 1
      // The nodes do not synchronize at the same time.
      if (tick % 200 === 60 * index) await node.rates.settle()
    }
  }
  return admitted
}
const sum = (admitted: readonly number[]) => admitted.reduce((total, one) => total + one, 0)

describe('the rate of a key on three nodes', () => {
  it.each([[[1, 1, 1]], [[3, 0.5, 0.1]], [[2, 0, 0]], [[0.6, 0.6, 0.6]]])(
    'is that of one node under the loads %j',
    async (loads) => {
      const admitted = await run(31, () => loads)
      // The buckets start with the tokens of one second.
      const ratio = sum(admitted.slice(10)) / (21 * perSecond)
      expect(ratio).toBeGreaterThan(0.97)
      expect(sum(admitted)).toBeLessThan(perSecond * (32 + 2 * 0.2) * 1.01)
    },
  )

  it('refuses nothing below the limit, wherever the calls arrive', async () => {
    const admitted = await run(20, (second) => (second % 2 < 1 ? [0.9, 0, 0] : [0, 0.3, 0.6]))
    expect(sum(admitted)).toBeGreaterThan(0.9 * 20 * perSecond - 5)
  })

  it('follows the load to another node', async () => {
    const admitted = await run(40, (second) => (second < 20 ? [2, 0, 0] : [0, 0, 2]))
    expect(sum(admitted)).toBeLessThanOrEqual(perSecond * 41.5)
    expect(sum(admitted.slice(-100))).toBeGreaterThan(0.99 * 10 * perSecond)
  })

  it('holds again at once after the store was away, without a debt', async () => {
    const memory = createMemoryStore()
    let isAway = false
    const store: Store = {
      ...memory,
      async commit(...args) {
        if (isAway) throw new RangeError('away')
        await memory.commit(...args)
      },
    }
    const [node] = openNodes(1, store)
    const spend = async (seconds: number) => {
      let admitted = 0
      for (let tick = 0; tick < seconds * 1000; tick += 1) {
        vi.setSystemTime(Date.now() + 1)
        if (node?.bucket.take(Date.now()) === 0) admitted += 1
        if (tick % 200 === 0) await node?.rates.settle().catch(() => {})
      }
      return admitted
    }
    await spend(5)
    isAway = true
    await spend(60)
    isAway = false
    await spend(1)
    expect(Math.abs((await spend(10)) / (10 * perSecond) - 1)).toBeLessThan(0.02)
  })

  it('counts what was given back as unused', async () => {
    const [node] = openNodes(1, createMemoryStore())
    for (let count = 0; count < 100; count += 1) {
      expect(node?.bucket.take(Date.now(), perSecond)).toBe(0)
      node?.bucket.giveBack(perSecond)
      if (count % 10 === 0) await node?.rates.settle()
    }
  })
})
