import { parseAbi } from 'viem'
import { defineLrtToken } from '../lrtToken.ts'

export const weETH = defineLrtToken({
  symbol: 'weETH',
  token: '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee',
  protocol: 'etherfi',
  rate: {
    address: '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee',
    abi: parseAbi(['function getRate() view returns (uint256)']),
    functionName: 'getRate',
    args: [],
  },
})
