import type { Address } from 'viem'
import { toAddresses } from '../../decoder/deployment.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { lending } from '../lendingFunctions.ts'
import { comptrollerFunctions, marketFunctions } from './functions.ts'
import { compoundMarkets, comptrollers } from './markets.ts'

export const compoundV2 = defineProtocol({
  id: 'compound_v2',
  name: 'Compound V2',
  source: 'https://github.com/compound-finance/compound-config',
  contracts: [
    {
      name: 'CToken',
      addresses: { ethereum: Object.keys(compoundMarkets) as Address[] },
      functions: marketFunctions(compoundMarkets),
    },
    {
      name: 'Comptroller',
      addresses: toAddresses(comptrollers),
      functions: comptrollerFunctions,
    },
    {
      name: 'Maximillion',
      addresses: { ethereum: ['0xf859a1ad94bcf445a406b892ef0d3082f4174088'] },
      functions: defineFunctions({
        'repayBehalf(address)': lending('repay', { asset: 'native', amount: 'value', account: 0 }),
      }),
    },
  ],
})
