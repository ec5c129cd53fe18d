import fc from 'fast-check'
import * as t from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { decode, type Encodable, encode, named, orAbsent, type Reading, record, wireOnly } from './record.ts'
import { Bigint, orNull, Timestamp, toAmount, toHex, toPercent, toSeconds } from './wire.ts'

const Token = record({ address: toHex(), amount: toAmount({}) })
const Pool = record({
  totalValueUsd: t.Number(),
  apy: named('apy_percent', orNull(toPercent('percent'))),
  seenMs: named('seen', Timestamp),
  ttlMs: named('ttl_seconds', toSeconds({ minimum: 0 })),
  blockNumber: Bigint,
  isWorth: wireOnly(t.Boolean()),
  tokens: t.Array(Token),
  byName: t.Record(t.String(), Token),
  reward: orNull(Token),
  pendingUpdate: orAbsent(toHex()),
  skipped: orAbsent(t.Array(t.String())),
  isStale: orAbsent(t.Boolean()),
  worth: orAbsent(toAmount({})),
  noteText: t.Optional(t.String()),
  endMs: named('end', t.Optional(Timestamp)),
})

const wire: t.Static<typeof Pool> = {
  total_value_usd: 5,
  apy_percent: 2.84,
  seen: '2026-01-05T12:00:00.000Z',
  ttl_seconds: 3,
  block_number: 7,
  is_worth: true,
  tokens: [{ address: '0x01', amount: '100000000000000000000' }],
  by_name: { weird_name: { address: '0x02', amount: '0' } },
  reward: null,
}
const reading: Reading<typeof Pool> = {
  totalValueUsd: 5,
  apy: 0.0284,
  seenMs: Date.UTC(2026, 0, 5, 12),
  ttlMs: 3000,
  blockNumber: 7n,
  tokens: [{ address: '0x01', amount: 10n ** 20n }],
  byName: { weird_name: { address: '0x02', amount: 0n } },
  reward: null,
  pendingUpdate: null,
  skipped: [],
  isStale: false,
  worth: null,
}

describe('a record', () => {
  it('has the names and units of the library here, and of the wire there', () => {
    expect(Compile(Pool).Errors(wire)).toEqual([])
    expect(decode(Pool, wire)).toEqual(reading)
    expect(encode(Pool, { ...reading, isWorth: true })).toEqual(wire)
  })

  it('has the fields of the wire in the order of their declaration', () => {
    const names = Object.keys(Pool.properties)
    expect(names).toEqual([...Object.keys(wire), 'pending_update', 'skipped', 'is_stale', 'worth', 'note_text', 'end'])
    expect(Object.keys(encode(Pool, { ...reading, isWorth: true }))).toEqual(Object.keys(wire))
    expect(Pool.required).toEqual(Object.keys(wire))
  })

  it('leaves out null, false, an empty list and undefined where the wire does, and drops what it does not declare', () => {
    const known = {
      ...reading,
      isWorth: false,
      pendingUpdate: '0x03' as const,
      skipped: ['a'],
      isStale: true,
      worth: 0n,
      endMs: 0,
      other: 1,
    }
    const whole = encode(Pool, known)
    expect(whole).toMatchObject({
      pending_update: '0x03',
      skipped: ['a'],
      is_stale: true,
      worth: '0',
      end: '1970-01-01T00:00:00.000Z',
    })
    expect(whole).not.toHaveProperty('other')
    expect(decode(Pool, whole)).toEqual({
      ...reading,
      pendingUpdate: '0x03',
      skipped: ['a'],
      isStale: true,
      worth: 0n,
      endMs: 0,
    })
  })

  it('comes back as it was', () => {
    const anyReading = fc.record({
      totalValueUsd: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      apy: fc.option(fc.integer({ min: -1e9, max: 1e9 }).map((units) => units / 1e6)),
      seenMs: fc.integer({ min: 0, max: 4e12 }),
      ttlMs: fc.nat(1e6).map((seconds) => seconds * 1000),
      blockNumber: fc.bigInt(0n, 2n ** 53n - 1n),
      tokens: fc.array(fc.record({ address: fc.constant('0x01' as const), amount: fc.bigInt() })),
      byName: fc.constant({}),
      reward: fc.option(fc.record({ address: fc.constant('0x01' as const), amount: fc.bigInt() })),
      pendingUpdate: fc.option(fc.constant('0x03' as const)),
      skipped: fc.array(fc.string()),
      isStale: fc.boolean(),
      worth: fc.option(fc.bigInt()),
    })
    fc.assert(
      fc.property(anyReading, (value) => {
        const sent = JSON.parse(JSON.stringify(encode(Pool, { ...value, isWorth: true })))
        expect(decode(Pool, sent)).toEqual(value)
      }),
    )
  })

  it('is typed on both sides', () => {
    type Decoded = Reading<typeof Pool>
    expectTypeOf<Decoded['blockNumber']>().toEqualTypeOf<bigint>()
    expectTypeOf<Decoded['pendingUpdate']>().toEqualTypeOf<`0x${string}` | null>()
    expectTypeOf<Decoded['endMs']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<keyof Encodable<typeof Pool>>().toEqualTypeOf<keyof Decoded | 'isWorth'>()
    // @ts-expect-error A field that only the wire has is required.
    expect(encode(Pool, reading)).not.toHaveProperty('is_worth')
  })
})
