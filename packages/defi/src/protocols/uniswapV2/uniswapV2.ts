import { defineProtocol } from '../../calldata/protocol.ts'
import { routerSwaps } from './router.ts'

export const uniswapV2 = defineProtocol({
  id: 'uniswap_v2',
  name: 'Uniswap V2',
  source: 'https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments',
  contracts: [
    {
      name: 'UniswapV2Router',
      addresses: {
        ethereum: ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', '0xf164fc0ec4e93095b804a4795bbe1e041497b92a'],
      },
      functions: routerSwaps,
    },
  ],
})
