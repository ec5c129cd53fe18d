import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from './swapFunctions.ts'

const tokens = { tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 3 }

/** DODO. Its proxies change often, so it is recognized by its functions, which are unique. */
export const dodo = defineProtocol({
  id: 'dodo',
  name: 'DODO',
  source: 'https://docs.dodoex.io/en/developer/contracts/dodo-v1-v2/contracts-address',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      swapAt(tokens),
      'dodoSwapV1(address,address,uint256,uint256,address[],uint256,bool,uint256)',
      'dodoSwapV2TokenToToken(address,address,uint256,uint256,address[],uint256,bool,uint256)',
      'mixSwap(address,address,uint256,uint256,address[],address[],address[],uint256,bool,uint256)',
      'mixSwapV1(address,address,uint256,uint256,uint256[],address[],address[],address[],uint256,bool,uint256)',
    ),
    'mixSwap(address,address,uint256,uint256,uint256,address[],address[],address[],uint256,bytes[],bytes,uint256)':
      swapAt({ tokenIn: 0, tokenOut: 1, amountIn: 2, amountOut: 4 }),
    'dodoSwapV2ETHToToken(address,uint256,address[],uint256,bool,uint256)': swapAt({
      tokenIn: 'native',
      tokenOut: 0,
      amountOut: 1,
    }),
    'dodoSwapV2TokenToETH(address,uint256,uint256,address[],uint256,bool,uint256)': swapAt({
      tokenIn: 0,
      tokenOut: 'native',
      amountIn: 1,
      amountOut: 2,
    }),
    ...each(
      swapAt({ tokenIn: 0, tokenOut: 1, amountIn: 4, amountOut: 5 }),
      'externalSwap(address,address,address,address,uint256,uint256,bytes,bool,uint256)',
      'externalSwap(address,address,address,address,uint256,uint256,bytes,bytes,uint256)',
    ),
    // The calldata of v1 does not contain the pool's tokens.
    'sellBaseToken(uint256,uint256,bytes)': swapAt({ amountIn: 0, amountOut: 1 }),
    'buyBaseToken(uint256,uint256,bytes)': swapAt({ exact: 'out', amountOut: 0, amountIn: 1 }),
  }),
})
