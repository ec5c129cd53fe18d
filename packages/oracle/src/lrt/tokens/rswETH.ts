import { parseAbi } from 'viem'
import { defineLrtToken } from '../lrtToken.ts'

export const rswETH = defineLrtToken({
  symbol: 'rswETH',
  token: '0xFAe103DC9cf190eD75350761e95403b7b8aFa6c0',
  protocol: 'swell',
  rate: {
    address: '0xFAe103DC9cf190eD75350761e95403b7b8aFa6c0',
    abi: parseAbi(['function getRate() view returns (uint256)']),
    functionName: 'getRate',
    args: [],
  },
})
