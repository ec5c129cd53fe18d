import { defineLrtToken, viewRate } from '../lrtToken.ts'

export const rswETH = defineLrtToken({
  symbol: 'rswETH',
  token: '0xFAe103DC9cf190eD75350761e95403b7b8aFa6c0',
  protocol: 'swell',
  rate: viewRate('0xFAe103DC9cf190eD75350761e95403b7b8aFa6c0', 'getRate'),
})
