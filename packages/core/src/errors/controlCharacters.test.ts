import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeControls, flattenControls } from './controlCharacters.ts'

test('escapes what a terminal would act on, and nothing else', () => {
  expect(escapeControls('\u001b]52;c;eA==\u0007')).toBe('\\u001b]52;c;eA==\\u0007')
  expect(escapeControls('one\r\ntwo\t\u009b31m\u007f')).toBe('one\\u000d\\u000atwo\t\\u009b31m\\u007f')
  expect(escapeControls('\u202egnp.exe\u2066')).toBe('\\u202egnp.exe\\u2066')
  expect(escapeControls('Ünïcode 漢字 🚀 …')).toBe('Ünïcode 漢字 🚀 …')
})

test('JSON keeps its meaning', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }), fc.string({ unit: 'binary' }), (value, text) => {
      const json = JSON.stringify({ value, [text]: text })
      expect(JSON.parse(escapeControls(json))).toEqual(JSON.parse(json))
    }),
  )
})

test('flattens lines into one', () => {
  expect(flattenControls('one\ntwo\u001b[2J')).toBe('one two [2J')
})
