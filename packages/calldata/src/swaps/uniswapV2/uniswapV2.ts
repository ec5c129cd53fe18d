import { deployedOn } from '../../decoder/deployedOn.ts'
import { defineProtocol } from '../../decoder/protocol.ts'
import { routerFunctions } from './router.ts'

export const uniswapV2 = defineProtocol({
  id: 'uniswap_v2',
  name: 'Uniswap V2',
  source: 'https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments',
  contracts: [
    {
      name: 'UniswapV2Router',
      addresses: {
        ethereum: ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', '0xf164fc0ec4e93095b804a4795bbe1e041497b92a'],
        ...deployedOn(['arbitrum', 'base', 'avalanche', 'bsc'], '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24'),
        optimism: ['0x4a7b5da61326a6379179b40d00f57e5bbdc962c2'],
        polygon: ['0xedf6066a2b290c185783862c7f4776a2c8077ad1'],
        blast: ['0xbb66eb1c5e875933d44dae661dbd80e5d9b03035'],
        worldchain: ['0x541ab7c31a119441ef3575f6973277de0ef460bd'],
        unichain: ['0x284f11109359a7e1306c3e447ef14d38400063ff'],
        linea: ['0x8702463e73f74d0b6765abceb314ef07acb92650'],
      },
      functions: routerFunctions,
    },
  ],
})
