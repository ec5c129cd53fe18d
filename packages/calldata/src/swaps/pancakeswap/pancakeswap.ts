import { deployedOn } from '../../decoder/deployedOn.ts'
import { type Decode, defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { routerFunctions } from '../uniswapV2/router.ts'
import { positionFunctions } from '../uniswapV3/positions.ts'
import { defineSwapRouter, toPayer, toRecipient } from '../uniswapV3/router.ts'
import { defineRouterFunctions } from '../universalRouter/universalRouter.ts'
import { pancakeCommands, positionManager } from './commands.ts'

/** Decodes `(path, flags, exact, limit, recipient)`. An input of 0 means the router's balance. */
function stableSwap(exact: 'in' | 'out'): Decode {
  return (call) => {
    const path = call.addresses(0)
    if (path.length < 2) call.reject()
    const [given, limit] = [call.uint(2), call.uint(3)]
    const [amountIn, amountOut] = exact === 'in' ? [given, limit] : [limit, given]
    const takesBalance = exact === 'in' && amountIn === 0n
    call.swap({
      protocol: 'pancakeswap_stable',
      exact,
      path,
      amountIn: takesBalance ? null : amountIn,
      amountOut,
      recipient: toRecipient(call, call.address(4)),
      ...toPayer(call, path[0], amountIn, takesBalance),
    })
  }
}

const smartRouterFunctions = joinFunctions(
  defineSwapRouter('pancakeswap_v2'),
  defineFunctions({
    'exactInputStableSwap(address[],uint256[],uint256,uint256,address)': stableSwap('in'),
    'exactOutputStableSwap(address[],uint256[],uint256,uint256,address)': stableSwap('out'),
  }),
)

export const pancakeswapV2 = defineProtocol({
  id: 'pancakeswap_v2',
  name: 'PancakeSwap V2',
  source: 'https://developer.pancakeswap.finance/contracts/v2/addresses',
  contracts: [
    {
      name: 'PancakeRouter',
      addresses: {
        bsc: ['0x10ed43c718714eb63d5aa57b78b54704e256024e', '0x05ff2b0db69458a0750badebc4f9e13add608c7f'],
        ethereum: ['0xeff92a263d31888d860bd50809a8d171709b7b1c'],
        ...deployedOn(['arbitrum', 'base', 'linea'], '0x8cfe327cec66d1c090dd72bd0ff11d690c33a2eb'),
        zksync: ['0x5aeaf2883fbf30f3d62471154eda3c0c1b05942d'],
      },
      functions: routerFunctions,
    },
  ],
})

export const pancakeswapV3 = defineProtocol({
  id: 'pancakeswap_v3',
  name: 'PancakeSwap V3',
  source: 'https://developer.pancakeswap.finance/contracts/v3/addresses',
  contracts: [
    {
      name: 'SmartRouter and SwapRouter',
      addresses: {
        ...deployedOn(
          ['ethereum', 'bsc'],
          '0x13f4ea83d0bd40e75c8222255bc855a974568dd4',
          '0x1b81d678ffb9c0263b24a97847620c99d213eb14',
        ),
        arbitrum: ['0x32226588378236fd0c7c4053999f88ac0e5cac77', '0x1b81d678ffb9c0263b24a97847620c99d213eb14'],
        ...deployedOn(
          ['base', 'linea'],
          '0x678aa4bf4e210cf2166753e054d5b7c31cc7fa86',
          '0x1b81d678ffb9c0263b24a97847620c99d213eb14',
        ),
        zksync: ['0xf8b59f3c3ab33200ec80a8a58b2aa5f5d2a8944c'],
      },
      functions: smartRouterFunctions,
    },
    {
      name: 'NonfungiblePositionManager',
      addresses: deployedOn(['ethereum', 'bsc', 'arbitrum', 'base', 'linea'], positionManager),
      functions: positionFunctions,
    },
  ],
})

export const pancakeswapRouter = defineProtocol({
  id: 'pancakeswap_universal_router',
  name: 'PancakeSwap Universal Router',
  source: 'https://developer.pancakeswap.finance/contracts/universal-router/addresses',
  contracts: [
    {
      name: 'UniversalRouter',
      addresses: {
        bsc: ['0x1a0a18ac4becddbd6389559687d1a73d8927e416', '0xd9c500dff816a1da21a48a732d3498bf09dc9aeb'],
        ethereum: ['0x65b382653f7c31bc0af67f188122035461ec9c76'],
        ...deployedOn(['arbitrum', 'linea', 'base'], '0xfe6508f0015c778bdcc1fb5465ba5ebe224c9912'),
        zksync: ['0xdaee41e335322c85ff2c5a6745c98e1351806e98'],
      },
      functions: defineRouterFunctions(() => pancakeCommands),
    },
  ],
})
