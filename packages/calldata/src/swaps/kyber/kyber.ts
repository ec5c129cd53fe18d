import { defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { aggregationFunctions } from './aggregation.ts'
import { poolFunctions } from './pools.ts'

export const kyber = defineProtocol({
  id: 'kyberswap',
  name: 'KyberSwap',
  source: 'https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator/contracts',
  contracts: [],
  atAnyAddress: joinFunctions(aggregationFunctions, poolFunctions),
})
