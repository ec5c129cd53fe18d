import { expect, it } from 'vitest'
import { computeBlock } from './block.ts'

const pooled = { unused: 600_000, others: 0, admitted: 0, nodes: 3, use: 'active', wanted: 0 } as const

it('is half an equal part of what nobody has, and beside that what is admitted', () => {
  expect(computeBlock(pooled)).toBe(100_000)
  expect(computeBlock({ ...pooled, others: 300_000 })).toBe(50_000)
  expect(computeBlock({ ...pooled, admitted: 60_000 })).toBe(60_000 + 90_000)
  expect(computeBlock({ ...pooled, nodes: 1 })).toBe(300_000)
})

it('is an equal part of a small rest, unless nobody calls', () => {
  expect(computeBlock({ ...pooled, unused: 18_000 })).toBe(5000)
  expect(computeBlock({ ...pooled, unused: 12_000 })).toBe(4000)
  expect(computeBlock({ ...pooled, unused: 12_000, others: 10_800 })).toBe(400)
  expect(computeBlock({ ...pooled, unused: 12_000, use: 'idle' })).toBe(2000)
  expect(computeBlock({ ...pooled, unused: 1200, nodes: 1 })).toBe(1200)
  expect(computeBlock({ ...pooled, unused: 12_000, admitted: 30, use: 'ended' })).toBe(30)
})

it('is enough for a call that was refused, as long as nobody has it', () => {
  expect(computeBlock({ ...pooled, unused: 300, wanted: 250 })).toBe(250)
  expect(computeBlock({ ...pooled, unused: 300, wanted: 250, use: 'idle' })).toBe(250)
  expect(computeBlock({ ...pooled, unused: 300, others: 200, wanted: 250 })).toBe(100)
  expect(computeBlock({ ...pooled, unused: 600_000, wanted: 250 })).toBe(100_000)
})

it('is what is admitted where the limit was lowered below that', () => {
  expect(computeBlock({ ...pooled, unused: 10, admitted: 500 })).toBe(500)
  expect(computeBlock({ ...pooled, unused: -90 })).toBe(0)
})

it('of all nodes together is never more than the pool', () => {
  const nodes = Array.from({ length: 5 }, () => ({ block: 0, admitted: 0 }))
  let unused = 100_000
  let seed = 1
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let step = 0; step < 20_000; step += 1) {
    const node = nodes[step % 5]
    if (node === undefined) continue
    const spent = Math.floor(random() * 400)
    if (node.admitted + spent <= node.block) node.admitted += spent
    if (random() < 0.5) continue
    unused -= node.admitted
    node.admitted = 0
    const others = nodes.reduce((sum, one) => (one === node ? sum : sum + one.block), 0)
    const use = random() < 0.2 ? 'idle' : 'active'
    node.block = computeBlock({ unused, others, admitted: 0, nodes: 5, use, wanted: spent })
    expect(others + node.block).toBeLessThanOrEqual(unused)
  }
  expect(unused).toBeLessThan(400 * 5)
})
