import { createMemoryStore } from '@outrigger/core'
import { afterEach, describe, expect, it } from 'vitest'
import { computeShare } from './computeShare.ts'
import { createShares, type Shares } from './shares.ts'

describe('the part of a node', () => {
  it('is by demand, and equal where nobody asks for much', () => {
    const at = (share: number, demand: number) => ({ share, demand })
    expect(computeShare(at(1, 1), [])).toBe(1)
    expect(computeShare(at(1 / 3, 0.1), [])).toBe(1)
    expect(computeShare(at(0.9, 1), [at(0.05, 1), at(0.05, 1)])).toBeCloseTo(1 / 3)
    expect(computeShare(at(0.5, 0), [at(0.5, 1)])).toBeCloseTo(0.001)
    // Nothing is left to take until another gives up what it has too much.
    expect(computeShare(at(0.1, 1), [at(0.9, 1)])).toBeCloseTo(0.1)
    expect(computeShare(at(0.1, 1), [at(0.6, 1)])).toBeCloseTo(0.4)
  })
})

const opened: Shares[] = []
afterEach(async () => {
  for (const shares of opened.splice(0)) await shares.close()
})

describe('three nodes', () => {
  const perSecond = 500
  /** What the nodes let through in each tenth of a second, asked `asks(second)` times as much as the limit, by node. */
  async function run(seconds: number, asks: (second: number) => readonly number[]) {
    const store = createMemoryStore()
    const clock = { nowMs: 1_700_000_000_000, now: () => clock.nowMs }
    const names = ['a', 'b', 'c']
    const members = () => names.map((owner) => ({ owner, name: owner, epoch: 1, beat: 1, untilMs: 0, address: null }))
    const nodes = names.map((owner) => {
      const shares = createShares({
        store,
        clock,
        leases: { owner, members },
        onFault: (error) => expect.unreachable(String(error)),
      })
      opened.push(shares)
      return { shares, bucket: shares.bucketsOf('key')(perSecond), due: 0 }
    })
    const admitted: number[] = []
    for (let tick = 0; tick < seconds * 1000; tick += 1) {
      clock.nowMs += 1
      if (tick % 100 === 0) admitted.push(0)
      for (const [index, node] of nodes.entries()) {
        for (node.due += ((asks(tick / 1000)[index] ?? 0) * perSecond) / 1000; node.due >= 1; node.due -= 1)
          if (node.bucket.take(clock.nowMs) === 0) admitted[admitted.length - 1] = (admitted.at(-1) ?? 0) + 1
        // They do not look at the same time.
        if (tick % 1000 === 300 * index) await node.shares.renew()
      }
    }
    return admitted
  }
  /** Of each 10 seconds, as a ratio to what may pass in them; from a second on. */
  const windows = (admitted: readonly number[], from: number) =>
    admitted
      .slice(from * 10, -99)
      .map(
        (_, at) =>
          admitted.slice(at + from * 10, at + from * 10 + 100).reduce((sum, one) => sum + one, 0) / (10 * perSecond),
      )

  it('let through what one would, within one percent over ten seconds', async () => {
    for (const asks of [
      [1, 1, 1],
      [3, 0.5, 0.1],
      [2, 0, 0],
    ] as const) {
      const ratios = windows(await run(30, () => asks), 5)
      expect(Math.min(...ratios)).toBeGreaterThan(0.99)
      expect(Math.max(...ratios)).toBeLessThan(1.01)
    }
  })

  it('begin with no more than one would, and follow the demand', async () => {
    const admitted = await run(40, (second) => (second < 20 ? [2, 0, 0] : [0, 0, 2]))
    const total = admitted.reduce((sum, one) => sum + one, 0)
    expect(total).toBeLessThanOrEqual(perSecond * 41)
    expect(Math.min(...windows(admitted, 25))).toBeGreaterThan(0.99)
  })
})
