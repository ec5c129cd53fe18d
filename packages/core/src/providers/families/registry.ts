import type { ChainFamily } from '../../chains/chain.ts'
import { bitcoinProtocol } from './bitcoin.ts'
import { cosmosProtocol } from './cosmos.ts'
import type { FamilyProtocol } from './familyTypes.ts'
import { solanaProtocol } from './solana.ts'
import { starknetProtocol } from './starknet.ts'

/** The interfaces of the nodes of each family. A new family is one file beside this one and one line here. */
export const familyProtocols: { readonly [family in Exclude<ChainFamily, 'evm'>]: FamilyProtocol } = {
  bitcoin: bitcoinProtocol,
  solana: solanaProtocol,
  starknet: starknetProtocol,
  cosmos: cosmosProtocol,
}
