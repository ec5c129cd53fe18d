import type { Address } from 'viem'
import { defineFunctions, defineProtocol } from '../../calldata/protocol.ts'
import { lending } from '../lending.ts'
import { comptrollerFunctions, marketFunctions } from './functions.ts'
import { compoundMarkets } from './markets.ts'

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
      addresses: { ethereum: ['0x3d9819210a31b4961b30ef54be2aed79b9c9cd3b'] },
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
