import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { deployedOn } from '../../decoder/deployedOn.ts'

const cancun = '0x0000000000001ff3684f28c67538d4d072c22734'
const shanghai = '0x0000000000005e88410ccdfade4a5efae4b49562'

/**
 * 0x's AllowanceHolder by chain. Its address depends on the hard fork that the chain supported at the deployment.
 * Scroll and Linea now use the Cancun address. Scroll's earlier address still works.
 *
 * Sources: `chain_config.json` and the changelog of https://github.com/0xProject/0x-settler; the list of allowed
 * contracts in https://github.com/lifinance/contracts, and for Linea and Scroll the integration of Socket.
 */
export const allowanceHolders: { readonly [chain in ChainName]?: readonly Address[] } = {
  ...deployedOn(
    [
      'ethereum',
      'polygon',
      'arbitrum',
      'optimism',
      'base',
      'avalanche',
      'bsc',
      'blast',
      'unichain',
      'sonic',
      'berachain',
      'worldchain',
      'ink',
      'gnosis',
      'linea',
    ],
    cancun,
  ),
  scroll: [cancun, shanghai],
  mantle: [shanghai],
}
