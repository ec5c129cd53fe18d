import { deployedOn } from '../../decoder/deployedOn.ts'
import { defineProtocol } from '../../decoder/protocol.ts'
import { augustusEarly, augustusV5 } from './augustus.ts'
import { augustusRfq } from './augustusRfq.ts'
import { augustusV6 } from './augustusV6.ts'

const v6Chains = [
  'ethereum',
  'bsc',
  'polygon',
  'arbitrum',
  'avalanche',
  'gnosis',
  'optimism',
  'base',
  'sonic',
  'unichain',
] as const
const v62 = '0x6a000f20005980200259b80c5102003040001068'

/** Augustus 6.2, which takes the input itself. Source: developers.velora.xyz, and its adapters' configuration. */
export const augustusV62 = deployedOn(v6Chains, v62)

export const paraswap = defineProtocol({
  id: 'paraswap',
  name: 'ParaSwap (Velora)',
  source: 'https://developers.velora.xyz/augustus-swapper/augustus-v6.2',
  contracts: [
    {
      name: 'AugustusV6',
      addresses: deployedOn(
        v6Chains,
        v62,
        '0x000db803a70511e09da650d4c0506d0000100000',
        '0x00000000fdac7708d0d360bddc1bc7d097f47439',
      ),
      functions: augustusV6,
    },
    {
      name: 'AugustusV5',
      addresses: {
        ...deployedOn(
          ['ethereum', 'bsc', 'polygon', 'arbitrum', 'avalanche', 'optimism'],
          '0xdef171fe48cf0115b1d80b88dc8eab59176fee57',
        ),
        base: ['0x59c7c832e96d2568bea6db468c1aadcbbda08a52'],
      },
      functions: augustusV5,
    },
    {
      name: 'AugustusV4',
      addresses: {
        ethereum: [
          '0x1bd435f3c054b6e901b7b108a0ab7617c808677b',
          '0xf90e98f3d8dce44632e5020abf2e122e0f99dfab',
          '0x9509665d015bfe3c77aa5ad6ca20c8afa1d98989',
          '0x86969d29f5fd327e1009ba66072be22db6017cc6',
          '0xf92c1ad75005e6436b4ee84e88cb23ed8a290988',
          '0x72338b82800400f5488eca2b5a37270ba3b7a111',
          '0x6b158039b9678b7452f311deb12dd08c579dad26',
        ],
        polygon: ['0x90249ed4d69d70e709ffcd8bee2c5a566f65dade'],
        bsc: ['0x55a0e3b6579972055faa983482aceb4b251dcf15'],
      },
      functions: augustusEarly,
    },
    {
      name: 'AugustusRFQ',
      addresses: {
        ethereum: ['0xe92b586627cca7a83dc919cc7127196d70f55a06'],
        ...deployedOn(['arbitrum', 'optimism'], '0x0927fd43a7a87e3e8b81df2c44b03c4756849f6d'),
        base: ['0xa003dfba51c9e1e56c67ae445b852bded7ac5eed'],
        avalanche: ['0x34302c4267d0da0a8c65510282cc22e9e39df51f'],
        bsc: ['0x8dcdfe88ef0351f27437284d0710cd65b20288bb'],
        polygon: ['0xf3cd476c3c4d3ac5ca2724767f269070ca09a043'],
      },
      functions: augustusRfq,
    },
  ],
})
