import { defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { positionManagers, swapRouters } from './addresses.ts'
import { poolFunctions } from './pool.ts'
import { positionFunctions } from './positions.ts'
import { defineSwapRouter } from './router.ts'

export const uniswapV3 = defineProtocol({
  id: 'uniswap_v3',
  name: 'Uniswap V3',
  source: 'https://docs.uniswap.org/contracts/v3/reference/deployments',
  contracts: [
    { name: 'SwapRouter', addresses: swapRouters, functions: defineSwapRouter('uniswap_v2') },
    { name: 'NonfungiblePositionManager', addresses: positionManagers, functions: positionFunctions },
  ],
})

/** Any router, position manager and pool with Uniswap V3's functions. */
export const uniswapV3Fork = defineProtocol({
  id: 'uniswap_v3_fork',
  name: 'Uniswap V3 fork',
  source: 'https://docs.uniswap.org/contracts/v3/reference/periphery/SwapRouter',
  contracts: [],
  atAnyAddress: joinFunctions(defineSwapRouter('uniswap_v2_fork'), positionFunctions, poolFunctions),
})
