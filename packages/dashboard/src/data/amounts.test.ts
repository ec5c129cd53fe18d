import { describe, expect, test } from 'vitest'
import { describeAmount, formatUnits } from './amounts.ts'

const [usdc, weth, odd] = ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0xc02a', '0x0dd']
const tokens = {
  [usdc]: { symbol: 'USDC', decimals: 6 },
  [weth]: { symbol: 'WETH', decimals: 18 },
  [odd]: { symbol: 'ODD', decimals: null },
}

test.each([
  ['1000500000', usdc, '1,000.5 USDC'],
  ['1', usdc, '0.000001 USDC'],
  ['0', weth, '0 WETH'],
  ['123456789012345678901234567', weth, '123,456,789.012345678901234567 WETH'],
  [String(2n ** 256n - 1n), weth, 'unlimited WETH'],
  [String(2n ** 160n - 1n), usdc, 'unlimited USDC'],
  ['7', odd, undefined],
])('%s smallest units of %s are %s', (units, token, text) => {
  expect(formatUnits(units, tokens[token] as { symbol: string; decimals: number | null })).toBe(text)
})

test('a token without a fraction has none', () => {
  expect(formatUnits('1234', { symbol: 'WHOLE', decimals: 0 })).toBe('1,234 WHOLE')
})

describe('amounts of an action', () => {
  const fields = { token_in: weth, token_out: usdc, amount_in: '2000000000000000000', amount_out: '5000000' }
  test.each([
    ['amount_in', 'swap', fields, '2 WETH'],
    ['amount_out', 'swap', fields, '5 USDC'],
    ['token_in', 'swap', fields, undefined],
    ['amount_in', 'swap', { ...fields, amount_in: null }, undefined],
    ['amount', 'transfer', { token: null, amount: '1500000000000000000' }, '1.5 ETH'],
    ['amount', 'approval', { token: null, amount: '1500000000000000000' }, undefined],
    ['value', 'other', { value: '1500000000000000000' }, '1.5 ETH'],
    ['most', 'fee', { token: null, most: '1500000000000000000' }, '1.5 ETH'],
    ['amount', 'lending', { asset: usdc, amount: '1' }, '0.000001 USDC'],
    ['debt_to_cover', 'liquidation', { debt_token: usdc, debt_to_cover: '2500000' }, '2.5 USDC'],
    [
      'amounts',
      'flashloan',
      { assets: [usdc, weth], amounts: ['1000000', '1000000000000000000'] },
      '1 USDC and 1 WETH',
    ],
    ['amounts', 'flashloan', { assets: [usdc, '0x5'], amounts: ['1000000', '1'] }, undefined],
    ['amounts', 'liquidity', { tokens: [], amounts: ['1000000'] }, undefined],
  ])('%s of a %s', (name, kind, named, text) => {
    expect(describeAmount(name, { kind, fields: named }, tokens)).toBe(text)
  })
})
