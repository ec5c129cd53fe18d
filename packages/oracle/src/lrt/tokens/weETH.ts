import { defineLrtToken, viewRate } from '../lrtToken.ts'

export const weETH = defineLrtToken({
  symbol: 'weETH',
  token: '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee',
  protocol: 'etherfi',
  rate: viewRate('0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee', 'getRate'),
})
