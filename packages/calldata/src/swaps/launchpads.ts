import { deployedOn } from '../decoder/deployedOn.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from './swapFunctions.ts'

const native = { tokenIn: 'native' } as const
const wanted = { tokenIn: 'native', exact: 'out' } as const
const sold = { tokenOut: 'native' } as const

/** Four.meme, which sells new tokens along a price curve before they are listed in a pool. */
export const fourMeme = defineProtocol({
  id: 'four_meme',
  name: 'Four.meme',
  source: 'https://four-meme.gitbook.io/four.meme/brand/protocol-integration',
  contracts: [
    {
      name: 'TokenManager 1 and 2',
      addresses: deployedOn(
        ['bsc'],
        '0xec4549cadce5da21df6e6422d448034b5233bfbc',
        '0x5c952063c7fc8610ffdb798152d69f0b9550762b',
      ),
      functions: defineFunctions({
        ...each(
          swapAt({ ...native, tokenOut: 0, amountIn: 1, amountOut: 2 }),
          'buyTokenAMAP(address,uint256,uint256)',
          'purchaseTokenAMAP(address,uint256,uint256)',
        ),
        ...each(
          swapAt({ ...native, tokenOut: 0, recipient: 1, amountIn: 2, amountOut: 3 }),
          'buyTokenAMAP(address,address,uint256,uint256)',
        ),
        ...each(
          swapAt({ ...native, tokenOut: 1, amountIn: 2, amountOut: 3 }),
          'buyTokenAMAP(uint256,address,uint256,uint256)',
        ),
        ...each(
          swapAt({ ...native, tokenOut: 1, recipient: 2, amountIn: 3, amountOut: 4 }),
          'buyTokenAMAP(uint256,address,address,uint256,uint256)',
          'purchaseTokenAMAP(uint256,address,address,uint256,uint256)',
        ),
        ...each(
          swapAt({ ...wanted, tokenOut: 0, amountOut: 1, amountIn: 2 }),
          'buyToken(address,uint256,uint256)',
          'purchaseToken(address,uint256,uint256)',
        ),
        'buyToken(uint256,address,uint256,uint256)': swapAt({ ...wanted, tokenOut: 1, amountOut: 2, amountIn: 3 }),
        ...each(
          swapAt({ ...sold, tokenIn: 0, amountIn: 1 }),
          'sellToken(address,uint256)',
          'saleToken(address,uint256)',
        ),
        'sellToken(address,uint256,uint256)': swapAt({ ...sold, tokenIn: 0, amountIn: 1, amountOut: 2 }),
        ...each(
          swapAt({ ...sold, tokenIn: 1, amountIn: 2, amountOut: 3 }),
          'sellToken(uint256,address,uint256,uint256)',
          'sellToken(uint256,address,uint256,uint256,uint256,address)',
        ),
      }),
    },
  ],
})
