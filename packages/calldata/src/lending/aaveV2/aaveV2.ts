import { toAddresses } from '../../decoder/deployment.ts'
import { defineProtocol } from '../../decoder/protocol.ts'
import { adapters, gateways, pools } from './addresses.ts'
import { adapterFunctions, gatewayFunctions, poolFunctions } from './functions.ts'

export const aaveV2 = defineProtocol({
  id: 'aave_v2',
  name: 'Aave V2',
  source: 'https://github.com/bgd-labs/aave-address-book',
  contracts: [
    { name: 'LendingPool', addresses: toAddresses(pools), functions: poolFunctions },
    { name: 'WETHGateway', addresses: gateways, functions: gatewayFunctions },
    { name: 'ParaSwap adapters', addresses: adapters, functions: adapterFunctions },
  ],
})
