import { AllProvidersFailedError, EndpointError } from '@outrigger/core'
import { GasUnavailableError } from '@outrigger/oracle'
import { describe, expect, it } from 'vitest'
import { NoProviderError } from '../config/providers.ts'
import { UsageError } from '../exitCodes.ts'
import { toFailure } from './failure.ts'
import { formatDuration, formatGwei } from './format.ts'
import { toJson } from './json.ts'
import { createPaint } from './paint.ts'
import { createRedrawing } from './redraw.ts'
import { toTable } from './table.ts'

it('aligns a table by what is visible', () => {
  const lines = toTable(
    [{ title: 'name', width: 6 }, { title: 'fee', align: 'right' }, { title: 'state' }],
    [
      ['base', '1', '\x1b[32mok\x1b[39m'],
      ['ethereum', '1,000', 'bad'],
    ],
  )
  expect(lines).toEqual(['NAME        FEE  STATE', 'base          1  \x1b[32mok\x1b[39m', 'ethereum  1,000  bad'])
})

it('writes wei as decimal strings', () => {
  expect(toJson({ fee: 12_345_678_901_234_567_890n })).toBe('{"fee":"12345678901234567890"}')
})

it('formats small and large fees, and times', () => {
  expect([1n, 4_999_999n, 12_345_678_901n].map(formatGwei)).toEqual(['0.000000001', '0.005', '12.35'])
  expect([999, 61_000, 3_723_000].map(formatDuration)).toEqual(['0:00', '1:01', '1:02:03'])
})

it('colours terminals that want it, nothing else', () => {
  expect(createPaint({ isTTY: true, hasColors: () => true })('red', 'x')).toBe('\x1b[31mx\x1b[39m')
  expect(createPaint({ isTTY: true, hasColors: () => false })('red', 'x')).toBe('x')
  expect(createPaint({ hasColors: () => true })('red', 'x')).toBe('x')
})

describe('createRedrawing', () => {
  const draw = (size: Omit<Parameters<typeof createRedrawing>[0], 'write'>, ...pictures: string[][]) => {
    const written: string[] = []
    const drawing = createRedrawing({ ...size, write: (text) => written.push(text) })
    for (const picture of pictures) drawing.draw(picture)
    drawing.end()
    return written
  }

  it('goes up as far as the last picture was high, and gives the cursor back', () => {
    const [first, second, end] = draw({ columns: 80, rows: 24 }, ['a', 'b', 'c'], ['d'])
    expect(first).toContain('a\x1b[K\nb\x1b[K\nc\x1b[K\n\x1b[J')
    expect(second).toContain('\x1b[3A\rd\x1b[K\n\x1b[J')
    expect(end).toBe('\x1b[?25h')
  })

  it('takes a terminal that says it is 0 by 0 for one of 80 by 24', () => {
    const lines = Array.from({ length: 10 }, (_, index) => `${index} ${'x'.repeat(70)}`)
    const [picture] = draw({ columns: 0, rows: 0 }, lines)
    for (const line of lines) expect(picture).toContain(line)
  })

  it('cuts what is too wide, drops blank lines and then the rest where it is too high', () => {
    const [picture] = draw({ columns: 4, rows: 3, isTTY: true, hasColors: () => true }, [
      '\x1b[31mabcdef\x1b[39m',
      '',
      'b',
      '',
      'c',
    ])
    expect(picture).toContain('\rabc…\x1b[K\nb\x1b[K\n\x1b[J')
  })
})

describe('toFailure', () => {
  const failed = new AllProvidersFailedError('base', 'eth_call', [
    new EndpointError('primary', 'broken', 'HTTP status 503'),
  ])

  it('chooses the exit code by the kind of failure', () => {
    expect(toFailure(new UsageError('x')).exitCode).toBe(2)
    expect(toFailure(new NoProviderError('x')).exitCode).toBe(3)
    expect(toFailure(new TypeError('x')).exitCode).toBe(1)
  })

  it('says why every provider failed, in one line', () => {
    const { message } = toFailure(new GasUnavailableError('base', failed))
    expect(message).toMatch(/primary: HTTP status 503/)
    expect(message).not.toContain('\n')
  })

  it('never shows the secret of a URL, stacks included', () => {
    const error = new TypeError('fetch https://host.example/v2/SECRET failed', {
      cause: 'https://u:SECRET@host.example',
    })
    for (const verbose of [false, true]) expect(toFailure(error, verbose).message).not.toContain('SECRET')
    expect(toFailure(error, true).message).toContain('caused by')
  })
})
