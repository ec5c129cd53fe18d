import { deployedOn } from '../../decoder/deployedOn.ts'
import { defineProtocol, joinFunctions, type Protocol } from '../../decoder/protocol.ts'
import { routerFunctions } from '../uniswapV2/router.ts'
import { defineSwapRouter } from '../uniswapV3/router.ts'
import { routeFunctions } from './routeProcessor.ts'
import { tridentFunctions } from './trident.ts'

const v2Chains = ['bsc', 'polygon', 'arbitrum', 'avalanche', 'gnosis', 'celo'] as const

export const sushiswap: Protocol = defineProtocol({
  id: 'sushiswap',
  name: 'SushiSwap',
  source: 'https://docs.sushi.com/contracts/cpamm',
  contracts: [
    {
      name: 'SushiSwap router',
      addresses: {
        ...deployedOn(v2Chains, '0x1b02da8cb0d097eb8d57a175b88c7d8b47997506'),
        ethereum: ['0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f'],
        optimism: ['0x2abf469074dc0b54d793850807e6eb5faf2625b1'],
        base: ['0x6bded42c6da8fbf0d2ba55b2fa120c5e0c8d7891'],
      },
      functions: routerFunctions,
    },
  ],
  // A RouteProcessor's functions are Sushi's own, and their addresses too many to list: a new one every few months.
  atAnyAddress: joinFunctions(routeFunctions, tridentFunctions),
})

export const sushiswapV3 = defineProtocol({
  id: 'sushiswap_v3',
  name: 'SushiSwap V3',
  source: 'https://docs.sushi.com/contracts/clamm',
  contracts: [
    {
      name: 'SwapRouter',
      addresses: {
        ethereum: ['0x2e6cd2d30aa43f40aa81619ff4b6e0a41479b13f'],
        arbitrum: ['0x8a21f6768c1f8075791d08546dadf6daa0be820c'],
      },
      functions: defineSwapRouter('sushiswap'),
    },
  ],
})
