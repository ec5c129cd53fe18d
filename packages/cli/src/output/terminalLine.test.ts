import { expect, it } from 'vitest'
import { toJson } from './json.ts'
import { createPaint, formats } from './paint.ts'
import { toTerminalLine } from './terminalLine.ts'

const terminal = { isTTY: true, hasColors: () => true }
const pipe = {}
const clipboard = '\u001b]52;c;bWFsaWNl\u0007'

it('keeps our own colors on a terminal, and no other control character', () => {
  for (const format of formats) {
    const painted = createPaint(terminal)(format, 'text')
    expect(toTerminalLine(painted, terminal)).toBe(painted)
  }
  const red = createPaint(terminal)('red', 'unusable')
  expect(red).toContain('\u001b[31m')
  expect(toTerminalLine(`${red} ${clipboard}`, terminal)).toBe(`${red} \\u001b]52;c;bWFsaWNl\\u0007`)
  expect(toTerminalLine('\u001b[8mhidden\u001b[2J\nnext', terminal)).toBe('\\u001b[8mhidden\\u001b[2J\\u000anext')
  expect(toTerminalLine('\u001b[31mname', pipe)).toBe('\\u001b[31mname')
})

it('an empty NO_COLOR leaves the colors on', () => {
  const asked: (string | undefined)[] = []
  const stream = {
    isTTY: true,
    hasColors(env: NodeJS.ProcessEnv = {}) {
      asked.push(env['NO_COLOR'])
      return true
    },
  }
  const before = process.env['NO_COLOR']
  for (const value of ['', '1']) {
    process.env['NO_COLOR'] = value
    createPaint(stream)
  }
  if (before === undefined) delete process.env['NO_COLOR']
  else process.env['NO_COLOR'] = before
  expect(asked).toEqual([undefined, '1'])
})

it('JSON has control characters of all kinds as escapes', () => {
  const line = toJson({ name: `${clipboard}\u009b31m`, amount: 1n })
  expect(line).toBe('{"name":"\\u001b]52;c;bWFsaWNl\\u0007\\u009b31m","amount":"1"}')
})
