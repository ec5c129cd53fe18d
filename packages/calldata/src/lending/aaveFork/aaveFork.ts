import { defineProtocol } from '../../decoder/protocol.ts'
import { adapterFunctions, gatewayFunctions } from '../aaveV2/functions.ts'
import { poolFunctions } from '../aaveV3/functions.ts'

/** Forks of Aave (Radiant, Granary, Agave, Geist …). Their pools have the same functions at other addresses. */
export const aaveFork = defineProtocol({
  id: 'aave_fork',
  name: 'Forks of Aave',
  source: 'https://github.com/aave/protocol-v2',
  contracts: [],
  atAnyAddress: new Map(
    // `supply(bytes32)` and its like are packed with reserve ids, which are not known for these pools.
    [...poolFunctions, ...gatewayFunctions, ...adapterFunctions].filter(
      ([, { signature }]) => !/\(bytes32|mintToTreasury/.test(signature),
    ),
  ),
})
