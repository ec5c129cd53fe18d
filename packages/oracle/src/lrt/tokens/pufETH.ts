import { defineLrtToken, viewRate } from '../lrtToken.ts'

export const pufETH = defineLrtToken({
  symbol: 'pufETH',
  token: '0xD9A442856C234a39a81a089C06451EBAa4306a72',
  protocol: 'puffer',
  // An ERC-4626 vault over WETH: the assets of one share.
  rate: viewRate('0xD9A442856C234a39a81a089C06451EBAa4306a72', 'convertToAssets', 10n ** 18n),
})
