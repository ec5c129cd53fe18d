import { expect, it } from 'vitest'
import { prefersBuiltin } from './sqliteDriver.ts'

it.each([
  ['20.20.2', false],
  ['22.23.2', false],
  ['24.18.1', false],
  ['24.19.0', true],
  ['24.21.0', true],
  ['25.0.0', true],
  ['26.1.0', true],
])('prefers the SQLite of Node %s: %s', (version, isPreferred) => {
  expect(prefersBuiltin(version)).toBe(isPreferred)
})
