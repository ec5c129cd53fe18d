import { defineLrtToken, viewRate } from '../lrtToken.ts'

export const ezETH = defineLrtToken({
  symbol: 'ezETH',
  token: '0xbf5495Efe5DB9ce00f80364C8B423567e58d2110',
  protocol: 'renzo',
  // Renzo's rate provider for Balancer pools.
  rate: viewRate('0x387dBc0fB00b26fb085aa658527D5BE98302c84C', 'getRate'),
})
