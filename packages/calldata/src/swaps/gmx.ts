import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { liquidation } from '../lending/lendingFunctions.ts'
import { swapAt } from './swapFunctions.ts'

export const gmx = defineProtocol({
  id: 'gmx',
  name: 'GMX V1',
  source: 'https://gmx-docs.io/docs/api/contracts-v1',
  contracts: [
    {
      name: 'Router',
      addresses: {
        arbitrum: ['0xabbc5f99639c9b6bcb58544ddf04efa6802f4064'],
        avalanche: ['0x5f719c2f1095f7b9fc68a68e35b51194f4b6abe8'],
      },
      functions: defineFunctions({
        'swap(address[],uint256,uint256,address)': swapAt({ path: 0, amountIn: 1, amountOut: 2, recipient: 3 }),
        'swapETHToTokens(address[],uint256,address)': swapAt({
          path: 0,
          tokenIn: 'native',
          amountOut: 1,
          recipient: 2,
        }),
        'swapTokensToETH(address[],uint256,uint256,address)': swapAt({
          path: 0,
          tokenOut: 'native',
          amountIn: 1,
          amountOut: 2,
          recipient: 3,
        }),
      }),
    },
  ],
  atAnyAddress: defineFunctions({
    // Called by keepers, on the PositionManager or the Vault: (account, collateral, index token, isLong, fee receiver).
    'liquidatePosition(address,address,address,bool,address)': liquidation({ borrower: 0, collateral: 1 }),
  }),
})
