import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { each } from '../../decoder/each.ts'
import { type Contract, defineFunctions, defineProtocol, type Functions } from '../../decoder/protocol.ts'
import { dutch, dutchV2, dutchV3, type OrderForm, priority, reportOrder } from './orders.ts'

/** Defines the functions with which fillers submit orders that swappers have signed: `(bytes order, bytes signature)`. */
function defineReactor(form: OrderForm): Functions {
  const read = (call: Call, signed: Args) => reportOrder(call, call.inside(signed.bytes(0)).tuple(0), form)
  const one = (call: Call) => read(call, call.tuple(0))
  const batch = (call: Call) => {
    const orders = call.list(0)
    for (let item = 0; item < orders.length; item++) read(call, orders.tuple(item))
  }
  return defineFunctions({
    ...each(one, 'execute((bytes,bytes))', 'executeWithCallback((bytes,bytes),bytes)'),
    ...each(batch, 'executeBatch((bytes,bytes)[])', 'executeBatchWithCallback((bytes,bytes)[],bytes)'),
  })
}

function reactor(name: string, form: OrderForm, addresses: Contract['addresses']): Contract {
  return { name, addresses, functions: defineReactor(form) }
}

export const uniswapX = defineProtocol({
  id: 'uniswap_x',
  name: 'UniswapX',
  source: 'https://github.com/Uniswap/sdks/blob/main/sdks/uniswapx-sdk/src/constants.ts',
  contracts: [
    reactor('ExclusiveDutchOrderReactor', dutch, {
      ethereum: ['0x6000da47483062a0d734ba3dc7576ce6a0b645c4', '0xe80bf394d190851e215d5f67b67f8f5a52783f1e'],
      polygon: ['0x6000da47483062a0d734ba3dc7576ce6a0b645c4'],
    }),
    reactor('V2DutchOrderReactor', dutchV2, {
      ethereum: ['0x00000011f84b9aa48e5f8aa8b9897600006289be'],
      arbitrum: ['0x1bd1aadc9e230626c44a139d7e70d842749351eb'],
    }),
    reactor('V3DutchOrderReactor', dutchV3, {
      ethereum: ['0x0000000015757c461808ea25eb309638b62681cf'],
      arbitrum: ['0xb274d5f4b833b61b340b654d600a864fb604a87c'],
      base: ['0x000000008a8330b5d1f43a62bf4c673a49f27ba0'],
      optimism: ['0x000000000923439a92dae8930613568824108631'],
      bsc: ['0x00000000a55e50c71b70db3c8b58749cd1e18eb2'],
      polygon: ['0x00000000bab6e234db8ad638b6a6395b7c499bc4'],
      unichain: ['0x000000005af66799d1a6317714d66800f9ca1406'],
      avalanche: ['0x00000000862ccf095823fc7576fa6c7e6b7385ef'],
      // These four: the README of https://github.com/Uniswap/UniswapX too (Ink: its report of the deployment).
      worldchain: ['0x00000000d714ea34028930b762e96bfbe50f42c2'],
      celo: ['0x00000000b8077fdf2281a80be96f6c282b5d943a'],
      blast: ['0x0000000086f50c5e1a2500602183d4390a7ffc98'],
      ink: ['0x000000007a1c8e570011eedf86a2a35593013cba'],
    }),
    reactor('PriorityOrderReactor', priority, {
      base: ['0x000000001ec5656dcdb24d90dfa42742738de729'],
      unichain: ['0x00000006021a6bce796be7ba509bbba71e956e37'],
    }),
  ],
})
