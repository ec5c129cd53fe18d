import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from '../swaps/swapFunctions.ts'

/** Decodes a fill. The calldata identifies the offer only by its number. */
function take(call: Call): void {
  call.swap({ exact: 'out', amountOut: call.uint(1) })
}

/** OasisDirectProxy, which DSProxies run, and the contracts that create one for the first trade. */
const proxyFunctions = defineFunctions({
  'sellAllAmount(address,address,uint256,address,uint256)': swapAt({
    tokenIn: 1,
    amountIn: 2,
    tokenOut: 3,
    amountOut: 4,
  }),
  'sellAllAmountPayEth(address,address,address,uint256)': swapAt({ tokenIn: 'native', tokenOut: 2, amountOut: 3 }),
  'sellAllAmountBuyEth(address,address,uint256,address,uint256)': swapAt({
    tokenIn: 1,
    amountIn: 2,
    tokenOut: 'native',
    amountOut: 4,
  }),
  'buyAllAmount(address,address,uint256,address,uint256)': swapAt({
    exact: 'out',
    tokenOut: 1,
    amountOut: 2,
    tokenIn: 3,
    amountIn: 4,
  }),
  'buyAllAmountPayEth(address,address,uint256,address)': swapAt({
    exact: 'out',
    tokenIn: 'native',
    tokenOut: 1,
    amountOut: 2,
  }),
  'buyAllAmountBuyEth(address,address,uint256,address,uint256)': swapAt({
    exact: 'out',
    tokenOut: 'native',
    amountOut: 2,
    tokenIn: 3,
    amountIn: 4,
  }),
  'createAndSellAllAmount(address,address,address,uint256,address,uint256)': swapAt({
    tokenIn: 2,
    amountIn: 3,
    tokenOut: 4,
    amountOut: 5,
  }),
  'createAndSellAllAmountPayEth(address,address,address,uint256)': swapAt({
    tokenIn: 'native',
    tokenOut: 2,
    amountOut: 3,
  }),
  'createAndBuyAllAmountPayEth(address,address,address,uint256)': swapAt({
    exact: 'out',
    tokenIn: 'native',
    tokenOut: 2,
    amountOut: 3,
  }),
})

/** OasisDEX (2016-2021): the matching market, and the proxy actions that trade on it. */
export const oasis = defineProtocol({
  id: 'oasis',
  name: 'OasisDEX',
  source: 'https://github.com/OasisDEX/maker-otc',
  contracts: [
    {
      name: 'MatchingMarket',
      addresses: {
        ethereum: [
          '0x794e6e91555438afc3ccf1c5076a74f42133d08d',
          '0x39755357759ce0d7f32dc8dc45414cca409ae24e',
          '0xb7ac09c2c0217b07d7c103029b4918a2c401eecb',
          '0x14fbca95be7e99c15cc2996c6c9d841e54b79425',
          '0x83ce340889c15a3b4d38cfcd1fc93e5d8497691f',
          '0x3aa927a97594c3ab7d7bf0d47c71c3877d1de4a1',
        ],
      },
      functions: defineFunctions({
        ...each(take, 'buy(uint256,uint256)', 'take(bytes32,uint128)'),
        'sellAllAmount(address,uint256,address,uint256)': swapAt({
          tokenIn: 0,
          amountIn: 1,
          tokenOut: 2,
          amountOut: 3,
        }),
        'buyAllAmount(address,uint256,address,uint256)': swapAt({
          exact: 'out',
          tokenOut: 0,
          amountOut: 1,
          tokenIn: 2,
          amountIn: 3,
        }),
        ...each(
          otherAction,
          'offer(uint256,address,uint256,address)',
          'offer(uint256,address,uint256,address,uint256)',
          'offer(uint256,address,uint256,address,uint256,bool)',
          'make(address,address,uint128,uint128)',
          'cancel(uint256)',
          'kill(bytes32)',
          'bump(bytes32)',
        ),
      }),
    },
    {
      name: 'ProxyCreationAndExecute, OasisDirectProxy',
      addresses: {
        ethereum: ['0x793ebbe21607e4f04788f89c7a9b97320773ec59', '0x279594b6843014376a422ebb26a6eab7a30e36f0'],
      },
      functions: proxyFunctions,
      isLibrary: true,
    },
  ],
  atAnyAddress: proxyFunctions,
})
