import { defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { aggregationFunctions } from './aggregation.ts'
import { legacyFunctions } from './legacy.ts'
import { poolFunctions } from './pools.ts'

export const kyber = defineProtocol({
  id: 'kyberswap',
  name: 'KyberSwap',
  source: 'https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator/contracts',
  contracts: [
    {
      name: 'KyberNetworkProxy',
      addresses: {
        ethereum: [
          '0x9aab3f75489902f3a48495025729a0af77d4b11e',
          '0x818e6fecd516ecc3849daf6845e3ec868087b755',
          '0x964f35fae36d75b1e72770e244f6595b68508cf5',
          '0x7c66550c9c730b6fdd4c03bc2e73c5462c5f7acc',
        ],
      },
      functions: legacyFunctions,
    },
  ],
  atAnyAddress: joinFunctions(aggregationFunctions, poolFunctions, legacyFunctions),
})
