import { deployedOn } from '../../decoder/deployedOn.ts'
import { defineProtocol } from '../../decoder/protocol.ts'
import { allowanceHolders } from './allowanceHolders.ts'
import { coinbaseFunctions, exchangeProxy, exchangeProxyFunctions } from './exchangeProxy.ts'
import { allowanceHolderFunctions, settlerFunctions } from './settler.ts'

export const zeroEx = defineProtocol({
  id: 'zerox',
  name: '0x',
  source: 'https://github.com/0xProject/protocol/blob/development/packages/contract-addresses/addresses.json',
  contracts: [
    {
      name: 'ExchangeProxy',
      addresses: {
        ...deployedOn(['ethereum', 'bsc', 'polygon', 'avalanche', 'celo', 'arbitrum', 'base'], exchangeProxy),
        optimism: ['0xdef1abe32c034e558cdd535791643c58a13acc10'],
      },
      functions: exchangeProxyFunctions,
    },
    {
      name: 'AllowanceHolder',
      addresses: allowanceHolders,
      functions: allowanceHolderFunctions,
    },
    {
      name: 'CoinbaseWalletProxy',
      addresses: { ethereum: ['0xe66b31678d6c16e9ebf358268a790b763c133750'] },
      functions: coinbaseFunctions,
    },
  ],
  atAnyAddress: settlerFunctions,
})
