import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { liquidation } from '../lendingFunctions.ts'

/** bZx. The calldata identifies a loan only by its number. */
export const bzx = defineProtocol({
  id: 'bzx',
  name: 'bZx',
  source: 'https://github.com/bZxNetwork/contractsV2',
  contracts: [],
  atAnyAddress: defineFunctions({
    'liquidate(bytes32,address,uint256)': liquidation({ amount: 2 }),
    'liquidatePosition(bytes32,address,uint256)': liquidation({ amount: 2 }),
  }),
})
