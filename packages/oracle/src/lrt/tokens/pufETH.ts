import { parseAbi } from 'viem'
import { defineLrtToken } from '../lrtToken.ts'

export const pufETH = defineLrtToken({
  symbol: 'pufETH',
  token: '0xD9A442856C234a39a81a089C06451EBAa4306a72',
  protocol: 'puffer',
  rate: {
    // An ERC-4626 vault over WETH: the assets of one share.
    address: '0xD9A442856C234a39a81a089C06451EBAa4306a72',
    abi: parseAbi(['function convertToAssets(uint256 shares) view returns (uint256)']),
    functionName: 'convertToAssets',
    args: [10n ** 18n],
  },
})
