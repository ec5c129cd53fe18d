import { mapChains } from '../../decoder/deployment.ts'
import { defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { morphoContracts } from './addresses.ts'
import { blueFunctions } from './blue.ts'
import { bundler2Functions, bundler3Functions } from './bundler.ts'
import { optimizerFunctions, optimizerV3Functions } from './optimizers.ts'

const blue = mapChains(morphoContracts, ({ morpho }) => [morpho.address])

export const morpho = defineProtocol({
  id: 'morpho',
  name: 'Morpho',
  source: 'https://docs.morpho.org/get-started/resources/addresses',
  contracts: [
    { name: 'Morpho', addresses: blue, functions: blueFunctions },
    {
      name: 'Bundler2',
      addresses: {
        ethereum: [
          '0x4095f064b8d3c3548a3bebfd0bbfd04750e30077',
          '0xa7995f71aa11525db02fc2473c37dee5dbf55107',
          '0x23055618898e202386e6c13955a58d3c68200bfb',
        ],
        base: ['0x23055618898e202386e6c13955a58d3c68200bfb'],
      },
      functions: bundler2Functions,
    },
    {
      name: 'Optimizers on Compound and Aave V2',
      addresses: {
        ethereum: ['0x8888882f8f843896699869179fb6e4f7e3b58888', '0x777777c9898d384f785ee44acfe945efdff5f3e0'],
      },
      functions: optimizerFunctions,
    },
    {
      name: 'Optimizer on Aave V3',
      addresses: { ethereum: ['0x33333aea097c193e66081e930c33020272b33333'] },
      functions: optimizerV3Functions,
    },
  ],
  // Each chain has its own adapters.
  atAnyAddress: joinFunctions(
    [...blueFunctions].filter(([, { signature }]) => /^(supply|withdraw|borrow|repay|liquidate)/.test(signature)),
    bundler3Functions,
  ),
})
