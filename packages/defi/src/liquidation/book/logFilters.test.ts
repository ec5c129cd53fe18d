import type { ChainLog, LogFilter } from '@outrigger/core'
import { matchesFilter, toNormalFilter } from '@outrigger/core/internal'
import fc from 'fast-check'
import { pad, toHex } from 'viem'
import { expect, it } from 'vitest'
import { mergeFilters } from './logFilters.ts'

const address = fc.nat(3).map((value) => pad(toHex(0xab00 + value), { size: 20 }))
const topic = fc.nat(3).map((value) => pad(toHex(0xab00 + value), { size: 32 }))
const filter = fc.record<LogFilter>(
  {
    address: fc.oneof(address, fc.array(address, { minLength: 1 })),
    topics: fc.array(fc.oneof(topic, fc.array(topic, { minLength: 1 }), fc.constant(null)), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)
const log = fc.record({
  address,
  topics: fc.array(topic, { maxLength: 4 }),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<ChainLog>

it('merges filters so that every matching log passes', () => {
  fc.assert(
    fc.property(fc.array(filter, { minLength: 1, maxLength: 4 }), fc.array(log), (filters, logs) => {
      const merged = mergeFilters(filters)
      for (const one of logs)
        if (filters.some((each) => matchesFilter(one, toNormalFilter(each))))
          expect(matchesFilter(one, merged)).toBe(true)
    }),
  )
})

it('restricts a field only if all filters restrict it', () => {
  const [a, b, kind] = [`0x${'aa'.repeat(20)}`, `0x${'BB'.repeat(20)}`, `0x${'cc'.repeat(32)}`] as const
  expect(
    mergeFilters([
      { address: a, topics: [kind] },
      { address: [b, a], topics: [[kind], null] },
    ]),
  ).toEqual({
    address: [a, b.toLowerCase()],
    topics: [[kind]],
  })
  expect(mergeFilters([{ address: a, topics: [kind] }, { topics: [kind] }, { address: b }])).toEqual({})
})
