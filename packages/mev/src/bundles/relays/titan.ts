import { ethRelay, type RelayProfile } from './relayProfile.ts'

/** https://docs.titanbuilder.xyz: ignores timestamps and cancels nothing in the last 4 seconds before a block. */
export const titan: RelayProfile = {
  ...ethRelay,
  name: 'titan',
  urls: { ethereum: 'https://rpc.titanbuilder.xyz' },
  timestamps: false,
  privateMethod: 'eth_sendPrivateTransaction',
}
