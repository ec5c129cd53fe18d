import { expect, it } from 'vitest'
import { formatChange, formatFee, formatGwei, toColumnFormat, toHealthFormat, toPriceFormat } from './format.ts'

it('gives the numbers of a column the same decimals', () => {
  const format = (values: readonly number[]) => values.map(toColumnFormat(values))
  expect(format([9.5, 9.12])).toEqual(['9.50', '9.12'])
  expect(format([1234.5, 0.0152, 0])).toEqual(['1,234.5000', '0.0152', '0.0000'])
  expect(format([1e-20])).toEqual(['0.00000000'])
  expect(format([])).toEqual([])
  expect([60_271.4572, 0.99968].map(toPriceFormat([60_271.4572, 0.99968]))).toEqual(['$60,271.4572', '$0.9997'])
})

it('shows a fourth decimal of health factors that are the same with three', () => {
  const format = (healths: readonly number[]) => healths.map(toHealthFormat(healths))
  expect(format([1.0421, 1.0424])).toEqual(['1.0421', '1.0424'])
  expect(format([1.042, 1.2])).toEqual(['1.042', '1.200'])
})

it('writes fees below 1,000 wei in wei', () => {
  expect([9.5, 0.0152, 0.0005, 8e-9, 0].map(formatFee)).toEqual([
    '9.50 gwei',
    '0.0152 gwei',
    '0.000500 gwei',
    '8 wei',
    '0.00 gwei',
  ])
  expect([9.5, 8e-9].map(formatGwei)).toEqual(['9.50', '8 wei'])
})

it('writes a change with its sign', () => {
  expect([1.5, -0.001, 0, null].map(formatChange)).toEqual(['+1.50 %', '0.00 %', '0.00 %', '–'])
})
