import { defineLrtToken, viewRate } from '../lrtToken.ts'

export const rsETH = defineLrtToken({
  symbol: 'rsETH',
  token: '0xA1290d69c65A6Fe4DF752f95823fae25cB99e5A7',
  protocol: 'kelp',
  // Kelp's LRTOracle.
  rate: viewRate('0x349A73444b1a310BAe67ef67973022020d70020d', 'rsETHPrice'),
})
