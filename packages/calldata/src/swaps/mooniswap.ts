import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from './swapFunctions.ts'

const swap = { tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3 }

/**
 * mStable, whose baskets of tokens have the same swap function as Mooniswap's pools. Here the last argument is the
 * recipient.
 */
export const mstable = defineProtocol({
  id: 'mstable',
  name: 'mStable',
  source: 'https://developers.mstable.org',
  contracts: [
    {
      name: 'Masset',
      addresses: {
        ethereum: ['0xe2f2a5c287993345a840db3b0845fbc70f5935a5', '0x945facb997494cc2570096c74b5f66a3507330a1'],
      },
      functions: defineFunctions({
        'swap(address,address,uint256,uint256,address)': swapAt({ ...swap, recipient: 4 }),
        'swap(address,address,uint256,address)': swapAt({ tokenIn: 0, tokenOut: 1, amountIn: 2, recipient: 3 }),
      }),
    },
  ],
})

/** Mooniswap and the 1inch liquidity protocol. */
export const mooniswap = defineProtocol({
  id: 'mooniswap',
  name: 'Mooniswap',
  source: 'https://github.com/1inch/liquidity-protocol',
  contracts: [],
  atAnyAddress: defineFunctions({
    'swap(address,address,uint256,uint256,address)': swapAt(swap),
    'swapFor(address,address,uint256,uint256,address,address)': swapAt({ ...swap, recipient: 5 }),
  }),
})
