import { describe, expect, it } from 'vitest'
import { createDecimals } from './decimals.ts'
import { formatAmounts, formatPercent, formatUsds } from './format.ts'
import { getLineWidth } from './lineWidth.ts'
import { type Column, createTable, toTable } from './table.ts'
import { measure, shorten, wrap } from './text.ts'

const hash = `0x1234${'ab'.repeat(28)}cdef`
const columns: readonly Column[] = [
  { title: 'seen', width: 12 },
  { title: 'gwei', align: 'right', width: 9 },
  { title: 'hash', shorten: true },
  { title: 'what', text: true },
]
const row = ['12:00:00.000', '12.345', hash, 'uniswap_v2 WETH → USDC']

describe('a table', () => {
  it.each([80, 60, 40, 30])('has no line longer than %d columns', (width) => {
    const lines = createTable(columns, width).toLines([row, row])
    expect(lines.filter((line) => measure(line) > width)).toEqual([])
    expect(lines.join(' ')).toContain('WETH')
  })

  it('shows a hash whole where there is room, without its middle where there is none', () => {
    expect(toTable(columns, [row], 130).join()).toContain(hash)
    expect(toTable(columns, [row], 80)[1]).toMatch(/ 0x1234[\da-f]*…[\da-f]*cdef {2}uniswap_v2 WETH → USDC$/)
  })

  it('puts words that do not fit on lines of their own', () => {
    const reason = 'primary answered with the HTTP status 503 and is left out until a probe succeeds'
    const lines = toTable([{ title: 'provider' }, { title: 'why', text: true }], [['primary', reason]], 40)
    expect(lines.slice(1)).toEqual([
      'primary',
      '  primary answered with the HTTP status',
      '  503 and is left out until a probe',
      '  succeeds',
    ])
  })

  it('folds rows and titles alike where numbers have no room', () => {
    const wide = ['one', 'two', 'three'].map((title) => ({ title, align: 'right' as const, width: 15 }))
    expect(toTable(wide, [['1', '2', '3']], 35)).toEqual([
      '            ONE              TWO',
      '            THREE',
      '              1                2',
      '                3',
    ])
  })

  it('keeps later rows below earlier ones', () => {
    const table = createTable([{ title: 'a' }, { title: 'b' }], 80)
    expect([...table.toLines([['long', 'x']]), ...table.toLines([['s', 'y']])]).toEqual([
      'A     B',
      'long  x',
      's     y',
    ])
  })
})

describe('numbers of a column', () => {
  it('have the same decimals, trailing zeros kept, enough for the smallest', () => {
    expect(createDecimals({ significant: 3 })([12.5, 0.00521, 1_000])).toEqual(['12.50000', '0.00521', '1,000.00000'])
    expect(formatUsds([1234.5, 0, -3.456, 0.001])).toEqual(['$1,234.50', '$0.00', '-$3.46', '<$0.01'])
    expect(
      formatAmounts([
        { amount: 15n * 10n ** 17n, decimals: 18 },
        { amount: 1n, decimals: 18 },
      ]),
    ).toEqual(['1.500000', '<0.000001'])
  })

  it('keep the decimals they have shown', () => {
    const decimals = createDecimals({ significant: 2 })
    expect([decimals([0.015]), decimals([2])]).toEqual([['0.015'], ['2.000']])
  })
})

it('takes the width of the terminal, else COLUMNS, else 80', () => {
  expect(getLineWidth({ columns: 100 }, {})).toBe(100)
  expect(getLineWidth({}, { COLUMNS: '120' })).toBe(120)
  expect(getLineWidth({ columns: 0 }, {})).toBe(80)
  expect(getLineWidth({ columns: 5 }, {})).toBe(30)
})

it('shortens and wraps to the letter', () => {
  expect(shorten(hash, 11)).toBe('0x1234…cdef')
  expect(shorten(hash, 66)).toBe(hash)
  expect(wrap('aa bb cc', 5, '  ')).toEqual(['  aa', '  bb', '  cc'])
  expect(wrap('abcdefgh', 4)).toEqual(['abcd', 'efgh'])
})

it('percents are whole, but next to none and to all', () => {
  const shown = [null, 0, 0.0026, 0.03, 0.455, 0.9949, 0.997, 0.99999, 1, 1.5].map(formatPercent)
  expect(shown).toEqual(['-', '0 %', '0.2 %', '3 %', '46 %', '99 %', '99.7 %', '99.9 %', '100 %', '150 %'])
})
