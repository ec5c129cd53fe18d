import { deployedOn } from '../decoder/deployedOn.ts'
import { defineFunctions, defineProtocol, joinFunctions } from '../decoder/protocol.ts'
import { unoswapFunctions } from './oneinch/unoswap.ts'
import { swapAt, unlessPartial } from './swapFunctions.ts'

const description = '(address,address,address,address,uint256,uint256,uint256,uint256,address,bytes)'

/** OpenOcean, which is derived from 1inch v2 and v3 and keeps their functions. */
export const openocean = defineProtocol({
  id: 'openocean',
  name: 'OpenOcean',
  source: 'https://docs.openocean.finance/docs/smart-contracts',
  contracts: [
    {
      name: 'Exchange',
      addresses: deployedOn(
        [
          'ethereum',
          'bsc',
          'polygon',
          'avalanche',
          'optimism',
          'base',
          'arbitrum',
          'gnosis',
          'linea',
          'unichain',
          'sonic',
          'scroll',
          'blast',
          'mantle',
        ],
        '0x6352a56caadc4f1e25cd6c75970fa768a3304e64',
      ),
      functions: joinFunctions(
        unoswapFunctions,
        defineFunctions({
          [`swap(address,${description},(uint256,uint256,uint256,bytes)[])`]: swapAt({
            tuple: 1,
            tokenIn: 0,
            tokenOut: 1,
            recipient: 3,
            ifZero: 'sender',
            amountIn: 4,
            amountOut: 5,
            afterFees: (amount, args) => unlessPartial(amount, args.uint(7)),
          }),
          'callUniswap(address,uint256,uint256,bytes32[])': swapAt({ tokenIn: 0, amountIn: 1, amountOut: 2 }),
          'callUniswapTo(address,uint256,uint256,bytes32[],address)': swapAt({
            tokenIn: 0,
            amountIn: 1,
            amountOut: 2,
            recipient: 4,
          }),
        }),
      ),
    },
  ],
})
