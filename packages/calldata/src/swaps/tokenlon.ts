import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from './swapFunctions.ts'

/** Decodes the proxy, which forwards its bytes unchanged. */
function enter(call: Call): void {
  call.enterSelf(call.bytes(0))
}

const order = '(address,address,address,address,uint256,uint256,address,uint256,uint256,uint256)'

export const tokenlon = defineProtocol({
  id: 'tokenlon',
  name: 'Tokenlon',
  source: 'https://github.com/consenlabs/tokenlon-contracts',
  contracts: [
    {
      name: 'UserProxy',
      addresses: { ethereum: ['0x03f34be1bf910116595db1b11e9d1b2ca5d59659'] },
      functions: defineFunctions({
        ...each(enter, 'toAMM(bytes)', 'toPMM(bytes)', 'toRFQ(bytes)', 'toRFQv2(bytes)'),
        // (maker, takerAsset, makerAsset, takerAssetAmount, makerAssetAmount, …): the user gives the taker's asset.
        'trade(address,address,address,uint256,uint256,uint256,address,address,uint256,uint256,bytes)': swapAt({
          tokenIn: 1,
          tokenOut: 2,
          amountIn: 3,
          amountOut: 4,
          recipient: 7,
        }),
        // PMM: a market maker's order for the exchange of 0x, filled by a contract of Tokenlon's.
        'fill(uint256,bytes,bytes)': (call) =>
          call.enter('0x080bf510fcbf18b91105470639e9561022937712', 0n, call.bytes(1), call.from),
        // RFQ: (taker, maker, takerAsset, makerAsset, takerAssetAmount, makerAssetAmount, receiver, …)
        [`fill(${order},bytes,bytes)`]: swapAt({
          tokenIn: 2,
          tokenOut: 3,
          amountIn: 4,
          amountOut: 5,
          recipient: 6,
        }),
      }),
    },
  ],
})
