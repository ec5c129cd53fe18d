import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toReply } from './envelope.ts'
import { parseJson } from './parseJson.ts'

const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('accepts and rejects the same texts as JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJson(text, { depth: 100 })).toEqual(JSON.parse(text))
    }),
  )
  for (const text of ['', '{', '[1,]', 'undefined', '{"a":"}']) expect(() => parseJson(text)).toThrow(SyntaxError)
})

test('limits the nesting and the number of arrays and objects', () => {
  expect(parseJson(nest(3000))).toBeInstanceOf(Array)
  expect(() => parseJson(nest(3001))).toThrow('nested more than 3000 levels deep')
  expect(() => parseJson(`[${'{},'.repeat(2_000_000)}{}]`)).toThrow('more than 2000000 arrays and objects')
  expect(() => parseJson('[{"a":[]}]', { containers: 2 })).toThrow('more than 2')
})

test('does not count brackets inside strings', () => {
  const text = JSON.stringify({ a: '[{'.repeat(5000), 'b\\"[': '\\' })
  expect(parseJson(text)).toEqual(JSON.parse(text))
})

test('an answer of nothing but brackets is rejected before it is parsed', () => {
  expect(toReply(`{"jsonrpc":"2.0","id":1,"result":${nest(14_000_000)}}`)).toBeNull()
  expect(toReply(`{"jsonrpc":"2.0","id":1,"result":[${'[],'.repeat(9_000_000)}[]]}`)).toBeNull()
})
