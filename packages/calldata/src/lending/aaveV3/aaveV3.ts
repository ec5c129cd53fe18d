import { toAddresses } from '../../decoder/deployment.ts'
import { defineProtocol } from '../../decoder/protocol.ts'
import { adapterFunctions, gatewayFunctions } from '../aaveV2/functions.ts'
import { adapters, gateways, pools } from './addresses.ts'
import { poolFunctions } from './functions.ts'

export const aaveV3 = defineProtocol({
  id: 'aave_v3',
  name: 'Aave V3',
  source: 'https://github.com/bgd-labs/aave-address-book',
  contracts: [
    { name: 'Pool', addresses: toAddresses(pools), functions: poolFunctions },
    { name: 'WrappedTokenGatewayV3', addresses: gateways, functions: gatewayFunctions },
    { name: 'ParaSwap adapters', addresses: adapters, functions: adapterFunctions },
  ],
})
