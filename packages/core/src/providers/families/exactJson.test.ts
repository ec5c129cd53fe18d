import { expect, it } from 'vitest'
import { parseExactJson } from './exactJson.ts'

it('keeps the digits of numbers that a double rounds', () => {
  expect(parseExactJson('{"lamports":19921026477997237,"value":20999999.9769,"rate":1e-05,"n":-3}')).toEqual({
    lamports: '19921026477997237',
    value: '20999999.9769',
    rate: '1e-05',
    n: -3,
  })
  expect(parseExactJson('[50.00000000, 0, 900719925474099]')).toEqual(['50.00000000', 0, 900719925474099])
})

it('leaves strings unchanged', () => {
  const value = { 'a 1.5': 'pays 0.1 \\" 2.5"', b: '\\', c: '12345678901234567890', d: '" 1.25' }
  expect(parseExactJson(JSON.stringify(value))).toEqual(value)
})

it('rejects invalid JSON', () => {
  expect(() => parseExactJson('<html>1.5</html>')).toThrow(SyntaxError)
})
