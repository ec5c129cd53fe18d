import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { poolExchanges, zapExchanges } from './exchange.ts'
import { liquidityFunctions } from './liquidity.ts'
import { curvePools, curveZaps } from './poolAddresses.ts'
import { routerFunctions } from './router.ts'

const pools = Object.fromEntries(
  Object.entries(curvePools).map(([chain, pools]) => [
    chain,
    Object.values(pools).flatMap((list) => list.map(([pool]) => pool)),
  ]),
) as { readonly [chain in ChainName]?: readonly Address[] }

export const curve = defineProtocol({
  id: 'curve',
  name: 'Curve',
  source: 'https://docs.curve.finance/deployments',
  contracts: [
    { name: 'Pool', addresses: pools, functions: joinFunctions(poolExchanges, liquidityFunctions) },
    {
      name: 'Zap',
      addresses: curveZaps,
      functions: joinFunctions(zapExchanges, poolExchanges, liquidityFunctions),
    },
    {
      name: 'Router',
      addresses: {
        ethereum: [
          '0x45312ea0eff7e09c83cbe249fa1d7598c4c8cd4e',
          '0x16c6521dff6bab339122a0fe25a9116693265353',
          '0xf0d4c12a5768d806021f80a262b4d39d26c58b8d',
          '0xfa9a30350048b2bf66865ee20363067c66f67e58',
          '0x99a58482bd75cbab83b27ec03ca68ff489b5788f',
          '0x55b916ce078ea594c10a874ba67ecc3d62e29822',
          '0x81c46feca27b31f3adc2b91ee4be9717d1cd3dd7',
          '0xd1602f68cc7c4c7b59d686243ea35a9c73b0c6a2',
          '0x2393c368c70b42f055a4932a3fbec2ac9c548011',
        ],
        ...deployedOn(
          ['polygon'],
          '0x0dcded3545d565ba3b19e683431381007245d983',
          '0x2a426b3bb4fa87488387545f15d01d81352732f9',
        ),
        ...deployedOn(
          ['optimism'],
          '0x0dcded3545d565ba3b19e683431381007245d983',
          '0x22d710931f01c1681ca1570ff016ed42eb7b7c2a',
        ),
        ...deployedOn(
          ['gnosis'],
          '0x0dcded3545d565ba3b19e683431381007245d983',
          '0xe6358f6a45b502477e83cc1cda759f540e4459ee',
        ),
        ...deployedOn(
          ['arbitrum'],
          '0x2191718cd32d02b8e60badffea33e4b5dd9a0a0d',
          '0x4c2af2df2a7e567b5155879720619ea06c5bb15d',
        ),
        base: ['0x4f37a9d177470499a2dd084621020b023fcffc1f'],
        bsc: ['0xa72c85c258a81761433b4e8da60505fe3dd551cc'],
      },
      functions: routerFunctions,
    },
  ],
  // Factory pools share these functions; their names are not used elsewhere.
  atAnyAddress: joinFunctions(poolExchanges, zapExchanges, routerFunctions, liquidityFunctions),
})
