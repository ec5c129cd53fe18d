import * as t from 'typebox'
import { expect, it } from 'vitest'
import { listUnknownFields } from './unknownFields.ts'

const shape = t.Object({
  allowed_ips: t.Optional(t.Array(t.String())),
  limits: t.Optional(t.Union([t.Object({ monthly_cu: t.Number() }), t.Null()])),
  list: t.Optional(t.Array(t.Object({ signed_tx: t.String() }))),
  either: t.Optional(t.Union([t.Object({ hash: t.String() }), t.Object({ raw: t.String() })])),
  labels: t.Optional(t.Record(t.String(), t.Number())),
  open: t.Optional(t.Object({ known: t.Number() }, { additionalProperties: true })),
  any: t.Optional(t.Unknown()),
})
const list = (value: unknown) => [...listUnknownFields(shape, value, 'body')]

it('knows what a schema declares, at any depth', () => {
  const value = {
    allowed_ips: [],
    limits: { monthly_cu: 1 },
    list: [{ signed_tx: '' }],
    either: { raw: '' },
    labels: { anything: 1 },
    open: { other: 1 },
    any: { other: { more: 1 } },
  }
  expect(list(value)).toEqual([])
  for (const other of [null, 7, 'text', [], [{ x: 1 }], { limits: null, list: 'text' }]) expect(list(other)).toEqual([])
})

it.each([
  [{ allowedIps: [] }, 'body.allowedIps', 'is unknown: did you mean `allowed_ips`?'],
  [{ limits: { monthlyCu: 1 } }, 'body.limits.monthlyCu', 'is unknown: did you mean `monthly_cu`?'],
  [{ list: [{ signed_tx: '' }, { signed: '' }] }, 'body.list.1.signed', 'is unknown: did you mean `signed_tx`?'],
  [{ either: { colour: 1 } }, 'body.either.colour', 'is unknown. Known: hash, raw'],
  [JSON.parse('{"limits":{"__proto__":1}}'), 'body.limits.__proto__', 'is unknown. Known: monthly_cu'],
  [{ limits: { ['x'.repeat(100)]: 1 } }, `body.limits.${'x'.repeat(64)}`, 'is unknown. Known: monthly_cu'],
])('refuses %j', (value, path, message) => {
  expect(list(value)).toEqual([{ path, message }])
})

it('says of an object without fields that it has none', () => {
  expect([...listUnknownFields(t.Object({}), { colour: 1 }, 'body')]).toEqual([
    { path: 'body.colour', message: 'is unknown. No fields are known here' },
  ])
})
