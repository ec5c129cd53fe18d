import fc from 'fast-check'
import { bytesToHex, type Hex } from 'viem'
import { expect, it } from 'vitest'
import type { Head } from '../poolTypes.ts'
import { computeBloom, coversBloom, mayContain, toBloom, toBloomTest } from './bloom.ts'
import { matchesFilter, toNormalFilter } from './logFilter.ts'

// A block of the devnet with one log: address 0x…aa, topic 0x…01.
const address = '0x00000000000000000000000000000000000000aa'
const topic = `0x${'1'.padStart(64, '0')}` as const
const bloom =
  '0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000040000000000000000000000000000000000000000000000440000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000008000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000'
const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => bytesToHex(value))
const log = { address, topics: [topic] } as const

it('reads the bloom of a node', () => {
  for (const filter of [
    { address },
    { topics: [topic] },
    { address, topics: [topic] },
    {},
    { topics: [null, []] },
  ] as const)
    expect(mayContain(bloom, toBloomTest(filter))).toBe(true)
  expect(mayContain(bloom, toBloomTest({ address: `0x${'12'.repeat(20)}` }))).toBe(false)
  expect(mayContain(bloom, toBloomTest({ topics: [null, topic, `0x${'77'.repeat(32)}`] }))).toBe(false)
  expect(coversBloom(bloom, [log])).toBe(true)
  expect(coversBloom(bloom, [])).toBe(false)
  expect(coversBloom(bloom, [{ address, topics: [] }])).toBe(false)
})

it('computes the same bloom as a node', () => {
  expect(computeBloom([log])).toBe(BigInt(bloom))
  expect(computeBloom([{ address, topics: [] }, log, log])).toBe(BigInt(bloom))
  expect(computeBloom([])).toBe(0n)
})

it('never denies what the logs of a block contain', () => {
  const logs = fc.array(fc.record({ address: hex(20), topics: fc.array(hex(32), { maxLength: 4 }) }), { minLength: 1 })
  fc.assert(
    fc.property(logs, fc.nat(), (all, pick) => {
      const bits = new Set(all.flatMap((one) => toBloomTest({ address: one.address, topics: one.topics }).flat(2)))
      const digits = Array.from({ length: 512 }, (_, index) =>
        [3, 2, 1, 0].reduce((sum, bit) => sum * 2 + (bits.has((511 - index) * 4 + bit) ? 1 : 0), 0).toString(16),
      )
      const made = `0x${digits.join('')}`
      const one = all[pick % all.length] as { address: Hex; topics: Hex[] }
      expect(mayContain(made, toBloomTest(one))).toBe(true)
      expect(coversBloom(made, all)).toBe(true)
    }),
  )
})

it('trusts an empty bloom only if the provider fills blooms or the block cannot contain logs', () => {
  const head = (logsBloom: unknown, gasUsed: string) => ({ header: { logsBloom, gasUsed } }) as unknown as Head
  const empty = `0x${'0'.repeat(512)}`
  expect(toBloom(head(empty, '0x5208'), false)).toBe(empty)
  expect(toBloom(head(empty, '0x5209'), false)).toBeNull()
  expect(toBloom(head(empty, '0x5209'), true)).toBe(empty)
  expect(toBloom(head(undefined, '0x0'), true)).toBeNull()
  expect(toBloom(head('0x00', '0x0'), true)).toBeNull()
})

it('normalizes equivalent filters to the same filter, and rejects invalid ones', () => {
  const other = `0x${'AB'.repeat(20)}` as const
  const normal = toNormalFilter({ address: [other, address, other], topics: [null, topic, [], null] })
  expect(normal).toEqual({ address: [address, other.toLowerCase()], topics: [null, [topic]] })
  expect(toNormalFilter({ address: [], topics: [] })).toEqual({})
  expect(() => toNormalFilter({ address: '0x12' })).toThrow('20 bytes')
  expect(() => toNormalFilter({ topics: [null, null, null, null, topic] })).toThrow('four topics')
  expect(matchesFilter(log as never, { address: [address], topics: [[topic]] })).toBe(true)
  // A null topic matches any topic, but the topic must exist.
  expect(matchesFilter(log as never, { topics: [null, [topic]] })).toBe(false)
  expect(matchesFilter(log as never, { address: [other] })).toBe(false)
})
