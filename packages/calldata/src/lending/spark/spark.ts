import { type AddressBook, toAddresses } from '../../decoder/deployment.ts'
import { defineProtocol } from '../../decoder/protocol.ts'
import { gatewayFunctions } from '../aaveV2/functions.ts'
import { poolFunctions } from '../aaveV3/functions.ts'

/**
 * Pool contracts of SparkLend by chain. `fromBlock` is a block before the first loan, not exactly the block of the
 * deployment.
 */
export const sparkPools: AddressBook = {
  ethereum: [{ address: '0xc13e21b648a5ee794902342038ff3adab66be987', fromBlock: 16_700_000n }],
  gnosis: [{ address: '0x2dae5307c5e3fd1cf5a72cb6f698f915860607e0', fromBlock: 29_700_000n }],
}

/** SparkLend, a fork of Aave 3.0. */
export const spark = defineProtocol({
  id: 'spark',
  name: 'SparkLend',
  source: 'https://github.com/sparkdotfi/spark-address-registry',
  contracts: [
    {
      name: 'Pool',
      addresses: toAddresses(sparkPools),
      functions: poolFunctions,
    },
    {
      name: 'WrappedTokenGateway',
      addresses: {
        ethereum: ['0xbd7d6a9ad7865463de44b05f04559f65e3b11704'],
        gnosis: ['0xbd7d6a9ad7865463de44b05f04559f65e3b11704'],
      },
      functions: gatewayFunctions,
    },
  ],
})
